import type { ProbeError } from '../evidence.ts';
import type { PathOperand } from '../plan/plan.ts';
import { decode, fromBinary } from './bytes.ts';
import type { GuardReport } from './frames.ts';

/**
 * What the guard's report means for the operand that it names. Without one it is a place that the repository
 * names, and `at` is the offset of the command.
 */
export function guardError(operand: PathOperand | undefined, report: GuardReport, at = 0): ProbeError {
  const isOwn = operand === undefined || operand.glob;
  const file = isOwn ? decode(fromBinary(report.path)) : operand.text;
  const place = { file: !isOwn && operand.home ? `~/${file}` : file, at: operand?.at ?? at };
  switch (report.reason) {
    case 'fifo':
    case 'socket':
    case 'device':
      return { code: 'operand-kind', ...place, kind: report.reason };
    case 'unknown':
      return { code: 'operand-kind', ...place, kind: 'unknown' };
    case 'outside':
      return { code: 'operand-outside', ...place };
    case 'sensitive':
      return { code: 'operand-sensitive', ...place };
    case 'system':
    case 'top':
      return { code: 'operand-system', ...place };
    case 'elsewhere':
      return { code: 'git-work-tree', folder: file, at: place.at };
    case 'folder':
      return { code: 'operand-folder', ...place };
    case 'unreadable':
      return { code: 'operand-unreadable', ...place };
    default:
      return { code: 'operand-missing', ...place };
  }
}
