import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  runInvestigation,
  toCells,
  writeResults,
  type Notebook,
  type RunTarget,
} from '../../../src/investigation/index.ts';
import { ofKind, parseText, printText, SAMPLE } from '../sample.ts';
import { answering, contextOf, DAY, decode, encode, LIFECYCLE, region, sha256 } from '../target.ts';

/** Ids `a0000`, `a1111`, … in this order. */
function counting(): (limit: number) => number {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % 5 === 1 ? 0 : 26 + (Math.floor((calls - 1) / 5) % 10);
  };
}

async function runAndWrite(notebook: Notebook, target: RunTarget, day = DAY): Promise<Notebook> {
  const run = await runInvestigation(notebook, contextOf({ prefill: target }, { clock: { now: () => day } }));
  return writeResults(notebook, run, { random: counting() });
}

const NOTEBOOK = `---
sonde: 1
title: Jobs
targets: {prefill: }
---

\`\`\`probe id=p1
grep -n status jobs/base.py
ls jobs
\`\`\`

Text between.

\`\`\`pins
- file: jobs/base.py # the setter
  symbol: Jobs.set_status
  note: merges
- id: own
  file: jobs/gone.py
  lines: 3-4
\`\`\`

\`\`\`lifecycle
store: status
\`\`\`

The end.
`;

const EXCERPT = '    def set_status(self, key, value):\n        self.status[key] = value\n';
const TARGET = answering({
  probes: { 'grep -n status jobs/base.py': '9:status = {}\n', 'ls jobs': 'base.py\nwork.py\n' },
  pins: { 'Jobs.set_status': region(EXCERPT, 12) },
  lifecycle: LIFECYCLE,
  commit: '90a52f4',
});

describe('results in the file', () => {
  test('a first run fills everything in, and prose and comments stay', async () => {
    const written = printText(await runAndWrite(parseText(NOTEBOOK), TARGET));
    const digest = (text: string): string => sha256(encode(text));
    expect(written).toBe(`---
sonde: 1
title: Jobs
targets: {prefill: }
---

\`\`\`probe id=p1
grep -n status jobs/base.py
ls jobs
\`\`\`

\`\`\`evidence of=p1 on=prefill exit=0 lines=1 sha256=${digest('9:status = {}\n')} commit=90a52f4 seen=2026-06-13
$ grep -n status jobs/base.py
9:status = {}
\`\`\`

\`\`\`evidence of=p1 on=prefill exit=0 lines=2 sha256=${digest('base.py\nwork.py\n')} commit=90a52f4 seen=2026-06-13
$ ls jobs
base.py
work.py
\`\`\`

Text between.

\`\`\`pins
- id: a1111
  file: jobs/base.py # the setter
  lines: 12-13
  symbol: Jobs.set_status
  note: merges
  commit: 90a52f4
  sha256: ${digest(EXCERPT)}
  before:
    - "class Jobs:"
  after:
    - ""
    - "    def end(self):"
- id: own
  file: jobs/gone.py
  lines: 3-4
\`\`\`

\`\`\`python of=a1111
    def set_status(self, key, value):
        self.status[key] = value
\`\`\`

\`\`\`lifecycle id=a0000
store: status
\`\`\`

\`\`\`lifecycle-result of=a0000
states:
  - {name: Failed, value: 0, terminal: true, file: jobs/base.py, line: 2}
  - {name: Running, value: 1, file: jobs/base.py, line: 3}
  - {name: Named, text: named, file: jobs/base.py, line: 4}
  - {name: Bare, file: jobs/base.py, line: 5}
stores:
  - {name: status, owner: Jobs, file: jobs/base.py, line: 9}
roles:
  - {name: worker, kind: thread, file: jobs/work.py, line: 18}
setters:
  - {name: Jobs.set_status, file: jobs/base.py, line: 12, old: absent, to: {Failed: Failed, Running: Running}}
  - {name: Jobs.set_status, file: jobs/base.py, line: 12, old: Failed, to: {Failed: Failed, Running: Running}}
  - {name: Jobs.set_status, file: jobs/base.py, line: 12, old: Running, to: {Failed: rejected, Running: argument-or-old}}
  - {name: Jobs.reset, file: jobs/base.py, line: 20}
writes:
  - {file: jobs/work.py, line: 30, function: Jobs.worker, role: worker, to: [Running], from: [Failed, absent], class: possible, guard: "key in self.infos and x != 'a: b'"}
removals:
  - {file: jobs/work.py, line: 41, function: Jobs.end, role: caller, from: [Failed]}
transitions:
  - {from: Failed, to: Running, class: interleaving, sites: [jobs/work.py:30]}
  - {from: absent, to: Running, class: proved, sites: [jobs/base.py:14, jobs/work.py:30]}
hazards:
  - hazard: {rule: H1, severity: high, confidence: medium, file: jobs/work.py, line: 30, data: {from: Failed, to: Running}}
    witness:
      - {step: 1, role: caller, file: jobs/work.py, line: 22, action: writes, data: {to: Failed}, state: Failed}
      - {step: 2, role: worker, file: jobs/work.py, line: 30, action: writes-through-setter}
  - hazard: {rule: H4, severity: warning, confidence: low, file: jobs/base.py, line: 50}
unresolved:
  - {what: self.make(), why: call-not-resolved, file: jobs/work.py, line: 60}
\`\`\`

${written.slice(written.indexOf('```mermaid'), written.indexOf('```hazards'))}\`\`\`hazards of=a0000
H4 warning (low) jobs/base.py:50
  title of H4

H1 high (medium) jobs/work.py:30
  title of H1
  1. caller@jobs/work.py:22  writes  → Failed
  2. worker@jobs/work.py:30  writes-through-setter
\`\`\`

The end.
`);
    expect(written).toContain('```mermaid\n%% of=a0000\nstateDiagram-v2\n');
    const again = parseText(written);
    expect(again.blocks.flatMap((block) => block.marks)).toEqual([]);
    expect(toCells(again).cells.map((cell) => cell.role)).toEqual([
      'front-matter',
      'probe',
      'prose',
      'pins',
      'lifecycle',
      'prose',
    ]);
  });

  test('a second run with the same answers leaves every byte, days later and with another cost', async () => {
    for (const text of [NOTEBOOK, NOTEBOOK.replaceAll('\n', '\r\n'), `\uFEFF${NOTEBOOK.trimEnd()}`, SAMPLE]) {
      const first = await runAndWrite(parseText(text), TARGET);
      const later = answering({
        probes: { 'grep -n status jobs/base.py': '9:status = {}\n', 'ls jobs': 'base.py\nwork.py\n' },
        pins: { 'Jobs.set_status': region(EXCERPT, 12) },
        lifecycle: { ...LIFECYCLE, cost: { files: 9, bytes: 1, reads: 1, ms: 99 } },
        commit: 'fffffff',
      });
      const second = await runAndWrite(first, later, DAY + 86_400_000);
      expect(printText(second)).toBe(printText(first));
    }
  });

  test('only what changed is rewritten, with its day', async () => {
    const first = await runAndWrite(parseText(NOTEBOOK), TARGET);
    const changed = answering({
      probes: { 'grep -n status jobs/base.py': '9:status = {}\n', 'ls jobs': 'base.py\n' },
      pins: { 'Jobs.set_status': region(EXCERPT, 20, 'moved') },
      commit: 'fffffff',
    });
    const second = printText(await runAndWrite(first, changed, DAY + 86_400_000));
    const before = printText(first).split('\n');
    const gone = before.filter((line) => !second.split('\n').includes(line));
    const added = second.split('\n').filter((line) => !before.includes(line));
    expect(gone).toEqual([
      `\`\`\`evidence of=p1 on=prefill exit=0 lines=2 sha256=${sha256(encode('base.py\nwork.py\n'))} commit=90a52f4 seen=2026-06-13`,
      'work.py',
      '  lines: 12-13',
      '  commit: 90a52f4',
    ]);
    expect(added).toEqual([
      `\`\`\`evidence of=p1 on=prefill exit=0 lines=1 sha256=${sha256(encode('base.py\n'))} commit=fffffff seen=2026-06-14`,
      '  lines: 20-21',
      '  commit: fffffff',
    ]);
  });

  test('a target that answers nothing changes nothing', async () => {
    const notebook = await runAndWrite(parseText(NOTEBOOK), TARGET);
    expect(await runAndWrite(notebook, answering({}))).toBe(notebook);
  });

  test('evidence stays with the text of its line when lines move', async () => {
    const first = printText(await runAndWrite(parseText(NOTEBOOK), TARGET));
    const moved = first.replace(
      'grep -n status jobs/base.py\nls jobs\n',
      'ls jobs\ngrep -n status jobs/base.py\n',
    );
    expect(printText(await runAndWrite(parseText(moved), TARGET))).toBe(moved);
  });
});

describe('what an output may hold', () => {
  const probe = (line: string): Notebook => parseText(`\`\`\`probe id=p\n${line}\n\`\`\`\n`);
  const write = async (output: string | Uint8Array): Promise<Notebook> => {
    const notebook = probe('cat x');
    const run = await runInvestigation(
      notebook,
      contextOf({ target: answering({ probes: { 'cat x': output } }) }),
    );
    return writeResults(notebook, run);
  };
  const stored = (notebook: Notebook): Uint8Array => {
    const record = ofKind(notebook, 'evidence')[0]?.content.value;
    if (record === undefined) throw new Error('no evidence');
    return record.output;
  };

  test('fences, front matter, conflict markers and comments stay inside', async () => {
    for (const output of [
      '```\n````\n```probe\nls\n```\n',
      '---\nsonde: 1\n---\n',
      '<<<<<<< HEAD\n=======\n>>>>>>> x\n',
      '<!-- -->\n<div>\n',
    ]) {
      const notebook = await write(output);
      expect(parseText(printText(notebook)).blocks.map((block) => block.content.kind)).toEqual([
        'probe',
        'evidence',
      ]);
      expect(decode(stored(notebook))).toBe(output);
    }
  });

  test('text that is not plain is escaped, and read back as it was', async () => {
    const output = 'a\u202Eb\u0007\\c\rd\u2028\n\uFEFF\t\n';
    const notebook = await write(output);
    const text = printText(notebook);
    expect(text).toContain(' enc=c\n$ cat x\na\\u{202E}b\\x07\\\\c\\x0Dd\\u{2028}\n\\u{FEFF}\t\n```');
    expect(decode(stored(notebook))).toBe(output);
  });

  test('any bytes come back, with a line end at the end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (bytes) => {
        const ended = bytes.length === 0 || bytes.at(-1) === 0x0a ? bytes : Uint8Array.of(...bytes, 0x0a);
        expect(Buffer.compare(stored(await write(bytes)), ended)).toBe(0);
      }),
      { numRuns: 300, seed: 5 },
    );
  });

  test('200 lines are stored, and a line says what was left out', async () => {
    const output = Array.from({ length: 250 }, (_, index) => `line ${index}\n`).join('');
    const notebook = await write(output);
    const record = ofKind(notebook, 'evidence')[0]?.content.value;
    expect(record?.lines).toBe(250);
    expect(record?.stored).toBe(200);
    expect(decode(record?.output ?? new Uint8Array()).split('\n')).toHaveLength(201);
    // The lines 200 to 249 are eight characters and a line end each.
    expect(record?.leftOut).toBe('[… 50 more lines, 450 bytes, not stored]');
    expect(record?.sha256).toBe(sha256(encode(output)));
  });

  test('16 KB are stored in whole lines, a line that is longer is not', async () => {
    const long = `${'x'.repeat(9000)}\n`;
    const record = ofKind(await write(long + long), 'evidence')[0]?.content.value;
    expect(record?.output.length).toBe(9001);
    expect(record?.leftOut).toBe('[… 1 more line, 9001 bytes, not stored]');
    const giant = ofKind(await write('y'.repeat(20_000)), 'evidence')[0]?.content.value;
    expect(giant?.stored).toBe(0);
    expect(giant?.output.length).toBe(0);
    expect(giant?.leftOut).toBe('[… 1 more line, 20000 bytes, not stored]');
  });

  test('an empty output is evidence too', async () => {
    const notebook = await write('');
    expect(printText(notebook)).toContain('lines=0');
    expect(stored(notebook).length).toBe(0);
  });
});
