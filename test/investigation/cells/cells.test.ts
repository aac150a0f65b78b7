import { describe, expect, test } from 'vitest';
import { formatLineRange, parseLineRange, type Mark } from '../../../src/investigation/index.ts';
import { withoutComment } from '../../../src/investigation/cells/probe.ts';
import { fence, ofKind, parseText } from '../sample.ts';

/** The marks of a notebook as `line:column code` and what else they say. */
function marksOf(text: string): readonly string[] {
  return parseText(text)
    .blocks.flatMap((block) => block.marks)
    .map(({ line, column, ...rest }: Mark) =>
      `${line}:${column} ${Object.values(rest).flat().join(' ')}`.trim(),
    );
}

const front = (lines: string): string => `---\n${lines}---\n`;

describe('front matter', () => {
  const value = (lines: string): object | undefined =>
    ofKind(parseText(front(lines)), 'front-matter')[0]?.content.value;

  test('names of targets in every form', () => {
    expect(value('sonde: 1\ntitle: A: b\n'.replace('A: b', '"A: b"'))).toEqual({
      version: '1',
      title: 'A: b',
      targets: [],
      variables: [],
    });
    const targets = [{ name: 'prefill', root: '/srv/app' }, { name: 'decode' }];
    expect(value('sonde: 1\ntargets:\n  prefill: /srv/app\n  decode:\n')).toMatchObject({ targets });
    expect(value('sonde: 1\ntargets: {prefill: {root: /srv/app}, decode: }\n')).toMatchObject({ targets });
    expect(value('sonde: 1\ntargets: [prefill, decode]\n')).toMatchObject({
      targets: [{ name: 'prefill' }, { name: 'decode' }],
    });
    expect(value('sonde: 1\ntargets: one\n')).toMatchObject({ targets: [{ name: 'one' }] });
    expect(value('sonde: 1\ntargets: {w: "C:/src"}\nvars: {a: 1, b: }\n')).toMatchObject({
      targets: [{ name: 'w', root: 'C:/src' }],
      variables: [
        { name: 'a', value: '1' },
        { name: 'b', value: '' },
      ],
    });
  });

  test('a host is an error, in every form', () => {
    for (const host of ['gpu1:/srv/app', 'ssh://root@gpu1:22/srv', 'gpu1', 'user@gpu1:/x', '~/app', '../app'])
      expect(marksOf(front(`sonde: 1\ntargets:\n  prefill: ${host}\n`))).toEqual([
        `4:12 target-host prefill ${host}`,
      ]);
    expect(marksOf(front('sonde: 1\ntargets:\n  prefill: {root: /srv, host: gpu1}\n'))).toEqual([
      '4:25 target-host prefill gpu1',
    ]);
  });

  test('faults of other fields', () => {
    expect(marksOf(front('title: x\n'))).toEqual(['2:1 field-missing sonde']);
    expect(marksOf(front('sonde: 2\nnew: x\n'))).toEqual(['2:8 version 2', '3:1 field-unknown new']);
    expect(marksOf(front('sonde: 1\ntargets: {GPU 1: }\nvars: [a]\n'))).toEqual([
      '3:11 target-name GPU 1',
      '4:7 field-value vars  map',
    ]);
  });
});

describe('probe cells', () => {
  test('lines, comments, places and targets', () => {
    const notebook = parseText(
      'Text.\n\n```probe id=p1 on="prefill, decode"\n# all of it\n\n  grep -n x f  # why\nls {{folder}}\n```\n',
    );
    expect(ofKind(notebook, 'probe')[0]?.content.value).toEqual({
      id: 'p1',
      on: ['prefill', 'decode'],
      lines: [
        { text: 'grep -n x f', line: 6, column: 3, blanks: [] },
        { text: 'ls {{folder}}', line: 7, column: 1, blanks: ['folder'] },
      ],
    });
  });

  test.each([
    ['grep a b', 'grep a b'],
    ['# all', ''],
    ['grep a b # c', 'grep a b '],
    ["grep '# a' b", "grep '# a' b"],
    ['grep "# \\" # a" b # c', 'grep "# \\" # a" b '],
    ['grep a#b c', 'grep a#b c'],
    ['grep \\# c', 'grep \\# c'],
    ["grep 'a'#b c", "grep 'a'#b c"],
    ['cat a |# b', 'cat a |'],
    ["grep 'a # b", "grep 'a # b"],
  ])('the comment of %j is left out', (line, code) => {
    expect(withoutComment(line)).toBe(code);
  });

  test('a target that the front matter does not name, or names among others', () => {
    const head = front('sonde: 1\ntargets: [a, b]\n');
    expect(marksOf(`${head}\n${fence('probe on=c', 'ls\n')}`)).toEqual(['6:1 target-unknown c a b']);
    expect(marksOf(`${head}\n${fence('probe', 'ls\n')}`)).toEqual(['6:1 target-missing a b']);
    expect(marksOf(`${head}\n${fence('pins', '- file: x\n  lines: 1\n  on: c\n')}`)).toEqual([
      '7:1 target-unknown c a b',
    ]);
    expect(marksOf(fence('probe', 'ls\n'))).toEqual([]);
  });

  test('words behind the backticks that cannot be read', () => {
    for (const info of [
      'probe id=',
      'probe id=a id=b',
      'probe what',
      'probe id="a',
      'probe id=a"b',
      'claim =x',
    ])
      expect(marksOf(fence(info, 'ls\n'))).toEqual([`1:1 info-syntax ${info.slice(0, 5)}`]);
  });
});

describe('pins', () => {
  test('every field', () => {
    const body = `- id: a1
  on: prefill
  file: ./src/a.py
  lines: 3-9
  symbol: A.b
  role: worker
  note: |
    Two
    lines.
  found-by: p1
  commit: 12345e7
  dirty: true
  sha256: 00e1
  before: ["", "def a():"]
  after: |
    x

    y
`;
    expect(ofKind(parseText(fence('pins', body)), 'pins')[0]?.content.value).toEqual([
      {
        id: 'a1',
        on: 'prefill',
        file: 'src/a.py',
        lines: { first: 3, last: 9 },
        symbol: 'A.b',
        role: 'worker',
        note: 'Two\nlines.',
        foundBy: 'p1',
        commit: '12345e7',
        dirty: true,
        sha256: '00e1',
        before: ['', 'def a():'],
        after: ['x', '', 'y'],
        line: 2,
      },
    ]);
  });

  test.each([
    ['3', { first: 3, last: 3 }],
    ['3-9', { first: 3, last: 9 }],
    ['15-', { first: 15, last: null }],
    ['9-3', undefined],
    ['0', undefined],
    ['a', undefined],
    ['-3', undefined],
  ])('lines %s', (text, range) => {
    expect(parseLineRange(text)).toEqual(range);
    if (range !== undefined) expect(formatLineRange(range)).toBe(text);
  });

  test('faults leave the cell as text', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['- symbol: A\n', '2:3 field-missing file'],
      ['- file: a.py\n', '2:3 field-missing symbol, lines'],
      ['- file: a.py\n  lines: x\n', '3:10 field-value lines x 460-520'],
      ['- a.py\n', '2:3 yaml not-a-map'],
      ['file: a.py\n', '2:1 yaml not-a-list'],
      ['- file: &a a.py\n  symbol: *a\n', '2:12 yaml alias a'],
      ['- file: !x a.py\n  lines: 1\n', '2:12 yaml tag !x'],
      ['- {file: a.py, lines: 1}\n- file: [a]\n  lines: 1\n', '3:9 field-value file  text'],
    ];
    for (const [body, mark] of cases) {
      expect(marksOf(fence('pins', body))).toEqual([mark]);
      expect(parseText(fence('pins', body)).blocks[0]?.content).toEqual({ kind: 'invalid', word: 'pins' });
    }
    expect(marksOf(fence('pins', '- file: a.py\n  lines: 1\n  color: red\n'))).toEqual([
      '4:3 field-unknown color',
    ]);
    expect(marksOf(fence('pins', ''))).toEqual([]);
  });
});

describe('claims and lifecycles', () => {
  test('a claim', () => {
    const body = 'kind: hypothesis\ntext: |\n  It hangs\n  here.\nfor: a1\nagainst: [b, c]\n';
    expect(ofKind(parseText(fence('claim id=c1', body)), 'claim')[0]?.content.value).toEqual({
      id: 'c1',
      kind: 'hypothesis',
      text: 'It hangs\nhere.',
      status: 'open',
      for: ['a1'],
      against: ['b', 'c'],
    });
    expect(marksOf(fence('claim', 'kind: rumour\ntext: x\n'))).toEqual([
      '2:7 field-value kind rumour observation, deduction, assumption, hypothesis, question',
    ]);
    expect(marksOf(fence('claim', 'text: x\n'))).toEqual(['2:1 field-missing kind']);
    expect(marksOf(fence('claim', 'kind: question\ntext: x\nstatus: done\n'))).toEqual([
      '4:9 field-value status done open, supported, refuted',
    ]);
    expect(marksOf(fence('claim', 'kind: [a\n'))[0]).toMatch(/^\d+:\d+ yaml syntax/);
  });

  test('a lifecycle', () => {
    const body = 'on: prefill\nstates: S\nstore: s\nclass: C\nfiles: a.py\nterminal: [Done]\n';
    expect(ofKind(parseText(fence('lifecycle id=l', body)), 'lifecycle')[0]?.content.value).toEqual({
      id: 'l',
      on: 'prefill',
      states: 'S',
      store: 's',
      class: 'C',
      files: ['a.py'],
      terminal: ['Done'],
    });
    expect(marksOf(fence('lifecycle', 'store: {a: b}\n'))).toEqual(['2:8 field-value store  text']);
  });
});

describe('blocks that belong to others', () => {
  test('ids that stand twice are marked at both places', () => {
    const text = `${fence('probe id=a', 'ls\n')}\n${fence('claim id=a', 'kind: question\ntext: x\n')}\n${fence('pins', '- id: a\n  file: x\n  lines: 1\n')}`;
    expect(marksOf(text)).toEqual(['1:1 duplicate-id a 5', '5:1 duplicate-id a 1', '11:1 duplicate-id a 1']);
  });

  test('what belongs to nothing here is kept and marked', () => {
    const text = `${fence('evidence of=p on=t exit=0', '$ ls gone\nx\n')}\n${fence('python of=none', 'x\n')}\n${fence('hazards of=l', 'x\n')}\n${fence('mermaid', '%% of=l\n')}\n${fence('lifecycle-result of=l', 'states: []\n')}`;
    expect(marksOf(text)).toEqual([
      '1:1 evidence-orphan ls gone',
      '6:1 orphan python none',
      '10:1 orphan hazards l',
      '14:1 orphan mermaid l',
      '18:1 orphan lifecycle-result l',
    ]);
  });

  test('evidence: its header, and faults in it', () => {
    const good = `${fence('probe id=p', 'ls\n')}\n${fence('evidence of=p on=t exit=stopped lines=9 stored=1 truncated=time sha256=ab commit=cd seen=2026-06-13', '$ ls\na\n[… 8 more]\n')}`;
    const record = ofKind(parseText(good), 'evidence')[0]?.content.value;
    expect({ ...record, output: new TextDecoder().decode(record?.output) }).toEqual({
      of: 'p',
      on: 't',
      line: 'ls',
      exit: null,
      lines: 9,
      stored: 1,
      truncated: 'time',
      sha256: 'ab',
      commit: 'cd',
      seen: '2026-06-13',
      output: 'a\n',
      leftOut: '[… 8 more]',
    });
    expect(marksOf(fence('evidence of=p', 'no line\n'))).toEqual(['2:1 probe-line-missing']);
    expect(marksOf(fence('evidence of=p enc=c', '$ ls\n\\q\n'))).toEqual(['2:1 encoding']);
    expect(marksOf(fence('evidence of=p enc=zip', '$ ls\n'))).toEqual(['2:1 encoding']);
    expect(marksOf(`${fence('probe', 'ls\n')}\n${fence('evidence exit=x', '$ ls\n')}`)).toEqual([
      '5:1 attribute-value exit x',
    ]);
  });

  test('a result of a newer version is kept as text', () => {
    const body =
      'states: []\nhazards:\n  - hazard: {rule: H99, severity: high, confidence: low, file: a, line: 1}\n';
    const notebook = parseText(fence('lifecycle-result of=l', body));
    expect(notebook.blocks[0]?.content.kind).toBe('invalid');
    expect(marksOf(fence('hazards', 'x\n'))).toEqual(['1:1 attribute-missing hazards of']);
  });
});
