import { judge } from '../../probe/index.ts';
import { BlockEdits } from '../edit/rebuild.ts';
import type { EvidenceRecord } from '../cells/evidence.ts';
import { EvidenceMap, targetNames } from '../evidence/attach.ts';
import { evidenceFence } from '../evidence/store.ts';
import type { Block, Notebook } from '../notebook/model.ts';
import type { ProbeRun, RunResult } from '../run/result.ts';
import type { SecretsChoice } from '../secrets/redact.ts';
import { isSameAnswer } from '../verify/compare-probe.ts';

/**
 * The notebook with an evidence block for every answer that is new or differs from the stored one. What is done
 * with answers that hold secrets is the caller's choice.
 */
export function writeEvidence(notebook: Notebook, run: RunResult, choice: SecretsChoice): Notebook {
  const evidence = new EvidenceMap(notebook);
  const edits = new BlockEdits(notebook);
  notebook.blocks.forEach((block, cell) => {
    if (block.content.kind !== 'probe') return;
    // New evidence goes behind the evidence of the lines above it.
    let last = cell;
    for (const [line, on] of linesOf(block, notebook)) {
      const found = evidence.find(cell, line, on);
      if (found !== undefined) last = Math.max(last, found.index);
      const answer = run.probes.find((probe) => probe.line === line && probe.on === on);
      if (answer?.outcome.kind !== 'evidence') continue;
      if (found !== undefined && isUnchanged(found.record, answer, choice)) continue;
      if (answer.secrets !== undefined && choice === 'drop') continue;
      const stored = choice === 'redact' ? redactedAnswer(answer) : answer;
      const fence = fenceOf(stored, block.content.value.id ?? '', run.seen, edits.lineEnd);
      if (fence === undefined) continue;
      if (found === undefined) edits.insertAfter(last, fence);
      else edits.set(found.index, fence);
    }
  });
  return edits.finish();
}

/** The answer with its secrets replaced, if it holds any. */
function redactedAnswer(answer: ProbeRun): ProbeRun {
  const { outcome, secrets } = answer;
  if (outcome.kind !== 'evidence' || secrets === undefined) return answer;
  const { stdout, sha256 } = secrets;
  return { ...answer, sha256, outcome: { kind: 'evidence', evidence: { ...outcome.evidence, stdout } } };
}

/**
 * True where the stored evidence says the same as the answer, in the form in which it is stored. That it is to be
 * kept as it came is a change of redacted evidence.
 */
function isUnchanged(record: EvidenceRecord, fresh: ProbeRun, choice: SecretsChoice): boolean {
  const isRedacted = record.redacted !== undefined;
  if (isRedacted && fresh.secrets !== undefined && choice === 'keep') return false;
  const answer = isRedacted ? redactedAnswer(fresh) : fresh;
  if (answer.outcome.kind !== 'evidence') return false;
  const { exit, stdout, truncated } = answer.outcome.evidence;
  if ((record.truncated ?? null) !== truncated) return false;
  const traits = judge(answer.line);
  const unordered = traits.approved && traits.unordered === true;
  return isSameAnswer(record, { exit, stdout, sha256: answer.sha256 }, unordered);
}

function fenceOf(
  answer: ProbeRun,
  of: string,
  seen: string,
  lineEnd: '\n' | '\r\n',
): ReturnType<typeof evidenceFence> | undefined {
  if (answer.outcome.kind !== 'evidence') return undefined;
  const { exit, truncated, stdout } = answer.outcome.evidence;
  const { on, line, sha256, commit, secrets } = answer;
  const redacted = secrets?.stdout === stdout ? secrets.found.length : undefined;
  return evidenceFence(
    {
      of,
      on,
      line,
      exit,
      truncated,
      stdout,
      sha256,
      seen,
      ...(redacted === undefined ? {} : { redacted }),
      ...(commit === undefined ? {} : { commit }),
    },
    lineEnd,
  );
}

/** Each line of a probe cell with each of its targets, once. */
function linesOf(block: Block, notebook: Notebook): readonly (readonly [string, string])[] {
  if (block.content.kind !== 'probe') return [];
  const { on, lines } = block.content.value;
  const names = targetNames(notebook);
  const targets = on.length > 0 ? on : names.length === 1 ? names : [];
  const pairs = lines.flatMap((line) => targets.map((target) => [line.text, target] as const));
  return pairs.filter(
    ([line, target], index) => pairs.findIndex((pair) => pair[0] === line && pair[1] === target) === index,
  );
}
