import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { NotRun, PinRun, VerifyVerdict } from '../investigation/index.ts';
import type { Evidence } from '../probe/index.ts';
import { analysisFailureMessage } from './notebook.ts';

/** What a run of an investigation says while it runs and at its end. */
export const runWords = {
  progress: (done: number, total: number): string => l10n.t('{0} of {1} steps done', done, total),

  /** `verify` has nothing to compare with. */
  nothingKept: (file: string): string =>
    l10n.t(
      '{0} holds no results yet, so there is nothing to compare: sonde run FILE --write keeps them.',
      file,
    ),

  moreLines: (count: number): string =>
    count === 1 ? l10n.t('… 1 more line') : l10n.t('… {0} more lines', count),

  heading(part: 'pins' | 'claims'): string {
    switch (part) {
      case 'pins':
        return l10n.t('Pins');
      case 'claims':
        return l10n.t('Claims');
      default:
        return unreachable(part);
    }
  },

  /** Lines, exit status and marks of one answer. */
  evidence(lines: number, evidence: Evidence): string {
    const count = lines === 1 ? l10n.t('1 line') : l10n.t('{0} lines', lines);
    const exit = evidence.exit === null ? l10n.t('stopped') : l10n.t('exit {0}', evidence.exit);
    const cut =
      evidence.truncated === 'bytes'
        ? `, ${l10n.t('cut at the limit of output')}`
        : evidence.truncated === 'time'
          ? `, ${l10n.t('stopped at the limit of time')}`
          : '';
    return `(${count}, ${exit}${cut})`;
  },

  notRun({ reason }: NotRun): string {
    switch (reason.code) {
      case 'target-unmapped':
        return l10n.t('not run: nothing says where "{0}" is; add --target {0}=HOST:/ROOT.', reason.name);
      case 'target-unclear':
        return l10n.t('not run: the cell names no target; add on=NAME to it ({0}).', reason.known.join(', '));
      case 'blank':
        return l10n.t('not run: fill in {0} first.', reason.names.map((name) => `{{${name}}}`).join(', '));
      case 'cancelled':
        return l10n.t('not run: cancelled.');
      default:
        return unreachable(reason);
    }
  },

  /** Where a pin's region is now, as `file:first-last (verdict)`. */
  finding(run: PinRun): string {
    const { finding, pin } = run;
    switch (finding.kind) {
      case 'found':
        return `${pin.file}:${String(finding.first)}-${String(finding.last)}  ${finding.verdict}`;
      case 'gone':
        return l10n.t('{0}: gone; search for it and pin it again.', pin.file);
      case 'ambiguous':
        return l10n.t(
          '{0}: ambiguous ({1}); pin the right one again.',
          pin.file,
          finding.candidates.map(({ first, last }) => `${String(first)}-${String(last)}`).join(', '),
        );
      case 'refused':
        return l10n.t(
          '{0}: not read by the rule "{1}"; --allow-outside reads outside the root.',
          pin.file,
          finding.rule,
        );
      case 'unreachable':
        return l10n.t('{0}: could not be read ({1}).', finding.path, finding.code);
      case 'not-run':
        return this.notRun(finding);
      default:
        return unreachable(finding);
    }
  },

  analysisFailed: analysisFailureMessage,
} as const;

/** The word for a verdict of `verify`. */
export function verdictWord(verdict: VerifyVerdict): string {
  switch (verdict) {
    case 'same':
      return l10n.t('same');
    case 'moved':
      return l10n.t('moved');
    case 'changed':
      return l10n.t('changed');
    case 'gone':
      return l10n.t('gone');
    case 'ambiguous':
      return l10n.t('ambiguous');
    case 'refused':
      return l10n.t('refused');
    case 'unreachable':
      return l10n.t('unreachable');
    case 'volatile':
      return l10n.t('volatile');
    default:
      return unreachable(verdict);
  }
}

/** What a verdict rests on, for people: `refused` says the way to an answer; all else is data and stands as it is. */
export function verdictDetail(verdict: VerifyVerdict, detail: string): string {
  if (verdict !== 'refused') return detail;
  switch (detail) {
    case 'operand-outside':
    case 'outside-root':
      return l10n.t('leads outside the root folder; --allow-outside reads it');
    case 'operand-sensitive':
    case 'sensitive-path':
      return l10n.t('may hold keys, passwords or a history; --allow-sensitive reads it');
    default:
      return l10n.t('by the rule "{0}"; sonde run says what to do instead', detail);
  }
}
