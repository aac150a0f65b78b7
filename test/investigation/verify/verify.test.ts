import { describe, expect, test } from 'vitest';
import {
  runInvestigation,
  verifyRun,
  writeResults,
  type Notebook,
  type Verified,
} from '../../../src/investigation/index.ts';
import type { Lifecycle } from '../../../src/lifecycle/index.ts';
import type { ProbeOutcome } from '../../../src/probe/index.ts';
import { parseText } from '../sample.ts';
import { answering, contextOf, LIFECYCLE, region, type Answers } from '../target.ts';

const NOTEBOOK = parseText(`\`\`\`probe id=p
grep -n status a.py
grep -rn status jobs
ls -l
cat a.py
\`\`\`

\`\`\`pins
- id: k
  file: a.py
  symbol: A.b
\`\`\`

\`\`\`lifecycle id=l
store: status
\`\`\`
`);

const FIRST: Answers = {
  probes: {
    'grep -n status a.py': '3:status = {}\n9:  status[k] = v\n',
    'grep -rn status jobs': 'jobs/a.py:3:status = {}\njobs/b.py:1:status\n',
    'ls -l': 'total 1\n',
    'cat a.py': 'x\n',
  },
  pins: { 'A.b': region('def b():\n    pass\n', 4) },
  lifecycle: LIFECYCLE,
};

async function verify(notebook: Notebook, answers: Answers): Promise<readonly Verified[]> {
  const stored = writeResults(
    notebook,
    await runInvestigation(notebook, contextOf({ target: answering(FIRST) })),
  );
  const run = await runInvestigation(stored, contextOf({ target: answering(answers) }));
  return verifyRun(stored, run);
}

/** The verdict of one probe line whose answer is now another. */
async function probeVerdict(line: string, answer: string | ProbeOutcome): Promise<string> {
  const results = await verify(NOTEBOOK, { ...FIRST, probes: { ...FIRST.probes, [line]: answer } });
  const found = results.find((result) => result.what === line);
  return `${found?.verdict ?? 'none'} ${found?.detail ?? ''}`.trim();
}

describe('is it still true?', () => {
  test('the same answers are the same, and what shows the machine is volatile', async () => {
    expect(
      (await verify(NOTEBOOK, FIRST)).map(({ id, kind, what, verdict }) => [id, kind, what, verdict]),
    ).toEqual([
      ['p', 'probe', 'grep -n status a.py', 'same'],
      ['p', 'probe', 'grep -rn status jobs', 'same'],
      ['p', 'probe', 'ls -l', 'volatile'],
      ['p', 'probe', 'cat a.py', 'same'],
      ['k', 'pin', 'a.py', 'same'],
      ['l', 'lifecycle', 'status', 'same'],
    ]);
  });

  test('hits that only have other line numbers moved', async () => {
    const line = 'grep -n status a.py';
    expect(await probeVerdict(line, '15:status = {}\n21:  status[k] = v\n')).toBe('moved +12');
    expect(await probeVerdict(line, '1:status = {}\n7:  status[k] = v\n')).toBe('moved -2');
    expect(await probeVerdict(line, '3:status = {}\n10:  status[k] = v\n')).toBe('moved +1');
    expect(await probeVerdict(line, '4:status = {}\n11:  status[k] = v\n')).toBe('moved moved');
    expect(await probeVerdict(line, '3:status = {}\n9:  status[k] = w\n')).toBe(
      'changed - 9:  status[k] = v\n+ 9:  status[k] = w',
    );
    expect(await probeVerdict(line, '3:status = {}\n')).toBe('changed - 9:  status[k] = v');
    // Another order is another answer where the command keeps one.
    expect(await probeVerdict(line, '9:  status[k] = v\n3:status = {}\n')).not.toBe('same');
  });

  test('order means nothing where the command has none', async () => {
    const line = 'grep -rn status jobs';
    expect(await probeVerdict(line, 'jobs/b.py:1:status\njobs/a.py:3:status = {}\n')).toBe('same');
    expect(await probeVerdict(line, 'jobs/b.py:5:status\njobs/a.py:7:status = {}\n')).toBe('moved +4');
    expect(await probeVerdict(line, 'jobs/b.py:1:status\n')).toBe('changed - jobs/a.py:3:status = {}');
    const stored = writeResults(
      NOTEBOOK,
      await runInvestigation(NOTEBOOK, contextOf({ target: answering(FIRST) })),
    );
    const turned = {
      ...FIRST,
      probes: { ...FIRST.probes, [line]: 'jobs/b.py:1:status\njobs/a.py:3:status = {}\n' },
    };
    const again = await runInvestigation(stored, contextOf({ target: answering(turned) }));
    expect(writeResults(stored, again)).toBe(stored);
  });

  test('what did not answer', async () => {
    const line = 'cat a.py';
    expect(
      await probeVerdict(line, {
        kind: 'error',
        line,
        error: { code: 'operand-missing', file: 'a.py', at: 4 },
      }),
    ).toBe('gone a.py');
    expect(
      await probeVerdict(line, {
        kind: 'error',
        line,
        error: { code: 'operand-outside', file: 'a.py', at: 4 },
      }),
    ).toBe('refused operand-outside');
    expect(
      await probeVerdict(line, {
        kind: 'error',
        line,
        error: { code: 'disconnected', host: 'h', detail: '' },
      }),
    ).toBe('unreachable disconnected');
    expect(
      await probeVerdict(line, {
        kind: 'refusal',
        line,
        refusal: { rule: 'command', word: 'cat', at: 0, data: {} },
      }),
    ).toBe('refused command');
    const unmapped = await runInvestigation(NOTEBOOK, contextOf({}));
    expect(verifyRun(NOTEBOOK, unmapped)).toEqual([]);
    const stored = writeResults(
      NOTEBOOK,
      await runInvestigation(NOTEBOOK, contextOf({ target: answering(FIRST) })),
    );
    expect(
      verifyRun(stored, await runInvestigation(stored, contextOf({}))).map((result) => result.verdict),
    ).toEqual(Array.from({ length: 6 }, () => 'unreachable'));
  });

  test('pins', async () => {
    const verdict = async (finding: NonNullable<Answers['pins']>[string]): Promise<string> => {
      const results = await verify(NOTEBOOK, { ...FIRST, pins: { 'A.b': finding } });
      const pin = results.find((result) => result.kind === 'pin');
      return `${pin?.verdict ?? 'none'} ${pin?.detail ?? ''}`.trim();
    };
    expect(await verdict({ ...region('def b():\n    pass\n', 16, 'moved'), by: 12 })).toBe('moved +12');
    expect(await verdict(region('def b():\n    go()\n', 4, 'changed'))).toBe('changed');
    expect(await verdict({ kind: 'gone' })).toBe('gone');
    expect(
      await verdict({
        kind: 'ambiguous',
        candidates: [
          { first: 1, last: 2 },
          { first: 7, last: 8 },
        ],
      }),
    ).toBe('ambiguous 1-2, 7-8');
    expect(await verdict({ kind: 'refused', rule: 'outside-root' })).toBe('refused outside-root');
    expect(await verdict({ kind: 'unreachable', code: 'file-permission', path: 'a.py' })).toBe(
      'unreachable file-permission',
    );
  });

  test('lifecycles are compared without line numbers', async () => {
    const verdict = async (lifecycle: Lifecycle): Promise<string> => {
      const results = await verify(NOTEBOOK, { ...FIRST, lifecycle });
      const found = results.find((result) => result.kind === 'lifecycle');
      return `${found?.verdict ?? 'none'} ${found?.detail ?? ''}`.trim();
    };
    const moved: Lifecycle = {
      ...LIFECYCLE,
      states: LIFECYCLE.states.map((state) => ({ ...state, line: state.line + 5 })),
      hazards: LIFECYCLE.hazards.map((hazard) => ({ ...hazard, line: hazard.line + 5 })),
    };
    expect(await verdict(moved)).toBe('same');
    expect(await verdict({ ...LIFECYCLE, transitions: LIFECYCLE.transitions.slice(1) })).toBe(
      'changed - Failed → Running (interleaving)',
    );
    const setter = LIFECYCLE.setters[0];
    if (setter === undefined) throw new Error('a setter');
    const sticky = { ...setter, table: { ...setter.table, Failed: { Failed: 'Failed', Running: 'Failed' } } };
    expect(await verdict({ ...LIFECYCLE, setters: [sticky] })).toBe(
      'changed - Jobs.set_status: Failed, Running → Running\n+ Jobs.set_status: Failed, Running → Failed',
    );
    expect(await verdict({ ...LIFECYCLE, hazards: [] })).toBe(
      'changed - H1 high jobs/work.py: caller writes Failed, worker writes-through-setter\n- H4 warning jobs/base.py:',
    );
  });
});
