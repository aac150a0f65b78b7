import { redact } from '../../investigation/index.ts';
import {
  editorMessages,
  evidenceNotes,
  outputWords,
  probeErrorMessage,
  refusalMessage,
  secretsSentence,
} from '../../messages/index.ts';
import type { Hit, ProbeOutcome } from '../../probe/index.ts';
import {
  visibleLabel,
  visibleText,
  type HitGroup,
  type ProbeOutput,
  type RunView,
} from '../../protocol/index.ts';
import type { OutputKey, OutputRow } from './rows.ts';
import { shownText } from './shownText.ts';

/** How many hits of one line are drawn as rows; the rest is counted. */
const ROW_LIMIT = 5000;

/** One probe line on one target, run now or stored. */
export interface ProbeRun {
  readonly line: string;
  readonly on: string;
  readonly result: ProbeResult;
}

export type ProbeResult =
  | ProbeOutcome
  /** Nothing was sent. */
  | { readonly kind: 'not-run'; readonly sentence: string }
  /** Evidence of the notebook, seen earlier. */
  | {
      readonly kind: 'stored';
      readonly exit: number | null | undefined;
      readonly output: Uint8Array;
      readonly hits: readonly Hit[];
      readonly leftOut: string;
      readonly seen: string;
      /** How many secrets are replaced in it. */
      readonly redacted: number;
    };

/** A probe cell's output for the renderer, what its rows open, and the same as plain text. */
export interface ShownProbe {
  readonly view: ProbeOutput;
  readonly key: OutputKey;
  readonly text: string;
}

/** Makes the output of a probe cell. `probe` is the cell's id; empty for none. */
export function showProbe(output: string, probe: string, runs: readonly ProbeRun[]): ShownProbe {
  const rows: OutputRow[] = [];
  const views = runs.map((run) => runView(run, rows));
  return {
    view: {
      output,
      runs: views,
      words: {
        open: editorMessages.open(),
        pin: editorMessages.pin(),
        line: editorMessages.line(),
        text: editorMessages.text(),
        more: editorMessages.more(),
      },
    },
    key: { output, probe, rows },
    text: views.map((view, index) => plainText(view, runs[index])).join('\n'),
  };
}

function runView(run: ProbeRun, rows: OutputRow[]): RunView {
  const base = {
    line: run.line,
    target: visibleLabel(run.on),
    groups: [],
    text: '',
    marks: [],
    refusal: null,
  };
  const { result } = run;
  switch (result.kind) {
    case 'refusal': {
      const { refusal } = result;
      return {
        ...base,
        kind: 'refusal',
        summary: '',
        refusal: {
          message: visibleText(refusalMessage(refusal)).slice(0, 4000),
          at: refusal.at,
          length: refusal.word.length,
        },
      };
    }
    case 'not-run':
      return { ...base, kind: 'error', summary: '', text: visibleText(result.sentence) };
    case 'error':
      return { ...base, kind: 'error', summary: '', text: visibleText(probeErrorMessage(result.error)) };
    case 'evidence': {
      const { evidence } = result;
      const shown = evidenceView(evidence.hits ?? [], evidence.stdout, rows, run.on);
      const parts = [
        evidence.exit === null ? editorMessages.stopped() : exitText(evidence.exit, evidence.hits),
        sizeText(evidence.stdout, evidence.hits),
        evidence.truncated === 'bytes' ? outputWords.cutAtBytes(evidence.stdout.length) : '',
        evidence.truncated === 'time' ? editorMessages.cutAtTime() : '',
        ...shown.marks,
        editorMessages.milliseconds(Math.round(evidence.ms)),
      ];
      const notes = evidenceNotes({ ...evidence, truncated: null });
      return {
        ...base,
        groups: shown.groups,
        marks: secretMarks(evidence.stdout),
        kind: 'evidence',
        summary: summary(parts),
        text: [shown.text, visibleText(notes.join('\n')), shownText(evidence.stderr).text]
          .filter((text) => text !== '')
          .join('\n'),
      };
    }
    case 'stored': {
      const shown = evidenceView(result.hits, result.output, rows, run.on);
      const parts = [
        result.exit === null ? editorMessages.stopped() : '',
        typeof result.exit === 'number' ? exitText(result.exit, result.hits) : '',
        sizeText(result.output, result.hits),
        result.leftOut,
        ...shown.marks,
        result.redacted === 0 ? '' : editorMessages.secretsReplaced(result.redacted),
        result.seen === '' ? '' : editorMessages.seenOn(result.seen),
      ];
      const { groups, text } = shown;
      const marks = secretMarks(result.output);
      return { ...base, groups, text, marks, kind: 'evidence', summary: summary(parts) };
    }
  }
}

function summary(parts: readonly string[]): string {
  return visibleLabel(parts.filter((part) => part !== '').join(' · '));
}

/** Exit 1 of a search without hits is its normal answer. */
function exitText(exit: number, hits: readonly Hit[] | undefined): string {
  return exit === 0 || (exit === 1 && hits?.length === 0) ? '' : editorMessages.exitStatus(exit);
}

function sizeText(stdout: Uint8Array, hits: readonly Hit[] | undefined): string {
  if (hits !== undefined && hits.length > 0) return editorMessages.hitCount(hits.length);
  const lines = stdout.reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 0);
  return stdout.length === 0 ? editorMessages.noOutput() : editorMessages.lineCount(Math.max(1, lines));
}

function evidenceView(
  hits: readonly Hit[],
  stdout: Uint8Array,
  rows: OutputRow[],
  on: string,
): Pick<RunView, 'groups' | 'text'> & { readonly marks: readonly string[] } {
  if (hits.length === 0) return { groups: [], ...shownText(stdout) };
  const groups = new Map<string, HitGroup['rows'][number][]>();
  for (const hit of hits.slice(0, ROW_LIMIT)) {
    const id = `r${rows.length}`;
    rows.push({ id, file: hit.file, first: hit.line, last: hit.line, on });
    const group = groups.get(hit.file) ?? [];
    group.push({ id, line: hit.line, text: visibleText(hit.text).slice(0, 4000) });
    groups.set(hit.file, group);
  }
  return {
    groups: [...groups].map(([file, found]) => ({ file: visibleText(file).slice(0, 4200), rows: found })),
    text: '',
    marks: hits.length > ROW_LIMIT ? [outputWords.someHits(ROW_LIMIT, hits.length)] : [],
  };
}

/** What looks like a secret in an output, as a sentence without it. */
export function secretMarks(output: Uint8Array): readonly string[] {
  const { found } = redact(output);
  return found.length === 0 ? [] : [visibleLabel(secretsSentence(found))];
}

function plainText(view: RunView, run: ProbeRun | undefined): string {
  const lines = [`$ ${visibleText(view.line)}`];
  if (view.refusal !== null) {
    const { message, at, length } = view.refusal;
    lines.push(`  ${' '.repeat(at)}${'^'.repeat(Math.max(1, length))}`, message);
  } else if (run?.result.kind === 'evidence')
    lines.push(shownText(run.result.evidence.stdout).text, view.summary);
  else if (run?.result.kind === 'stored') lines.push(shownText(run.result.output).text, view.summary);
  else lines.push(view.text);
  return lines.join('\n');
}
