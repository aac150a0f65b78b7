import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readYaml, type YamlNode } from '../../../src/investigation/yaml/read.ts';
import {
  yamlFieldLines,
  yamlFlow,
  yamlScalar,
  type YamlValue,
} from '../../../src/investigation/yaml/write.ts';

/** The plain value of a node. */
function plain(node: YamlNode | undefined): YamlValue | undefined {
  if (node === undefined || node.kind === 'text') return node?.text;
  if (node.kind === 'list') return node.items.map((item) => plain(item) ?? '');
  return Object.fromEntries(node.entries.map((entry) => [entry.key, plain(entry.value)]));
}

function read(text: string): YamlValue | undefined {
  const result = readYaml(text);
  if (!result.ok) throw new Error(`${result.error.fault} ${result.error.detail}`);
  return plain(result.value);
}

describe('reading', () => {
  test('every scalar is text', () => {
    expect(read('a: 12345e7\nb: true\nc: null\nd:\ne: ~\nf: 0x1F\ng: 2026-06-13\n')).toEqual({
      a: '12345e7',
      b: 'true',
      c: 'null',
      d: '',
      e: '~',
      f: '0x1F',
      g: '2026-06-13',
    });
    expect(read('')).toBeUndefined();
    expect(read('# nothing\n')).toBeUndefined();
  });

  test.each([
    ['a: &x b', 'alias'],
    ['a: b\nc: *a', 'alias'],
    ['a: !!str b', 'tag'],
    ['a: !x {b: c}', 'tag'],
    ['a: [b', 'syntax'],
    ['a: b\na: c', 'syntax'],
    ['a: b\n---\nc: d', 'syntax'],
    ['? [a]\n: b', 'key'],
    ['a: "\\q"', 'syntax'],
  ])('%j is refused', (text, fault) => {
    const result = readYaml(text);
    expect(result.ok ? 'read' : result.error.fault).toBe(fault);
  });

  test('what is nested too deep is refused, not a crash', () => {
    const steps = Array.from({ length: 300 }, (_, level) => `${' '.repeat(level)}a:\n`).join('');
    const texts = [
      '['.repeat(100_000),
      '- '.repeat(20_000),
      '{a: '.repeat(20_000),
      '? '.repeat(300),
      steps,
      '["]", '.repeat(300),
    ];
    for (const text of texts) {
      const result = readYaml(text);
      expect(result.ok ? 'read' : result.error.fault).toBe('depth');
    }
    // Many that close again are not deep.
    expect(readYaml(`a: [${'[], '.repeat(5000)}]\nb:\n${'  - [x]\n'.repeat(5000)}`).ok).toBe(true);
  });

  test('places are offsets of the text, with any line end', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = `a: b${end}c:${end}  - d # x${end}  - "e"${end}`;
      const result = readYaml(text);
      if (!result.ok || result.value?.kind !== 'map') throw new Error('a map');
      const entry = result.value.entries[1];
      if (entry?.value.kind !== 'list') throw new Error('a list');
      expect(entry.value.items.map((item) => text.slice(item.start, item.end))).toEqual(['d', '"e"']);
    }
  });
});

describe('writing', () => {
  test('scalars are bare where that says the same', () => {
    expect(
      ['a b', 'p1', '460-520', 'a.py', 'x: y', '- a', ' a', '', '#a', 'a #b', 'true', 'a:', '*a', 'ä'].map(
        yamlScalar,
      ),
    ).toEqual([
      'a b',
      'p1',
      '460-520',
      'a.py',
      '"x: y"',
      '"- a"',
      '" a"',
      '""',
      '"#a"',
      '"a #b"',
      'true',
      '"a:"',
      '"*a"',
      '"ä"',
    ]);
    expect(yamlScalar('a\u202Eb\u0000"\\')).toBe('"a\\u202Eb\\u0000\\"\\\\"');
  });

  test('texts of several lines are literal blocks', () => {
    expect(
      yamlFieldLines({ note: 'one\n\n  two\n', none: undefined, list: ['a: b', 'c'], map: { x: '1' } }),
    ).toEqual(['note: |', '  one', '', '    two', 'list:', '  - "a: b"', '  - c', 'map: {x: 1}']);
    expect(yamlFieldLines({ note: 'one\ntwo' })[0]).toBe('note: |-');
    expect(yamlFieldLines({ note: ' one\ntwo' })).toEqual(['note: " one\\ntwo"']);
  });

  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc
      .array(
        fc.constantFrom(
          'a',
          ' ',
          '\n',
          ':',
          '#',
          '-',
          '"',
          "'",
          '\t',
          '{',
          ',',
          '|',
          '\r',
          '...',
          '---',
          '%',
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  );

  test('any text is read back, on a line and in lines', () => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        expect(read(yamlScalar(first)) ?? '').toBe(first);
        expect(read(yamlFlow({ k: [first, second] }))).toEqual({ k: [first, second] });
        const lines = yamlFieldLines({ a: first, b: [second], c: second });
        expect(read(lines.map((line) => `${line}\n`).join(''))).toEqual({ a: first, b: [second], c: second });
        expect(yamlFlow([first, second])).not.toMatch(/[\r\n]/);
      }),
      { numRuns: 2000, seed: 12 },
    );
  });
});
