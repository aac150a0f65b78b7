import type { LifecycleQuery } from '../cells/lifecycle.ts';
import type { Pin } from '../cells/pins.ts';
import type { ProbeLine } from '../cells/probe.ts';
import { targetNames } from '../evidence/attach.ts';
import type { Notebook } from '../notebook/model.ts';

/** One thing that a run does. `on` is undefined where a notebook of several targets does not say which. */
export type Step = StepPlace &
  (
    | { readonly kind: 'probe'; readonly line: ProbeLine }
    | { readonly kind: 'pin'; readonly pin: Pin }
    | { readonly kind: 'lifecycle'; readonly query: LifecycleQuery }
  );

interface StepPlace {
  /** Index of the block. */
  readonly block: number;
  readonly id: string;
  readonly on: string | undefined;
}

/** The steps of a run in the order of the notebook: line by line, and each line on each of its targets. */
export function planRun(notebook: Notebook): readonly Step[] {
  const names = targetNames(notebook);
  const only = names.length === 1 ? names[0] : undefined;
  return notebook.blocks.flatMap((block, index): readonly Step[] => {
    const content = block.content;
    if (content.kind === 'probe') {
      const { id = '', on, lines } = content.value;
      const targets = on.length === 0 ? [only] : on;
      return lines.flatMap((line) =>
        targets.map((target): Step => ({ kind: 'probe', block: index, id, on: target, line })),
      );
    }
    if (content.kind === 'pins')
      return content.value.map((pin) => ({
        kind: 'pin',
        block: index,
        id: pin.id ?? '',
        on: pin.on ?? only,
        pin,
      }));
    if (content.kind === 'lifecycle') {
      const { id = '', on } = content.value;
      return [{ kind: 'lifecycle', block: index, id, on: on ?? only, query: content.value }];
    }
    return [];
  });
}
