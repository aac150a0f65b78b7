import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoRoot, spots, truth } from '../fixtures/demo/truth.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const stream = join(repository, 'guides/demo/history.fi');

/** `file:line` of every line of the project's package that matches. */
function linesThatMatch(pattern: RegExp): readonly string[] {
  return readdirSync(join(demoRoot, 'disagg'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.py'))
    .map((name) => `disagg/${name.replaceAll('\\', '/')}`)
    .flatMap((file) =>
      readFileSync(join(demoRoot, file), 'utf8')
        .split('\n')
        .flatMap((text, index) => (pattern.test(text) ? [`${file}:${index + 1}`] : [])),
    )
    .sort();
}

const placesOf = (rows: readonly { readonly at: { readonly file: string; readonly line: number } }[]) =>
  rows.map(({ at }) => `${at.file}:${at.line}`).sort();

describe('the truth about the demo project', () => {
  it('lists every call of the setter, and no other line', () => {
    expect(placesOf(truth.writes)).toEqual(linesThatMatch(/\.update_status\(/));
  });

  it('lists every removal from the store', () => {
    expect(placesOf(truth.removals)).toEqual(
      linesThatMatch(/request_status\.(pop|clear)|del .*request_status/),
    );
  });

  it('knows every place where the store is assigned: the setter and the constructor', () => {
    const { setterCreate, setterFail, setterMerge, store } = spots;
    expect(placesOf([setterCreate, setterFail, setterMerge, store].map((at) => ({ at })))).toEqual(
      linesThatMatch(/request_status(\[.*\])?(: [^=]*)? = /),
    );
  });

  it('derives no transition that its own rows exclude, and has one row for each that they allow', () => {
    const [setter] = truth.setters;
    const verdictsOf = (key: string): string =>
      truth.transitions
        .filter((row) => `${row.from}>${row.to}` === key && row.verdict !== 'interleaving')
        .map((row) => row.verdict)
        .join();
    const derived = new Map<string, Set<string>>();
    const note = (from: string, to: string | undefined, line: number): void => {
      if (to === undefined || from === to) return;
      const key = `${from}>${to}`;
      derived.set(key, (derived.get(key) ?? new Set()).add(`${line}`));
    };
    for (const write of truth.writes)
      for (const from of write.from) note(from, setter?.table[from]?.[write.to[0] ?? ''], write.at.line);
    for (const removal of truth.removals)
      for (const from of removal.from) note(from, 'absent', removal.at.line);
    for (const key of derived.keys())
      expect([key, verdictsOf(key)]).toEqual([key, expect.stringMatching(/core|possible/)]);
    for (const row of truth.transitions) {
      const key = `${row.from}>${row.to}`;
      if (row.verdict === 'core') expect([key, derived.has(key)]).toEqual([key, true]);
    }
  });
});

describe('the demo project, run', () => {
  interface Run {
    readonly states: Readonly<Record<string, number>>;
    readonly terminal: readonly string[];
    readonly tables: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
    readonly absent: Readonly<Record<string, string>>;
    readonly hang: {
      readonly seen: readonly string[];
      readonly infos: boolean;
      readonly queued: number;
      readonly inflight: number;
    };
    readonly early: string;
  }
  let run: Run;

  beforeAll(() => {
    const script = join(repository, 'test/fixtures/demo/tabulate.py');
    // What the script prints is checked field by field below.
    run = JSON.parse(execFileSync('python3', [script, demoRoot], { encoding: 'utf8' })) as Run;
  });

  it('has the states, in order', () => {
    expect(run.states).toEqual(Object.fromEntries(truth.states.map(({ name, value }) => [name, value])));
    expect(run.terminal).toEqual(
      truth.states
        .filter((state) => state.terminal)
        .map((state) => state.name)
        .sort(),
    );
  });

  it('has the setter table of the truth, in the base class and in the transport', () => {
    const [setter] = truth.setters;
    expect(run.tables['CommonKVManager']).toEqual(setter?.table);
    expect(run.tables['NixlKVManager']).toEqual(setter?.table);
  });

  it('reads a missing room as the truth says', () => {
    expect(truth.readers.map(({ name, absent }) => [name.split('.')[0], absent])).toEqual(
      Object.entries(run.absent),
    );
  });

  it('hangs as the notebook tells: failed, lifted back, skipped for ever', () => {
    expect(run.hang).toEqual({
      seen: ['WaitingForInput', 'Transferring', 'Failed', 'Transferring', 'Transferring'],
      infos: false,
      queued: 0,
      inflight: 1,
    });
  });

  it('loses an abort that comes before the sender', () => {
    expect(run.early).toBe('Bootstrapping');
  });

  it('passes its own tests', () => {
    const argv = ['-B', '-W', 'error::SyntaxWarning', '-m', 'unittest', 'discover', '-s', 'tests'];
    expect(() => execFileSync('python3', argv, { cwd: demoRoot, stdio: 'pipe' })).not.toThrow();
  });
});

describe('the history of the demo project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-history-'));
  const git = (...argv: string[]): string =>
    execFileSync('git', ['-C', folder, ...argv], { encoding: 'utf8' });

  beforeAll(() => {
    execFileSync('git', ['init', '--quiet', '--initial-branch=main', folder]);
    execFileSync('git', ['-C', folder, 'fast-import', '--quiet'], { input: readFileSync(stream) });
    git('-c', 'core.autocrlf=false', 'reset', '--quiet', '--hard', 'main');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is what the script makes of the project today', () => {
    const script = join(repository, 'scripts/demo-history.mjs');
    expect(() => execFileSync('node', [script, '--check'], { stdio: 'pipe' })).not.toThrow();
  });

  it('ends with exactly the project', () => {
    const tracked = git('ls-tree', '-r', '--name-only', 'main').trim().split('\n');
    const present = readdirSync(demoRoot, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(demoRoot.length + 1)
          .replaceAll('\\', '/'),
      );
    expect(tracked.sort()).toEqual(present.sort());
    for (const name of tracked)
      expect(readFileSync(join(folder, name))).toEqual(readFileSync(join(demoRoot, name)));
  });

  it('shows the commit that the notebook names, as the one that brought the bug', () => {
    const notebook = readFileSync(join(repository, 'guides/demo/demo.sonde.md'), 'utf8');
    const named = [...notebook.matchAll(/\bgit show (?:--stat )?([0-9a-f]{7})\b/g)].map((match) => match[1]);
    expect(named.length).toBeGreaterThan(0);
    const { workerSkip, abortPops } = spots;
    for (const { file, line } of [workerSkip, abortPops]) {
      const blamed = git('blame', '--porcelain', '-L', `${line},${line}`, 'main', '--', file).slice(0, 7);
      expect(new Set(named)).toEqual(new Set([blamed]));
    }
  });

  it('compiles at every commit', () => {
    for (const commit of git('rev-list', 'main').trim().split('\n')) {
      git('checkout', '--quiet', commit);
      expect(() =>
        execFileSync('python3', ['-m', 'compileall', '-q', '-f', folder], { stdio: 'pipe' }),
      ).not.toThrow();
      git('clean', '--quiet', '-fdx');
    }
  });
});

describe('the notebook of the demo', () => {
  const notebook = readFileSync(join(repository, 'guides/demo/demo.sonde.md'), 'utf8');

  it('reads the regions that its pins name', () => {
    const first = (symbol: string): number =>
      ({
        check: spots.nixlReader.line,
        worker: spots.workerDefined.line,
        bootstrap: spots.bootDefined.line,
      })[symbol] ?? 0;
    const ranges = [...notebook.matchAll(/^sed -n (\d+),(\d+)p disagg\/nixl\/conn\.py$/gm)].map((match) => [
      Number(match[1]),
      Number(match[2]),
    ]);
    for (const pin of ['check', 'worker', 'bootstrap'])
      expect(ranges.some(([from = 0, to = 0]) => from <= first(pin) && first(pin) < to)).toBe(true);
  });
});
