import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/base/index.ts';
import {
  createRunTarget,
  parseNotebook,
  pinsOf,
  runInvestigation,
  writeResults,
  type FenceQuestion,
  type Notebook,
  type RunProgress,
  type RunResult,
} from '../../../src/investigation/index.ts';
import { lifecycleWords } from '../../../src/messages/index.ts';
import { createProgram, type SourceTree } from '../../../src/source/index.ts';
import { openProject } from '../../source/local.ts';
import { loadPythonParser } from '../../support/python.ts';
import { openLocal, type LocalTarget } from '../local.ts';
import { ofKind, parseText, printText } from '../sample.ts';
import { contextOf, decode, sha256 } from '../target.ts';

let folder = '';
let root = '';
let local: LocalTarget | undefined;

/** The demo's project in a folder of its own, under git, beside a file that is outside. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sonde-run-'));
  root = path.join(folder, 'root');
  await cp('guides/demo/project', root, { recursive: true });
  await writeFile(path.join(folder, 'outside.txt'), 'not below the root\n');
  await mkdir(path.join(root, 'keys'));
  await writeFile(path.join(root, 'keys', 'id_rsa'), 'secret\n');
  await symlink('../outside.txt', path.join(root, 'link.txt'));
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root });
  };
  git('init', '-q');
  git('add', 'disagg');
  git('commit', '-q', '-m', 'one');
  local = await openLocal(root);
});

afterAll(async () => {
  await local?.dispose();
  await rm(folder, { recursive: true, force: true });
});

function run(notebook: Notebook, more: Parameters<typeof contextOf>[1] = {}): Promise<RunResult> {
  if (local === undefined) throw new Error('no target');
  return runInvestigation(notebook, contextOf({ prefill: local.target, target: local.target }, more));
}

const probe = (line: string): Notebook => parseText(`\`\`\`probe id=p\n${line}\n\`\`\`\n`);

describe('a run on a real folder', () => {
  test('the notebook of the demo: every probe answers, every pin is found', async () => {
    const bytes = await readFile('guides/demo/demo.sonde.md');
    const parsed = parseNotebook(bytes);
    if (!parsed.ok) throw new Error(parsed.error.code);
    const events: RunProgress[] = [];
    const result = await run(parsed.value, {
      words: lifecycleWords,
      onProgress: (event) => events.push(event),
    });
    // The folder of this test has a history of one commit, so the probe of the demo's own commit fails.
    const kinds = result.probes
      .filter((answer) => !answer.line.startsWith('git'))
      .map((answer) => [answer.line, answer.outcome.kind]);
    expect(kinds.filter(([, kind]) => kind !== 'evidence')).toEqual([]);
    expect(kinds.length).toBeGreaterThan(10);
    expect(result.pins.map((pin) => [pin.id, pin.finding.kind])).toEqual([
      ['check', 'found'],
      ['worker', 'found'],
      ['bootstrap', 'found'],
      ['add', 'found'],
      ['setter', 'found'],
    ]);
    const source = (await readFile('guides/demo/project/disagg/nixl/conn.py', 'utf8')).split('\n');
    const worker = result.pins[1]?.finding;
    if (worker?.kind !== 'found') throw new Error('no region');
    expect(source[worker.first - 1]).toContain('def transfer_worker(');
    expect(decode(worker.excerpt)).toBe(`${source.slice(worker.first - 1, worker.last).join('\n')}\n`);
    const grep = result.probes[0]?.outcome;
    if (grep?.kind !== 'evidence') throw new Error('no evidence');
    const expected = source.flatMap((text, index) =>
      text.includes('self.request_status') ? [{ file: 'disagg/nixl/conn.py', line: index + 1, text }] : [],
    );
    expect(grep.evidence.hits).toEqual(expected);
    expect(result.probes[0]?.commit).toMatch(/^[0-9a-f]{7,}$/);
    // Events come in order: one start, then a start and an end for each step.
    const total = result.probes.length + result.pins.length + result.lifecycles.length;
    expect(events[0]).toEqual({ kind: 'started', total });
    expect(events).toHaveLength(1 + 2 * total);
    const ends = events.flatMap((event) => ('done' in event ? [event.done] : []));
    expect(ends).toEqual(Array.from({ length: total }, (_, index) => index + 1));
  });

  test('what is written verifies: a second run is the same, bytes and verdicts', async () => {
    const parsed = parseNotebook(await readFile('guides/demo/demo.sonde.md'));
    if (!parsed.ok) throw new Error(parsed.error.code);
    const first = writeResults(parsed.value, await run(parsed.value));
    expect(first.blocks.flatMap((block) => block.marks)).toEqual([]);
    expect(
      pinsOf(first).every((entry) => sha256(entry.excerpt ?? new Uint8Array()) === entry.pin.sha256),
    ).toBe(true);
    const second = await run(first);
    expect(
      second.pins.map((pin) => (pin.finding.kind === 'found' ? pin.finding.verdict : pin.finding.kind)),
    ).toEqual(Array.from({ length: 5 }, () => 'same'));
    expect(printText(writeResults(first, second))).toBe(printText(first));
    expect(ofKind(first, 'evidence').length).toBeGreaterThan(10);
  });

  test('the files of its pins are read ahead, several at once, each once', async () => {
    const project = await openProject(
      Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [`f${String(at)}.py`, `def f():\n    return ${String(at)}\n`]),
      ),
    );
    const source = project.tree();
    let under = 0;
    let most = 0;
    const tree: SourceTree = {
      root: source.root,
      cost: source.cost,
      list: (...rest) => source.list(...rest),
      search: (...rest) => source.search(...rest),
      read: async (...rest) => {
        under += 1;
        most = Math.max(most, under);
        const read = await source.read(...rest);
        under -= 1;
        return read;
      },
    };
    const parser = await loadPythonParser();
    const target = await createRunTarget({
      prober: project.prober,
      tree,
      program: createProgram({ tree, parser }),
      parser,
    });
    const pins = Array.from(
      { length: 60 },
      (_, at) => `- {id: p${String(at)}, file: f${String(at % 20)}.py, symbol: f}`,
    );
    const notebook = parseText(`\`\`\`pins\n${pins.join('\n')}\n\`\`\`\n`);
    const result = await runInvestigation(notebook, {
      targets: new Map([['target', target]]),
      words: lifecycleWords,
      clock: systemClock,
    });
    expect(
      result.pins.map(({ finding }) => (finding.kind === 'found' ? [finding.first, finding.last] : finding)),
    ).toEqual(Array.from({ length: 60 }, () => [1, 2]));
    // Eight of the read ahead, and the one that a pin waits for.
    expect(most).toBe(9);
    expect(source.cost.files).toBe(20);
    project.dispose();
  });

  test('a line that is refused is an outcome, and the rest runs', async () => {
    const result = await run(parseText('```probe\nrm -rf disagg\nls disagg\ncat nothing.py\n```\n'));
    expect(result.probes.map(({ outcome }) => outcome.kind)).toEqual(['refusal', 'evidence', 'error']);
    const error = result.probes[2]?.outcome;
    expect(error?.kind === 'error' && error.error.code).toBe('operand-missing');
  });
});

describe('the fence', () => {
  test.each([['cat ../outside.txt'], ['cat link.txt']])(
    '%s is asked for once, and no by default',
    async (line) => {
      const questions: FenceQuestion[] = [];
      const notebook = parseText(`\`\`\`probe\n${line}\n${line} | head -1\n\`\`\`\n`);
      const refused = await run(notebook);
      expect(refused.probes.map(({ outcome }) => outcome.kind)).not.toContain('evidence');
      const no = (question: FenceQuestion): Promise<boolean> => {
        questions.push(question);
        return Promise.resolve(false);
      };
      await run(notebook, { fence: { ask: no } });
      expect(questions.map((question) => [question.kind, question.on, question.line])).toEqual([
        ['outside', 'target', line],
      ]);
      const allowed = await run(notebook, { fence: { ask: () => Promise.resolve(true) } });
      expect(allowed.probes.map(({ outcome }) => outcome.kind)).toEqual(['evidence', 'evidence']);
      const beforehand = await run(notebook, { fence: { allowOutside: true } });
      expect(beforehand.probes.map(({ outcome }) => outcome.kind)).toEqual(['evidence', 'evidence']);
    },
  );

  test('a key is asked for by itself', async () => {
    const notebook = probe('cat keys/id_rsa');
    const kinds: string[] = [];
    const ask = (question: FenceQuestion): Promise<boolean> => {
      kinds.push(question.kind);
      return Promise.resolve(true);
    };
    const outcome = (await run(notebook, { fence: { ask } })).probes[0]?.outcome;
    expect(kinds).toEqual(['sensitive']);
    expect(outcome?.kind === 'evidence' && decode(outcome.evidence.stdout)).toBe('secret\n');
    const refused = (await run(notebook, { fence: { allowOutside: true } })).probes[0]?.outcome;
    expect(refused?.kind).not.toBe('evidence');
  });
});

describe('blanks of a guide', () => {
  const guide = parseText(
    "---\nsonde: 1\nvars: {name: '', file: disagg/nixl/conn.py}\n---\n\n```probe\ngrep -c {{name}} {{file}}\n```\n",
  );

  test('open ones are shown, not run', async () => {
    const outcome = (await run(guide)).probes[0]?.outcome;
    expect(outcome).toEqual({ kind: 'not-run', reason: { code: 'blank', names: ['name'] } });
  });

  test('a value never adds a word or an option', async () => {
    const outcome = (await run(guide, { blanks: { name: '-v def x; ls' } })).probes[0]?.outcome;
    // Nothing in the file has this text; with `-v` taken as an option the count would not be 0.
    expect(outcome?.kind === 'evidence' && decode(outcome.evidence.stdout)).toBe('0\n');
  });
});

describe('targets', () => {
  test('a name that nobody mapped, and a cell that names none of several', async () => {
    const result = await run(
      parseText(
        '---\nsonde: 1\ntargets: {prefill: , decode: }\n---\n\n```probe\nls\n```\n\n```probe on=decode,prefill\nls\n```\n',
      ),
    );
    expect(
      result.probes.map(({ on, outcome }) => [
        on,
        outcome.kind === 'not-run' ? outcome.reason : outcome.kind,
      ]),
    ).toEqual([
      ['', { code: 'target-unclear', known: ['prefill', 'decode'] }],
      ['decode', { code: 'target-unmapped', name: 'decode' }],
      ['prefill', 'evidence'],
    ]);
  });

  test('after the signal the rest is cancelled', async () => {
    const controller = new AbortController();
    const notebook = parseText(
      '```probe\nls\nls disagg\n```\n\n```pins\n- file: pyproject.toml\n  lines: 1\n```\n',
    );
    const result = await run(notebook, {
      signal: controller.signal,
      onProgress: (event) => {
        if (event.kind === 'probe') controller.abort();
      },
    });
    expect(result.probes.map(({ outcome }) => outcome.kind)).toEqual(['evidence', 'not-run']);
    expect(result.pins[0]?.finding).toEqual({ kind: 'not-run', reason: { code: 'cancelled' } });
    expect(writeResults(notebook, result).blocks).toHaveLength(3);
  });

  test("a lifecycle cell's word for terminal states reaches the analysis", async () => {
    const cell = (terminal: string): Notebook =>
      parseText(
        `\`\`\`lifecycle\nstates: KVPoll\nclass: CommonKVManager\nstore: request_status\nfiles: [disagg/nixl/conn.py]\nterminal: [${terminal}]\n\`\`\`\n`,
      );
    const [told] = (await run(cell('Transferring'))).lifecycles;
    expect(told?.outcome.kind).toBe('found');
    if (told?.outcome.kind !== 'found') return;
    const ends = told.outcome.lifecycle.states.filter((state) => state.terminal);
    expect(ends.map((state) => state.name)).toEqual(['Transferring']);
    const [strange] = (await run(cell('Finished'))).lifecycles;
    expect(strange?.outcome).toMatchObject({
      failure: { code: 'lifecycle-unknown-state', names: ['Finished'] },
    });
  });

  test('only the cells that were asked for', async () => {
    const notebook = parseText('```probe\nls\n```\n\n```probe\nls disagg\n```\n');
    const result = await run(notebook, { only: new Set([1]) });
    expect(result.probes.map((answer) => answer.line)).toEqual(['ls disagg']);
  });
});
