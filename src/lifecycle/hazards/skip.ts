import type { Hazard } from '../model.ts';
import type { Context, Rule } from './context.ts';
import { gates } from './gates.ts';
import { expressionText } from './print.ts';
import { skips, type Skip } from './skips.ts';
import { leftBehind, skipBehind, skippedAlone, takenBack, type Story } from './story.ts';
import { placeOf } from './witness.ts';

/**
 * H7: a worker drops an item because of a status or a companion map, and leaves nothing behind. High where another
 * branch removes the companion without an end of the status (H6), so that the entry is stuck for good.
 */
export const silentSkip: Rule = (context) => {
  const all = skips(context);
  return all.map((skip) => {
    const story = storyOf(context, skip, all);
    return finding(skip, story ?? skippedAlone(context, skip), story !== null);
  });
};

/** The story of a gate in front of this skip. */
function storyOf(context: Context, skip: Skip, all: readonly Skip[]): Story | null {
  const before = gates(context).filter(
    (gate) => skipBehind(gate, all) === skip || gate.companion === skip.companion,
  );
  for (const gate of before) {
    const story = takenBack(context, gate, skip);
    if (story !== null) return story;
  }
  for (const gate of before) {
    const story = leftBehind(context, gate, skip, 'skip');
    if (story !== null) return story;
  }
  return null;
}

function finding(skip: Skip, story: Story, gated: boolean): Hazard {
  const text = expressionText(skip.guard.test);
  return {
    rule: 'H7',
    severity: gated ? 'high' : 'warning',
    confidence: gated ? 'high' : skip.companion === null ? 'low' : 'medium',
    ...placeOf(skip.exit),
    data: {
      function: skip.owner.path,
      guard: skip.guard.holds ? text : `not (${text})`,
      state: story.state,
    },
    witness: story.witness,
  };
}
