import { unreachable } from '../../base/index.ts';
import {
  evidenceNotes,
  exportWords,
  layerMessage,
  probeErrorMessage,
  secretsSentence,
  sensitiveHint,
  sensitiveQuestion,
} from '../../messages/index.ts';
import { outcomeJson, redact, type NotRun } from '../../investigation/index.ts';
import { judge, type Layer, type ProbeOutcome } from '../../probe/index.ts';
import { formatTarget } from '../../transport/index.ts';
import type { Command } from '../command.ts';
import type { Failure } from '../failure.ts';
import { confirm, say, type Io } from '../io.ts';
import { readTarget } from '../targets.ts';
import { printable } from '../terminal.ts';
import { withTarget } from '../with-target.ts';
import { refusalText } from './policy.ts';

/** `sonde probe`: one line on one target. The remote exit status is in the JSON, not in ours. */
export async function probe(io: Io, command: Extract<Command, { name: 'probe' }>): Promise<number> {
  const { line, connection, json } = command;
  const target = readTarget(io, command.target);
  if (!target.ok) {
    say(io, `sonde: ${target.error.sentence}`);
    return target.error.status;
  }
  const print = (result: object): void => {
    const document = { target: formatTarget(target.value), line, ...result };
    io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  };
  const answer = (outcome: ProbeOutcome, layers?: readonly Layer[]): number => {
    if (json) print({ ...outcomeJson(outcome, exportWords), ...layersJson(layers) });
    else show(io, outcome);
    return statusOf(outcome);
  };
  const failed = ({ code, sentence }: Failure): void => {
    if (json) print({ error: { code, message: sentence } });
  };
  // A line that no host could make right is refused without one.
  const consent = await consentBefore(io, line, connection.allowSensitive);
  const verdict = judge(line, { sensitive: consent });
  if (!verdict.approved) {
    const status = answer({ kind: 'refusal', line, refusal: verdict.refusal });
    if (!json && verdict.refusal.rule === 'sensitive-path') say(io, sensitiveHint());
    return status;
  }
  return withTarget(io, { target: target.value, connection, failed }, async (open) => {
    const { layers } = open.prober;
    const run = (sensitive: boolean): Promise<ProbeOutcome> =>
      open.runner.run(line, { signal: io.signal, sensitive });
    const outcome = await run(consent);
    const file = sensitiveFile(outcome);
    if (file === undefined) return answer(outcome, layers);
    // Keys, tokens and histories are read upon a yes, or with the flag; where nobody can be asked it is no.
    if (await confirm(io, sensitiveQuestion(file))) return answer(await run(true), layers);
    const status = answer(outcome, layers);
    if (!json) say(io, sensitiveHint());
    return status;
  });
}

/** The yes to a line that the policy approves only with one; where nobody can be asked it is the flag's. */
async function consentBefore(io: Io, line: string, given: boolean): Promise<boolean> {
  if (given) return true;
  const verdict = judge(line);
  if (verdict.approved || verdict.refusal.rule !== 'sensitive-path') return false;
  const { word, data } = verdict.refusal;
  return (
    judge(line, { sensitive: true }).approved && (await confirm(io, sensitiveQuestion(data['path'] ?? word)))
  );
}

/** What stands between the line and a change on the host; `detail` says why something is not active. */
function layersJson(layers: readonly Layer[] | undefined): object {
  if (layers === undefined) return {};
  return {
    layers: layers.map(({ name, state, ...layer }) => ({
      name,
      state,
      ...(state === 'active' ? layer : { detail: layerMessage({ name, state, ...layer }) }),
    })),
  };
}

/** The file that the host's guard did not read without consent. */
function sensitiveFile(outcome: ProbeOutcome): string | undefined {
  if (outcome.kind !== 'error' || outcome.error.code !== 'operand-sensitive') return undefined;
  return outcome.error.file;
}

/** True for an outcome that a yes would have changed: it counts as refused. */
export function lacksConsent(outcome: ProbeOutcome | NotRun): boolean {
  if (outcome.kind !== 'error') return false;
  return outcome.error.code === 'operand-sensitive' || outcome.error.code === 'operand-outside';
}

/** True for an outcome that `--allow-sensitive` would have changed. */
export function lacksSensitive(outcome: ProbeOutcome | NotRun): boolean {
  if (outcome.kind === 'refusal') return outcome.refusal.rule === 'sensitive-path';
  return outcome.kind === 'error' && outcome.error.code === 'operand-sensitive';
}

/** 0 it ran, 2 it failed before, 3 it was refused, or not read for want of consent. */
export function statusOf(outcome: ProbeOutcome): 0 | 2 | 3 {
  switch (outcome.kind) {
    case 'evidence':
      return 0;
    case 'refusal':
      return 3;
    case 'error':
      return lacksConsent(outcome) ? 3 : 2;
    default:
      return unreachable(outcome);
  }
}

/** Output as it came; on a terminal with its control characters made visible. */
function show(io: Io, outcome: ProbeOutcome): void {
  switch (outcome.kind) {
    case 'evidence': {
      const { stdout, stderr } = outcome.evidence;
      const terminal = 'isTTY' in io.stdout && io.stdout.isTTY === true;
      io.stdout.write(terminal ? printable(stdout) : stdout);
      if (stderr.length > 0) io.stderr.write(printable(stderr));
      for (const note of evidenceNotes(outcome.evidence)) say(io, note);
      const { found } = redact(stdout);
      if (found.length > 0) say(io, secretsSentence(found));
      return;
    }
    case 'refusal':
      say(io, refusalText(outcome.line, outcome.refusal));
      return;
    case 'error':
      say(io, `sonde: ${probeErrorMessage(outcome.error)}`);
      return;
    default:
      unreachable(outcome);
  }
}
