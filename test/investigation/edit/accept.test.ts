import { describe, expect, it } from 'vitest';
import {
  acceptHazard,
  MODULE_SYMBOL,
  parseNotebook,
  printNotebook,
  withdrawAcceptance,
  type AcceptedHazard,
  type Notebook,
} from '../../../src/investigation/index.ts';
import { writeLifecycleResult } from '../../../src/investigation/cells/write-lifecycle-result.ts';
import { hazardsText } from '../../../src/investigation/results/hazards-text.ts';
import { acceptHazards } from '../../../src/investigation/run/accept.ts';
import { lifecycleWords } from '../../../src/messages/index.ts';
import { fixture, lifecycleOf, traps } from '../../support/hazards.ts';

const code =
  traps(fixture('traps/H9.py')).find((each) => each.title === 'an assert outside any try')?.text ?? '';
const lifecycle = await lifecycleOf(code, 'Train');
const entry: AcceptedHazard = {
  rule: 'H9',
  symbol: 'Assert.drive',
  file: 'module.py',
  reason: 'a watchdog: it starts "again"',
};
const line = '{rule: H9, file: module.py, symbol: Assert.drive, reason: "a watchdog: it starts \\"again\\""}';

/** A notebook with one lifecycle cell, its result and its hazards. */
function notebook(cell: string, end = '\n'): Notebook {
  const text = [
    '# Trains',
    '',
    '```lifecycle id=l1',
    cell,
    '```',
    '',
    '```lifecycle-result of=l1',
    writeLifecycleResult(lifecycle).trimEnd(),
    '```',
    '',
    '```hazards of=l1',
    hazardsText(lifecycle, lifecycleWords).trimEnd(),
    '```',
    '',
    'The end.',
    '',
  ].join('\n');
  const parsed = parseNotebook(new TextEncoder().encode(text.replaceAll('\n', end)));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

function accept(before: Notebook, what: AcceptedHazard = entry): Notebook {
  const changed = acceptHazard(before, 'l1', what, lifecycleWords);
  if (!changed.ok) throw new Error(changed.error.code);
  return changed.value;
}

function textOf(value: Notebook): string {
  return new TextDecoder().decode(printNotebook(value));
}

function cellOf(value: Notebook): string {
  return value.blocks.find(({ content }) => content.kind === 'lifecycle')?.body ?? '';
}

describe('calling a finding no hazard', () => {
  it('writes it into the cell, the result and the hazards, and nothing else', () => {
    const before = notebook('states: Train # the enum');
    const after = accept(before);
    expect(cellOf(after)).toBe(`states: Train # the enum\naccepted:\n  - ${line}\n`);
    const content = after.blocks.find(({ content: each }) => each.kind === 'lifecycle')?.content;
    expect(content?.kind === 'lifecycle' ? content.value.accepted : []).toEqual([entry]);
    const result = after.blocks.find(({ content: each }) => each.kind === 'lifecycle-result');
    expect(result?.body).toBe(writeLifecycleResult(acceptHazards(lifecycle, [entry])));
    expect(textOf(after)).toMatch(/~~H9 \w+ \(\w+\)~~ module\.py:\d+\n.* — not a hazard here: a watchdog/);
    expect(textOf(after).split('\n').slice(0, 3)).toEqual(textOf(before).split('\n').slice(0, 3));
    expect(textOf(after).endsWith('\nThe end.\n')).toBe(true);
  });

  it.each([
    [
      'a list of lines',
      'states: Train\naccepted:\n  # seen in June\n  - {rule: H8, symbol: a.b, reason: one thread}\n# end',
    ],
    [
      'a list without indentation',
      'accepted:\n- rule: H8\n  symbol: a.b\n  reason: one thread\nstates: Train',
    ],
  ])('adds a line to %s', (_name, cell) => {
    const after = cellOf(accept(notebook(cell)));
    const indent = /^( *)- /m.exec(cell)?.[1] ?? '';
    expect(after).toContain(`\n${indent}- ${line}\n`);
    // Nothing but this line is new.
    expect(after.replace(`${indent}- ${line}\n`, '')).toBe(`${cell}\n`);
  });

  it('writes a list in brackets anew', () => {
    const flow = cellOf(
      accept(notebook('accepted: [{rule: H8, symbol: a.b, reason: one thread}]\nstates: Train')),
    );
    expect(flow).toBe(
      `accepted:\n  - {rule: H8, symbol: a.b, reason: one thread}\n  - ${line}\nstates: Train\n`,
    );
  });

  it('gives an entry that is there the new reason', () => {
    const once = accept(notebook('states: Train'));
    const twice = accept(once, { ...entry, reason: 'it is tested' });
    expect(cellOf(twice).match(/rule: H9/g)).toHaveLength(1);
    expect(cellOf(twice)).toContain('reason: it is tested');
    expect(textOf(accept(twice))).toBe(textOf(once));
  });

  it('is taken back byte for byte', () => {
    for (const [cell, end] of [
      ['states: Train', '\n'],
      ['states: Train', '\r\n'],
      ['states: Train\nfiles: [module.py]', '\n'],
    ] as const) {
      const before = notebook(cell, end);
      const back = withdrawAcceptance(accept(before), 'l1', entry, lifecycleWords);
      expect(back.ok ? textOf(back.value) : back.error).toBe(textOf(before));
    }
  });

  it('names exactly one finding in the cell, and tells it from an entry that says less', () => {
    const exact = { ...entry, about: { state: 'A, B' }, code: 'assert kind == "go"' };
    const cell = cellOf(accept(accept(notebook('states: Train')), exact));
    expect(cell.split('\n').slice(2, 4)).toEqual([
      `  - ${line}`,
      '  - {rule: H9, file: module.py, symbol: Assert.drive, about: {state: "A, B"}, code: "assert kind == \\"go\\"", reason: "a watchdog: it starts \\"again\\""}',
    ]);
    const both = accept(accept(notebook('states: Train')), exact);
    const back = withdrawAcceptance(both, 'l1', exact, lifecycleWords);
    expect(back.ok ? textOf(back.value) : '').toBe(textOf(accept(notebook('states: Train'))));
  });

  it('keeps what a newer version says of other entries, and comments', () => {
    const cell = [
      'accepted:',
      '  # seen in June',
      '  - {rule: H8, symbol: a.b, until: {release: "2"}, reason: one thread}',
      '  - {rule: H9, file: module.py, symbol: Assert.drive, by: [me], reason: old}  # ask again',
      'states: Train',
    ].join('\n');
    const changed = cellOf(accept(notebook(cell)));
    expect(changed).toBe(`${cell.replace('reason: old', `reason: "a watchdog: it starts \\"again\\""`)}\n`);
    const back = withdrawAcceptance(notebook(cell), 'l1', entry, lifecycleWords);
    const kept = cell.split('\n').filter((each) => !each.includes('Assert.drive'));
    expect(back.ok ? cellOf(back.value) : back.error).toBe(`${kept.join('\n')}\n`);
    // A list in brackets is written anew, with all that it says.
    const flow = 'accepted: [{rule: H8, symbol: a.b, until: {release: "2"}, reason: one thread}]';
    expect(cellOf(accept(notebook(flow)))).toContain(
      '  - {rule: H8, symbol: a.b, until: {release: 2}, reason: one thread}\n',
    );
  });

  it('keeps the line ends of the file', () => {
    const text = textOf(accept(notebook('states: Train', '\r\n')));
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('names an entry that matches nothing, and one at the top level of a module', () => {
    const gone = textOf(accept(notebook('states: Train'), { ...entry, symbol: 'Assert.gone' }));
    expect(gone).toContain('accepted-gone');
    const bare = lifecycle.hazards.map(({ symbol: _symbol, ...hazard }) => hazard);
    const top = acceptHazards({ ...lifecycle, hazards: bare }, [{ ...entry, symbol: MODULE_SYMBOL }]);
    expect(top.hazards.find((each) => each.rule === 'H9')?.accepted).toBe(entry.reason);
  });

  it('fails where the cell is not there or holds no map', () => {
    expect(acceptHazard(notebook('states: Train'), 'l2', entry, lifecycleWords)).toEqual({
      ok: false,
      error: { code: 'no-such-cell' },
    });
    expect(acceptHazard(notebook('- a list'), 'l1', entry, lifecycleWords).ok).toBe(false);
  });
});
