import { sha256Hex } from '../../base/index.ts';
import { hitsOf, type Evidence } from '../../probe/index.ts';
import type { RunResult } from '../run/result.ts';
import { redact, redactText, type RedactedOutput } from './redact.ts';

/** The redacted form of an answer; undefined where nothing looks like a secret. */
export async function redactOutput(stdout: Uint8Array): Promise<RedactedOutput | undefined> {
  const { bytes, found } = redact(stdout);
  return found.length === 0 ? undefined : { stdout: bytes, sha256: await sha256Hex(bytes), found };
}

/** The run with the secrets of its outputs and excerpts replaced: for reports and other copies. */
export function redactRun(run: RunResult): RunResult {
  return {
    ...run,
    probes: run.probes.map((probe) => {
      const { outcome, secrets } = probe;
      if (outcome.kind !== 'evidence') return probe;
      const evidence = redactEvidence(outcome.evidence, secrets);
      return {
        ...probe,
        outcome: { kind: 'evidence', evidence },
        ...(secrets === undefined ? {} : { sha256: secrets.sha256 }),
      };
    }),
    pins: run.pins.map((pin) =>
      pin.finding.kind === 'found' && pin.masked !== undefined
        ? { ...pin, finding: { ...pin.finding, ...pin.masked.region } }
        : pin,
    ),
  };
}

function redactEvidence(evidence: Evidence, secrets: RedactedOutput | undefined): Evidence {
  const stderr = redact(evidence.stderr).bytes;
  if (secrets === undefined) return { ...evidence, stderr };
  const { stdout } = secrets;
  const hits =
    evidence.hits === undefined ? undefined : hitsOf(evidence.line, new TextDecoder().decode(stdout));
  const { hits: _raw, ...rest } = evidence;
  return { ...rest, stdout, stderr, ...(hits === undefined ? {} : { hits }) };
}

/** Lines with their secrets replaced. */
export function redactLines(lines: readonly string[]): readonly string[] {
  const { text, found } = redactText(lines.join('\n'));
  return found.length === 0 ? lines : text.split('\n');
}
