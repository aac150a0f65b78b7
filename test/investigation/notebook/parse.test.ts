import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseNotebook, printNotebook } from '../../../src/investigation/index.ts';
import { fence, ofKind, parseText, printText, SAMPLE } from '../sample.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('what a notebook holds', () => {
  test('every kind of block is read', () => {
    const notebook = parseText(SAMPLE);
    expect(notebook.blocks.map((block) => block.content.kind)).toEqual([
      'front-matter',
      'prose',
      'probe',
      'evidence',
      'pins',
      'excerpt',
      'claim',
      'lifecycle',
      'lifecycle-result',
      'mermaid',
      'hazards',
      'reserved',
      'prose',
    ]);
    expect(notebook.blocks.flatMap((block) => block.marks)).toEqual([]);
    expect(notebook.blocks.map((block) => block.line)).toEqual([
      1, 8, 12, 18, 24, 33, 39, 46, 52, 58, 63, 67, 71,
    ]);
  });

  test('a fence of another word, in a list, a quote, HTML, another fence or indented is prose', () => {
    const texts = [
      fence('bash', 'ls\n'),
      '- item\n\n  ```probe\n  ls\n  ```\n',
      '> ```probe\n> ls\n> ```\n',
      '<div>\n```probe\nls\n```\n</div>\n',
      '````text\n```probe\nls\n```\n````\n',
      ' ```probe\nls\n```\n',
      '~~~probe\nls\n~~~\n',
      fence('python', 'x = 1\n'),
      fence('mermaid', 'stateDiagram-v2\n'),
      fence('tables of things', 'x\n'),
    ];
    for (const text of texts) {
      const notebook = parseText(text);
      expect(notebook.blocks.map((block) => block.content.kind)).toEqual(['prose']);
      expect(printText(notebook)).toBe(text);
    }
  });

  test('prose is parted by the separator line, which belongs to the gap', () => {
    const text = 'One.\n\n<!-- -->\n\nTwo.\n<!-- -->\nThree.\n';
    const notebook = parseText(text);
    expect(notebook.blocks.map((block) => [block.gap, block.body])).toEqual([
      ['', 'One.'],
      ['\n<!-- -->\n\n', 'Two.'],
      ['<!-- -->\n', 'Three.'],
    ]);
    expect(printText(notebook)).toBe(text);
  });

  test('a longer fence may hold backticks', () => {
    const text = '````evidence of=p on=a\n$ cat x\n```\n````\n';
    const block = ofKind(parseText(text), 'evidence')[0];
    expect(new TextDecoder().decode(block?.content.value.output)).toBe('```\n');
  });

  test('the empty file is an empty notebook', () => {
    expect(parseNotebook(new Uint8Array())).toEqual({
      ok: true,
      value: { bom: false, blocks: [], tail: '' },
    });
  });
});

describe('errors of structure', () => {
  const cases: readonly (readonly [string, Uint8Array, object])[] = [
    [
      'bytes that are not UTF-8',
      Uint8Array.of(0x61, 0x0a, 0xc3, 0xa4, 0xff, 0x62),
      { code: 'not-utf8', line: 2, column: 2, byte: 0xff },
    ],
    [
      'a character that is cut at the end',
      Uint8Array.of(0x61, 0xe2, 0x82),
      { code: 'not-utf8', line: 1, column: 2, byte: 0xe2 },
    ],
    [
      'front matter that is not closed',
      encode('---\nsonde: 1\n# Title\n'),
      { code: 'front-matter-unclosed', line: 1, column: 1 },
    ],
    [
      'front matter that is not YAML',
      encode('---\nsonde: 1\ntitle: [a\n---\n'),
      { code: 'front-matter-yaml', line: 4, fault: 'syntax' },
    ],
    [
      'front matter with a tag',
      encode('---\nsonde: !!int 1\n---\n'),
      { code: 'front-matter-yaml', line: 2, column: 14, fault: 'tag' },
    ],
    [
      'front matter with an alias',
      encode('---\nsonde: 1\nvars: &v\n  a: b\ntargets: *v\n---\n'),
      { code: 'front-matter-yaml', line: 4, fault: 'alias' },
    ],
    [
      'front matter that is a list',
      encode('---\n- sonde\n---\n'),
      { code: 'front-matter-yaml', line: 2, column: 1, fault: 'not-a-map' },
    ],
    [
      'a conflict',
      encode('a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n'),
      { code: 'conflict-marker', line: 2, column: 1, marker: '<<<<<<<' },
    ],
    [
      'a half mended conflict inside a cell',
      encode('```probe\nls\n>>>>>>> other\n```\n'),
      { code: 'conflict-marker', line: 3, column: 1, marker: '>>>>>>>' },
    ],
    [
      'a cell fence that is never closed',
      encode('text\n\n```probe id=p1\nls\n\nmore\n'),
      { code: 'fence-unclosed', line: 3, column: 1, word: 'probe' },
    ],
    [
      'a cell fence that is closed by fewer backticks only',
      encode('````pins\n```\n'),
      { code: 'fence-unclosed', line: 1, column: 1, word: 'pins' },
    ],
    ['a fence at the very end', encode('```claim'), { code: 'fence-unclosed', line: 1, word: 'claim' }],
  ];
  test.each(cases)('%s', (_name, bytes, expected) => {
    const parsed = parseNotebook(bytes);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.error).toMatchObject(expected);
  });

  test('the underline of a heading is no conflict, a deeply nested front matter is an error', () => {
    expect(parseText('Title\n=======\n').blocks).toHaveLength(1);
    const deep = parseNotebook(encode(`---\na: ${'['.repeat(20_000)}\n---\n`));
    expect(deep.ok).toBe(false);
  });
});

describe('round trip', () => {
  test('CRLF, BOM, mixed line ends, no last newline', () => {
    const texts = [
      SAMPLE,
      SAMPLE.replaceAll('\n', '\r\n'),
      `\uFEFF${SAMPLE}`,
      SAMPLE.trimEnd(),
      SAMPLE.replaceAll('\n\n', '\r\n\n'),
      SAMPLE.replaceAll('\n\n', '\n\t \r\n'),
      'a\rb\r\r```probe\rls\r```\r',
      '\n\n\n',
      '```probe\n```',
      '```probe\n\n```\n   \n',
    ];
    for (const text of texts) expect(printText(parseText(text))).toBe(text);
  });

  test('line ends do not change what is read', () => {
    const plain = parseText(SAMPLE).blocks.map((block) => block.content.kind);
    for (const end of ['\r\n', '\r']) {
      const other = parseText(SAMPLE.replaceAll('\n', end));
      expect(other.blocks.map((block) => block.content.kind)).toEqual(plain);
    }
  });

  const ends = fc.constantFrom('\n', '\r\n', '\r', '');
  const fragment = fc.oneof(
    fc.constantFrom(...SAMPLE.split('\n')),
    fc.constantFrom(
      '```',
      '````',
      '~~~',
      '---',
      '<!-- -->',
      '<div>',
      '- ',
      '> ```probe',
      '```newer a=b',
      '%% of=l1',
    ),
    fc.constantFrom(
      '\u202E```',
      '\u0000',
      '\\',
      '"',
      '`````evidence of="a b"',
      '=======',
      '    ```pins',
      '\t',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  const lines = fc.array(fc.tuple(fragment, ends), { maxLength: 40 });

  test('random lines, spliced into the sample', () => {
    const sample = SAMPLE.split('\n');
    fc.assert(
      fc.property(lines, fc.nat(sample.length), fc.nat(12), fc.boolean(), (extra, at, drop, bom) => {
        const spliced = [...sample];
        spliced.splice(at, drop, extra.map(([text, end]) => text + end).join(''));
        expectExact(encode((bom ? '\uFEFF' : '') + spliced.join('\n')));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  test('random lines alone, and truncated files', () => {
    fc.assert(
      fc.property(lines, fc.nat(4000), (extra, cut) => {
        expectExact(encode(extra.map(([text, end]) => text + end).join('')));
        expectExact(encode(SAMPLE.slice(0, cut)));
      }),
      { numRuns: 1000, seed: 2 },
    );
  });

  test('random bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), expectExact), { numRuns: 1000, seed: 3 });
  });
});

/** A file is refused with a place, or printed back exactly. */
function expectExact(bytes: Uint8Array): void {
  const parsed = parseNotebook(bytes);
  if (parsed.ok) expect(Buffer.compare(printNotebook(parsed.value), bytes)).toBe(0);
  else expect(parsed.error.line).toBeGreaterThan(0);
}
