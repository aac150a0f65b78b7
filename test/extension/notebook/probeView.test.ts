import { describe, expect, it } from 'vitest';
import { showProbe, type ProbeRun } from '../../../src/extension/notebook/probeView.ts';
import { judge, type Evidence } from '../../../src/probe/index.ts';
import { probeOutput } from '../../../src/protocol/index.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function evidence(stdout: string, more: Partial<Evidence> = {}): ProbeRun {
  return {
    line: 'grep -rn x src',
    on: 'box',
    result: {
      kind: 'evidence',
      evidence: {
        line: 'grep -rn x src',
        exit: 0,
        stdout: bytes(stdout),
        stderr: bytes(''),
        truncated: null,
        ms: 12.4,
        notes: [],
        ...more,
      },
    },
  };
}

const hits = [
  { file: 'src/a.py', line: 3, text: 'x = 1' },
  { file: 'src/b.py', line: 1, text: 'x' },
  { file: 'src/a.py', line: 9, text: 'y = x' },
];

describe('the output of a probe cell', () => {
  it('groups hits by file, and every row knows its place', () => {
    const { view, key } = showProbe('o1', 'p1', [evidence('', { hits })]);
    const [run] = view.runs;
    expect(run?.groups.map((group) => [group.file, group.rows.map((row) => row.line)])).toEqual([
      ['src/a.py', [3, 9]],
      ['src/b.py', [1]],
    ]);
    const second = run?.groups[0]?.rows[1];
    expect(key.rows.find((row) => row.id === second?.id)).toMatchObject({
      on: 'box',
      file: 'src/a.py',
      first: 9,
    });
    expect(key).toMatchObject({ output: 'o1', probe: 'p1' });
    expect(run?.summary).toContain('3 hits');
  });

  it('says what was left out of an answer, beside its hits', () => {
    const [run] = showProbe('o1', '', [evidence('', { exit: 1, notes: ['secrets-left-out'] })]).view.runs;
    expect(run?.text).toMatch(/^Files that may hold keys, passwords or a history were left out\./);
  });

  it('marks what looks like a secret by line and kind, fresh and stored, without repeating it', () => {
    const token = 'ghp_' + '4f9Xq2Lm7Rt0Vb3Kc8Zd5Hs1Nw6Pj0YuAe2G';
    const output = `a\ntoken = "${token}"\n`;
    const stored: ProbeRun = {
      line: 'cat f',
      on: 'box',
      result: {
        kind: 'stored',
        exit: 0,
        output: bytes(output),
        hits: [],
        leftOut: '',
        seen: '',
        redacted: 2,
      },
    };
    const { view } = showProbe('o1', '', [evidence(output, {}), stored, evidence('a\n', {})]);
    expect(view.runs.map(({ marks }) => marks)).toEqual([
      ['Looks like a secret: line 2 (token of a service).'],
      ['Looks like a secret: line 2 (token of a service).'],
      [],
    ]);
    expect(view.runs[1]?.summary).toContain('2 secrets replaced');
    expect(JSON.stringify(view.runs.map(({ marks }) => marks))).not.toContain(token);
  });

  it('is what the renderer reads', () => {
    const refused = judge('sed -i s/a/b/ x');
    if (refused.approved) throw new Error('sed -i was approved');
    const runs: readonly ProbeRun[] = [
      evidence('', { hits }),
      evidence('text\u0000\u202e\n', { exit: 2, truncated: 'bytes', stderr: bytes('no such file\n') }),
      { line: 'sed -i s/a/b/ x', on: 'box', result: { kind: 'refusal', line: '', refusal: refused.refusal } },
      {
        line: 'cat y',
        on: 'box',
        result: { kind: 'error', line: 'cat y', error: { code: 'operand-missing', file: 'y', at: 4 } },
      },
      { line: 'ls', on: 'box', result: { kind: 'not-run', sentence: 'Not run.' } },
      {
        line: 'ls',
        on: 'box',
        result: {
          kind: 'stored',
          exit: 0,
          output: bytes('a\nb\n'),
          hits: [],
          leftOut: '',
          seen: '2026-06-13',
          redacted: 0,
        },
      },
    ];
    const { view } = showProbe('o1', '', runs);
    expect(probeOutput(JSON.parse(JSON.stringify(view)), 'output')).toEqual({ ok: true, value: view });
    expect(view.runs.map((run) => run.kind)).toEqual([
      'evidence',
      'evidence',
      'refusal',
      'error',
      'error',
      'evidence',
    ]);
  });

  it('makes hidden characters of a host visible', () => {
    const { view } = showProbe('o1', '', [evidence('a\u0000b\u202ec\n')]);
    expect(view.runs[0]?.text).toBe('a\\u{0}b\\u{202e}c\n');
  });

  it('puts the mark under the refused word, with the way out', () => {
    const line = 'sed -i s/a/b/ x';
    const verdict = judge(line);
    if (verdict.approved) throw new Error('sed -i was approved');
    const { view, text } = showProbe('o1', '', [
      { line, on: 'box', result: { kind: 'refusal', line, refusal: verdict.refusal } },
    ]);
    const refusal = view.runs[0]?.refusal;
    expect(line.slice(refusal?.at, (refusal?.at ?? 0) + (refusal?.length ?? 0))).toBe('-i');
    expect(text.split('\n')[1]).toBe('      ^^');
  });

  it('says nothing of exit 1 of a search that found nothing', () => {
    expect(showProbe('o', '', [evidence('', { exit: 1, hits: [] })]).view.runs[0]?.summary).not.toContain(
      'exit',
    );
    expect(showProbe('o', '', [evidence('', { exit: 2, hits: [] })]).view.runs[0]?.summary).toContain(
      'exit 2',
    );
  });

  it('says when stored evidence was seen', () => {
    const run: ProbeRun = {
      line: 'ls',
      on: 'box',
      result: {
        kind: 'stored',
        exit: 0,
        output: bytes('a\n'),
        hits: [],
        leftOut: '[… 3 more lines]',
        seen: '2026-06-13',
        redacted: 0,
      },
    };
    const { view, text } = showProbe('o', '', [run]);
    expect(view.runs[0]?.summary).toContain('2026-06-13');
    expect(view.runs[0]?.summary).toContain('3 more lines');
    expect(text).toContain('$ ls\na\n');
  });
});
