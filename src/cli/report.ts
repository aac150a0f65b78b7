import { unreachable } from '../base/index.ts';
import type {
  Claim,
  LifecycleRun,
  PinRun,
  ProbeRun,
  RunProgress,
  RunResult,
} from '../investigation/index.ts';
import { toText } from '../lifecycle/index.ts';
import { evidenceNotes, lifecycleWords, probeErrorMessage, runWords } from '../messages/index.ts';
import { refusalText } from './commands/policy.ts';
import type { Io } from './io.ts';
import { printable } from './terminal.ts';

/** Lines of output that are shown of one probe; the rest is counted, and stands in the report. */
const shownLines = 40;

/** Prints each answer as it comes, on standard output. */
export function liveReport(io: Io): (event: RunProgress) => void {
  const print = (text: string): void => {
    io.stdout.write(`${printable(text)}\n`);
  };
  return (event) => {
    switch (event.kind) {
      case 'started':
        return;
      case 'probe-started':
      case 'pin-started':
      case 'lifecycle-started':
        return;
      case 'probe':
        print(probeText(event.run));
        return;
      case 'pin':
        print(pinText(event.run));
        return;
      case 'lifecycle':
        print(lifecycleText(event.run));
        return;
      default:
        unreachable(event);
    }
  };
}

/** Counts what is done on standard error, on one line that is rewritten on a terminal. */
export function liveCounter(io: Io): (event: RunProgress) => void {
  const terminal = 'isTTY' in io.stderr && io.stderr.isTTY === true;
  return (event) => {
    if (!('done' in event)) return;
    const text = runWords.progress(event.done, event.total);
    if (terminal) io.stderr.write(`\r\x1b[K${text}${event.done === event.total ? '\n' : ''}`);
    else if (event.done === event.total) io.stderr.write(`${text}\n`);
  };
}

/** A probe with what it brought. */
function probeText(run: ProbeRun): string {
  const head = `${run.id === '' ? '' : `${run.id}  `}${run.on}$ ${printable(run.line)}`;
  const { outcome } = run;
  switch (outcome.kind) {
    case 'evidence': {
      const output = printable(outcome.evidence.stdout).replace(/\n$/, '');
      const lines = output === '' ? [] : output.split('\n');
      const shown = lines.slice(0, shownLines);
      const rest = lines.length - shown.length;
      const errors = printable(outcome.evidence.stderr).trimEnd();
      return [
        `\n${head}`,
        ...shown.map((line) => `  ${line}`),
        ...(rest > 0 ? [`  ${runWords.moreLines(rest)}`] : []),
        ...(errors === '' ? [] : errors.split('\n').map((line) => `  ! ${line}`)),
        ...evidenceNotes({ ...outcome.evidence, truncated: null }).map((note) => `  ${printable(note)}`),
        `  ${runWords.evidence(lines.length, outcome.evidence)}`,
      ].join('\n');
    }
    case 'refusal':
      return `\n${head}\n${indent(refusalText(run.line, outcome.refusal))}`;
    case 'error':
      return `\n${head}\n  ${probeErrorMessage(outcome.error)}`;
    case 'not-run':
      return `\n${head}\n  ${runWords.notRun(outcome)}`;
    default:
      return unreachable(outcome);
  }
}

function pinText(run: PinRun): string {
  const name = run.pin.symbol ?? run.pin.file;
  return `\n* ${printable(`${run.id === '' ? '' : `${run.id}  `}${name}  ${runWords.finding(run)}`)}`;
}

function lifecycleText(run: LifecycleRun): string {
  const head = `\n${run.id}  ${run.on}`;
  const { outcome } = run;
  switch (outcome.kind) {
    case 'found':
      return `${head}\n\n${printable(toText(outcome.lifecycle, lifecycleWords))}`;
    case 'failed':
      return `${head}\n  ${runWords.analysisFailed(outcome.failure)}`;
    case 'not-run':
      return `${head}\n  ${runWords.notRun(outcome)}`;
    default:
      return unreachable(outcome);
  }
}

/** Pins and claims together, aligned, at the end of a run. */
export function summary(run: RunResult): string {
  const pins = run.pins.map((pin) => ({
    name: pin.pin.symbol ?? pin.pin.file,
    place: runWords.finding(pin),
  }));
  const width = Math.max(0, ...pins.map(({ name }) => name.length));
  const kinds = Math.max(0, ...run.claims.map(({ kind }) => kind.length));
  const statuses = Math.max(0, ...run.claims.map(({ status }) => status.length));
  const lines = [
    runWords.heading('pins'),
    ...pins.map(({ name, place }) => `  ${printable(name).padEnd(width)}  ${printable(place)}`),
    '',
    runWords.heading('claims'),
    ...run.claims.map((claim) => `  ${claimText(claim, kinds, statuses)}`),
  ];
  return printable(lines.join('\n'));
}

function claimText(claim: Claim, kinds: number, statuses: number): string {
  const text = printable(claim.text).replaceAll(/\s*\n\s*/g, ' ');
  return `${claim.kind.padEnd(kinds)}  ${claim.status.padEnd(statuses)}  ${text}`;
}

const indent = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
