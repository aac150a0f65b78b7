import type { PinFinding } from '../../source/index.ts';
import { EvidenceMap } from '../evidence/attach.ts';
import type { Notebook } from '../notebook/model.ts';
import type { LifecycleRun, NotRun, PinRun, RunResult } from '../run/result.ts';
import { compareLifecycle } from './compare-lifecycle.ts';
import { compareProbe } from './compare-probe.ts';
import type { Comparison, Verified } from './result.ts';

/**
 * Compares a run with what the notebook keeps, in its order. What the notebook keeps nothing of is not in the
 * answer. Nothing is written; `writeResults` does that once a person accepted it.
 */
export function verifyRun(notebook: Notebook, run: RunResult): readonly Verified[] {
  return [...verifyProbes(notebook, run), ...verifyPins(notebook, run), ...verifyLifecycles(notebook, run)];
}

function verifyProbes(notebook: Notebook, run: RunResult): readonly Verified[] {
  const evidence = new EvidenceMap(notebook);
  return notebook.blocks.flatMap((block, cell): readonly Verified[] => {
    if (block.content.kind !== 'probe') return [];
    const { id = '', lines } = block.content.value;
    const texts = [...new Set(lines.map((line) => line.text))];
    const answers = run.probes.filter((probe) => probe.id === id && texts.includes(probe.line));
    return answers.flatMap((answer): readonly Verified[] => {
      const stored = evidence.find(cell, answer.line, answer.on)?.record;
      if (stored === undefined) return [];
      return [{ id, kind: 'probe', on: answer.on, what: answer.line, ...compareProbe(stored, answer) }];
    });
  });
}

function verifyPins(notebook: Notebook, run: RunResult): readonly Verified[] {
  const kept = new Set(
    notebook.blocks.flatMap((block) => (block.content.kind === 'excerpt' ? [block.content.value.of] : [])),
  );
  return run.pins
    .filter((pin) => kept.has(pin.id) || pin.pin.sha256 !== undefined)
    .map((pin) => ({ id: pin.id, kind: 'pin', on: pin.on, what: pin.pin.file, ...comparePin(pin) }));
}

function comparePin({ finding }: PinRun): Comparison {
  if (finding.kind === 'not-run') return notRun(finding);
  return findingComparison(finding);
}

function findingComparison(finding: PinFinding): Comparison {
  switch (finding.kind) {
    case 'found':
      return finding.verdict === 'moved'
        ? { verdict: 'moved', detail: `${finding.by > 0 ? '+' : ''}${finding.by}` }
        : { verdict: finding.verdict };
    case 'gone':
      return { verdict: 'gone' };
    case 'ambiguous': {
      const places = finding.candidates.map(({ first, last }) => `${first}-${last ?? ''}`);
      return { verdict: 'ambiguous', detail: places.join(', ') };
    }
    case 'refused':
      return { verdict: 'refused', detail: finding.rule };
    case 'unreachable':
      return { verdict: 'unreachable', detail: finding.code };
  }
}

function verifyLifecycles(notebook: Notebook, run: RunResult): readonly Verified[] {
  return run.lifecycles.flatMap((lifecycle): readonly Verified[] => {
    const stored = notebook.blocks.find(
      (block) => block.content.kind === 'lifecycle-result' && block.content.value.of === lifecycle.id,
    )?.content;
    if (stored?.kind !== 'lifecycle-result') return [];
    const { id, on, query, outcome } = lifecycle;
    const what = query.store ?? query.states ?? query.class ?? '';
    return [{ id, kind: 'lifecycle', on, what, ...lifecycleComparison(outcome, stored.value.facts) }];
  });
}

function lifecycleComparison(
  outcome: LifecycleRun['outcome'],
  stored: Parameters<typeof compareLifecycle>[0],
): Comparison {
  if (outcome.kind === 'found') return compareLifecycle(stored, outcome.lifecycle);
  if (outcome.kind === 'failed') return { verdict: 'unreachable', detail: outcome.failure.code };
  return notRun(outcome);
}

function notRun({ reason }: NotRun): Comparison {
  return { verdict: 'unreachable', detail: reason.code };
}
