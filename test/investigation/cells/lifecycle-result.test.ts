import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeLifecycleResult } from '../../../src/investigation/cells/write-lifecycle-result.ts';
import type { LifecycleFacts } from '../../../src/investigation/index.ts';
import { makeFence } from '../../../src/investigation/notebook/fence.ts';
import { ofKind, parseText } from '../sample.ts';
import { LIFECYCLE } from '../target.ts';

function readBack(facts: LifecycleFacts): LifecycleFacts | undefined {
  const block = makeFence(
    { word: 'lifecycle-result', attributes: [{ key: 'of', value: 'l' }] },
    writeLifecycleResult(facts),
    '\n',
  );
  return ofKind(parseText(block.open + block.body + block.close), 'lifecycle-result')[0]?.content.value.facts;
}

describe('results of lifecycles', () => {
  test('every fact is read back, sorted', () => {
    const { cost: _cost, ...facts } = LIFECYCLE;
    const [edge, other] = facts.transitions;
    const [h4, h1] = facts.hazards;
    if (edge === undefined || other === undefined || h4 === undefined || h1 === undefined)
      throw new Error('facts');
    expect(readBack(LIFECYCLE)).toEqual({
      ...facts,
      transitions: [edge, { ...other, sites: other.sites.toReversed() }],
      hazards: [h1, h4],
    });
  });

  test('the order in which facts are found changes nothing', () => {
    const turned: LifecycleFacts = {
      ...LIFECYCLE,
      transitions: LIFECYCLE.transitions.toReversed(),
      hazards: LIFECYCLE.hazards.toReversed(),
      setters: LIFECYCLE.setters.toReversed(),
    };
    expect(writeLifecycleResult(turned)).toBe(writeLifecycleResult(LIFECYCLE));
  });

  test('one fact a line, and names of any kind', () => {
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(name, name, name, (state, guard, file) => {
        const facts: LifecycleFacts = {
          states: [{ name: state, value: guard, terminal: true, file, line: 1 }],
          stores: [],
          roles: [],
          setters: [
            {
              name: state,
              file,
              line: 2,
              table: Object.fromEntries([[state, Object.fromEntries([[guard, state]])]]),
            },
          ],
          writes: [],
          removals: [{ file, line: 3, function: guard, role: '', from: [state], guard }],
          transitions: [],
          hazards: [],
          unresolved: [],
        };
        expect(readBack(facts)).toEqual(facts);
        expect(writeLifecycleResult(facts).split('\n')).toHaveLength(13);
      }),
      { numRuns: 500, seed: 9 },
    );
  });
});
