import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runSonde, type CliRun } from './run-cli.ts';

const source = [
  'import os',
  '',
  'def first():',
  '    return 1',
  '',
  'def second():',
  '    return first()',
  '',
].join('\n');
const notebook = [
  '---',
  'sonde: 1',
  'title: T',
  'targets:',
  '  box:',
  '---',
  '',
  '```probe id=p1 on=box',
  'grep -n first a.py',
  '```',
  '',
  '```pins',
  '- id: k1',
  '  on: box',
  '  file: a.py',
  '  symbol: second',
  '```',
  '',
].join('\n');

let folder: string;
let root: string;
let file: string;

const sonde = (...args: string[]): Promise<CliRun> =>
  runSonde(args, { environment: { XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder } });
const verify = async (): Promise<{ status: number | null; results: readonly object[] }> => {
  const run = await sonde('verify', file, '--target', root, '--json');
  return { status: run.status, results: (JSON.parse(run.stdout) as { results: object[] }).results };
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-verify-'));
  root = join(folder, 'root');
  mkdirSync(root);
  file = join(folder, 'a.sonde.md');
  writeFileSync(join(root, 'a.py'), source);
  writeFileSync(file, notebook);
  const run = await sonde('run', file, '--target', root, '--write');
  expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: '' });
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('sonde verify', () => {
  it('says same, and exits with 0', async () => {
    expect(await verify()).toEqual({
      status: 0,
      results: [
        { id: 'p1', kind: 'probe', verdict: 'same' },
        { id: 'k1', kind: 'pin', verdict: 'same' },
      ],
    });
  });

  it('says moved where only lines moved, and writes nothing', async () => {
    const before = readFileSync(file);
    writeFileSync(join(root, 'a.py'), `# one more line\n${source}`);
    const { status, results } = await verify();
    expect(status).toBe(0);
    expect(results).toMatchObject([
      { id: 'p1', verdict: 'moved' },
      { id: 'k1', verdict: 'moved', detail: '+1' },
    ]);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('says changed and gone, and exits with 1', async () => {
    writeFileSync(join(root, 'a.py'), 'def first():\n    return 2\n');
    const { status, results } = await verify();
    expect(status).toBe(1);
    expect(results).toMatchObject([
      { id: 'p1', verdict: 'changed' },
      { id: 'k1', verdict: 'gone' },
    ]);
  });

  it('says of what was refused which option reads it, and that option does', async () => {
    // What leads outside the root is read for a probe of a notebook by consent only; here nobody can be asked.
    writeFileSync(join(folder, 'outside.py'), source);
    rmSync(join(root, 'a.py'));
    symlinkSync(join(folder, 'outside.py'), join(root, 'a.py'));
    const refused = await sonde('verify', file, '--target', root);
    expect(refused.status).toBe(2);
    expect(refused.stdout).toContain('refused  probe  p1  box  grep -n first a.py\n');
    expect(refused.stdout).toContain('  leads outside the root folder; --allow-outside reads it\n');
    const allowed = await sonde('verify', file, '--target', root, '--allow-outside');
    expect(allowed.status).toBe(0);
    expect(allowed.stdout).toMatch(/^same +probe +p1 /);
  });

  it('says so where there is nothing to compare with', async () => {
    writeFileSync(file, notebook);
    const run = await sonde('verify', file, '--target', root);
    expect(run.status).toBe(0);
    expect(run.stdout).toBe('');
    expect(run.stderr).toContain('a.sonde.md holds no results yet');
    expect(run.stderr).toContain('sonde run FILE --write keeps them');
  });
});

describe('sonde export', () => {
  it('writes what is stored, without a host', async () => {
    const out = join(folder, 'a.html');
    expect(await sonde('export', file, '--format', 'html', '-o', out)).toMatchObject({
      status: 0,
      stdout: '',
    });
    expect(readFileSync(out, 'utf8')).toContain('def second');
    const json = await sonde('export', file, '--format', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      title: 'T',
      probes: [
        { id: 'p1', line: 'grep -n first a.py', exit: 0, stdout: '3:def first():\n7:    return first()\n' },
      ],
    });
    const markdown = await sonde('export', file, '--format', 'md');
    expect(markdown.stdout).toContain('grep -n first a.py');
  });
});
