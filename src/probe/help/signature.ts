import type { OperandRow } from '../catalogue/operands.ts';
import type { OptionRow } from '../catalogue/options.ts';
import type { CommandPage } from './page.ts';
import { operandsAt, readStage } from './read.ts';
import { scan, stageAt, wordAt } from './scan.ts';

/** The operands of the command at the cursor, and what the cursor stands at. */
export interface Signature {
  readonly page: CommandPage;
  /** Those that the given options leave. */
  readonly operands: readonly OperandRow[];
  /** Index in `operands`; undefined where an option is typed, or where there is one operand too many. */
  readonly active?: number;
  /** The option whose value is typed. */
  readonly option?: { readonly option: OptionRow; readonly spelled: string };
}

/** The signature for a place behind the name of a command. Undefined elsewhere. */
export function signatureAt(line: string, offset: number): Signature | undefined {
  const scanned = scan(line, offset);
  if (scanned === undefined || (scanned.comment !== undefined && offset > scanned.comment)) return undefined;
  const stage = stageAt(scanned.stages, offset);
  if (stage === undefined || stage.cd || (stage.stderr !== undefined && offset > stage.stderr.at))
    return undefined;
  const word = wordAt(stage.words, offset);
  const before = stage.words.filter((one) => one !== word && one.at < offset);
  const reading = readStage({ words: before, cd: false });
  const { page, pending } = reading;
  if (page === undefined || reading.outer !== undefined) return undefined;
  const operands = page.operands.filter((row) => row.unless?.some((key) => reading.given.has(key)) !== true);
  if (pending !== undefined) return { page, operands, option: pending };
  const typed = word === undefined ? '' : line.slice(word.at, offset);
  const attached = /^(--[\w-]+)=/.exec(typed)?.[1];
  const option = page.options.find((row) => attached !== undefined && row.long.includes(attached));
  if (option !== undefined && !reading.dashes)
    return { page, operands, option: { option, spelled: attached ?? '' } };
  if (typed.startsWith('-') && !reading.dashes) return { page, operands };
  const [row] = operandsAt(operands, reading.operands, reading.dashes ? 0 : undefined);
  const active = row === undefined ? -1 : operands.indexOf(row);
  return active < 0 ? { page, operands } : { page, operands, active };
}
