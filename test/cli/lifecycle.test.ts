import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSonde } from './run-cli.ts';

const project = resolve(import.meta.dirname, '../../guides/demo/project');

describe('sonde lifecycles', () => {
  it('lists what is below the root, most written first, in the shape of the contract', async () => {
    const run = await runSonde(['lifecycles', project, '--json']);
    expect(run.status).toBe(0);
    const rows = JSON.parse(run.stdout) as readonly Record<string, unknown>[];
    expect(rows[0]).toMatchObject({
      states: 'KVPoll',
      store: 'request_status',
      kind: 'constants',
      file: 'disagg/common/conn.py',
    });
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      'file',
      'kind',
      'line',
      'reads',
      'states',
      'store',
      'writes',
    ]);
    const writes = rows.map((row) => Number(row['writes']));
    expect(writes).toEqual([...writes].sort((a, b) => b - a));
    const text = await runSonde(['lifecycles', project]);
    expect(text.stdout).toMatch(
      /\n\d+ files read \(\d+ KB\); (nothing was left out|left out, \d+:\n {2}\S+:\d+ )/,
    );
    expect(text.stdout).toMatch(
      /KVPoll +request_status +constants +\d+ +\d+ +disagg\/common\/conn\.py:\d+ +Failed, Bootstrapping, WaitingForInput, Transferring, Success\n/,
    );
  });

  it('ends with 1 where one has a hazard of the severity, and names it', async () => {
    const run = await runSonde(['lifecycles', project, '--json', '--fail-on', 'high']);
    expect(run.status).toBe(1);
    expect(JSON.parse(run.stdout)).toEqual(
      JSON.parse((await runSonde(['lifecycles', project, '--json'])).stdout),
    );
    const { hazards } = JSON.parse(
      (await runSonde(['lifecycle', project, '--states', 'KVPoll', '--store', 'request_status', '--json']))
        .stdout,
    ) as { readonly hazards: readonly { readonly severity: string }[] };
    const high = hazards.filter(({ severity }) => severity === 'high').length;
    expect(high).toBeGreaterThan(1);
    expect(run.stderr).toMatch(
      new RegExp(
        `KVPoll · request_status \\(disagg/common/conn\\.py:\\d+\\): ${String(high)} hazards of high severity`,
      ),
    );
  });

  it('ends with 0 where none has', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sonde-calm-'));
    try {
      writeFileSync(
        join(folder, 'job.py'),
        'class Job:\n    def __init__(self):\n        self.status = "new"\n\n    def run(self):\n' +
          '        if self.status == "new":\n            self.status = "done"\n',
      );
      const run = await runSonde(['lifecycles', folder, '--fail-on', 'warning']);
      expect(run.stdout).toMatch(/status +literals/);
      expect([run.status, run.stderr]).toEqual([0, '']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('say where nothing was found, and what to look at', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sonde-none-'));
    try {
      const none = await runSonde(['lifecycles', folder]);
      expect(none.status).toBe(0);
      expect(none.stdout).toBe('0 files read (0 KB); nothing was left out\n');
      expect(none.stderr).toContain(
        `No lifecycle was found below ${folder}, in 0 files read. Is it the right root?`,
      );
      const json = await runSonde(['lifecycles', folder, '--json']);
      expect(JSON.parse(json.stdout)).toEqual([]);
      const one = await runSonde(['lifecycle', project, '--states', 'Nope']);
      expect(one.stderr).toContain('sonde lifecycles lists what is there');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('sonde lifecycles, where something cannot be read', () => {
  it('says what, in text, in JSON and beside the JSON of the contract', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sonde-unread-'));
    try {
      writeFileSync(
        join(folder, 'job.py'),
        'from .gone import Base\n\n\nclass Job(Base):\n    def __init__(self):\n        self.status = "new"\n\n' +
          '    def run(self):\n        if self.status == "new":\n            self.status = "running"\n\n' +
          '    def end(self):\n        if self.status == "running":\n            self.status = "done"\n',
      );
      const text = await runSonde(['lifecycles', folder]);
      expect(text.stdout).toMatch(/status +literals/);
      expect(text.stdout).toMatch(/1 file read \(1 KB\); left out, 1:\n {2}job\.py:4 {2}the base class Base/);
      const json = await runSonde(['lifecycles', folder, '--json']);
      expect(Array.isArray(JSON.parse(json.stdout))).toBe(true);
      expect(json.stderr).toContain('--unread');
      const all = await runSonde(['lifecycles', folder, '--json', '--unread']);
      const found = JSON.parse(all.stdout) as { readonly lifecycles: unknown; readonly unread: unknown };
      expect(found.lifecycles).toEqual(JSON.parse(json.stdout));
      expect(found.unread).toEqual([
        { what: 'Base', file: 'job.py', line: 4, why: expect.stringContaining('was not found') as string },
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('sonde lifecycle', () => {
  it('prints JSON with the keys of the contract', async () => {
    const run = await runSonde(['lifecycle', project, '--states', 'KVPoll', '--json']);
    expect(run.status).toBe(0);
    const found = JSON.parse(run.stdout) as Record<string, readonly object[]>;
    expect(Object.keys(found)).toEqual([
      'states',
      'stores',
      'setters',
      'writes',
      'removals',
      'transitions',
      'hazards',
      'roles',
      'unresolved',
      // A class of the demo runs as either side of a flag.
      'modes',
      'cost',
    ]);
    expect(found['states']?.[0]).toEqual({
      name: 'Failed',
      value: 0,
      terminal: true,
      file: 'disagg/base/conn.py',
      line: expect.any(Number) as number,
    });
    expect(Object.keys(found['hazards']?.[0] ?? {})).toEqual([
      'rule',
      'severity',
      'confidence',
      'title',
      'file',
      'line',
      'symbol',
      'witness',
    ]);
  });

  it('draws Mermaid and SVG', async () => {
    const mermaid = await runSonde(['lifecycle', project, '--states', 'KVPoll', '--format', 'mermaid']);
    expect(mermaid.stdout).toMatch(/^stateDiagram-v2\n/);
    const svg = await runSonde(['lifecycle', project, '--states', 'KVPoll', '--format', 'svg']);
    expect(svg.stdout).toMatch(/^<svg[\s\S]*WaitingForInput[\s\S]*<\/svg>\n$/);
  });

  it('fails on hazards only when it was asked to', async () => {
    expect((await runSonde(['lifecycle', project, '--states', 'KVPoll', '--fail-on', 'high'])).status).toBe(
      1,
    );
    const none = await runSonde(['lifecycle', project, '--states', 'NoSuchStates', '--fail-on', 'high']);
    expect(none.status).toBe(0);
    expect(none.stderr).toContain('--file');
  });
});

describe('sonde lifecycle --at and --compare', () => {
  let folder = '';
  const conn = 'disagg/common/conn.py';
  const run = (...options: readonly string[]) =>
    runSonde(['lifecycle', folder, '--states', 'KVPoll', ...options]);

  /** The demo's project in two commits: the second lets the base class keep the smaller of two states. */
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sonde-compare-'));
    cpSync(project, folder, { recursive: true });
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args]);
    git('init', '-q');
    git('add', '-A');
    git('commit', '-q', '-m', 'first');
    git('tag', 'first');
    const text = readFileSync(join(folder, conn), 'utf8');
    expect(text).toContain('max(');
    writeFileSync(join(folder, conn), `\n\n${text.replace('max(', 'min(')}`);
    git('commit', '-q', '-a', '-m', 'second');
    writeFileSync(join(folder, conn), `\n\n\n\n${text}`);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('compares two commits of one target, cell by cell', async () => {
    const compared = await run('--at', 'first', '--at', 'HEAD', '--json');
    expect(compared.stderr).toBe('');
    expect(compared.status).toBe(0);
    const json = JSON.parse(compared.stdout) as {
      readonly before: Record<string, unknown>;
      readonly after: Record<string, unknown>;
      readonly same: boolean;
      readonly cells: readonly Record<string, unknown>[];
    };
    expect(json.same).toBe(false);
    expect(json.before).toMatchObject({ target: folder, at: 'first' });
    expect(json.after['commit']).toMatch(/^[0-9a-f]{40}$/);
    // The greater of Transferring and WaitingForInput is kept by max, the smaller by min.
    expect(json.cells).toContainEqual({
      setter: 'CommonKVManager.update_status',
      old: 'Transferring',
      argument: 'WaitingForInput',
      before: 'Transferring',
      after: 'WaitingForInput',
    });
  });

  it('reads the commit and not the files, and finds no difference in moved lines', async () => {
    const text = await run('--at', 'first', '--compare', folder);
    expect(text.stderr).toBe('');
    expect(text.status).toBe(0);
    expect(text.stdout).toMatch(
      /^- before: .* at first \([0-9a-f]{12}\)\n\+ after: {2}.*, the files as they are\n/,
    );
    expect(text.stdout).toContain('No difference was found');
    const alone = await run('--at', 'HEAD', '--format', 'mermaid');
    expect(alone.stdout).toMatch(/^stateDiagram-v2\n/);
  });

  it('compares two targets, and says where a commit is none', async () => {
    const text = await run('--compare', project);
    expect(text.stdout).toContain('No difference was found');
    const none = await run('--at', 'no-such-tag');
    expect(none.status).toBe(2);
    expect(none.stderr).toContain('no-such-tag');
    expect(none.stderr).toContain('git log');
  });

  it('fails on hazards that are new, not on those that were there', async () => {
    expect((await run('--at', 'first', '--compare', folder, '--fail-on', 'warning')).status).toBe(0);
    expect((await run('--fail-on', 'warning')).status).toBe(1);
  });
});
