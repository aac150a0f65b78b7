import type { Lifecycle, LifecycleWords } from '../../lifecycle/index.ts';

/** The hazards of a lifecycle as lines of text: each title, its place, and its witness step by step. */
export function hazardsText(lifecycle: Lifecycle, words: LifecycleWords): string {
  const { hazards, unresolved, cost } = lifecycle;
  if (hazards.length === 0)
    return `${words.nothingFound('hazards', { files: cost.files, unresolved: unresolved.length })}\n`;
  return hazards
    .map((hazard) => {
      const name = `${hazard.rule} ${hazard.severity} (${hazard.confidence})`;
      // What the user called no hazard is struck out as in Markdown; its title has the reason.
      const head = `${hazard.accepted === undefined ? name : `~~${name}~~`} ${hazard.file}:${hazard.line}`;
      const steps = hazard.witness.map((step) => {
        const state = step.state === null ? '' : `  → ${step.state}`;
        return `  ${step.step}. ${step.role}@${step.file}:${step.line}  ${words.witnessStep(step)}${state}`;
      });
      return [head, `  ${words.hazardTitle(hazard)}`, ...steps].map((line) => `${line}\n`).join('');
    })
    .join('\n');
}
