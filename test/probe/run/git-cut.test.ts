import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeFolder, openLocal, type Bench } from '../bench.ts';

function git(root: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=n', '-c', 'user.email=n@example.org', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', ['-C', root, ...identity, ...args], { encoding: 'utf8', stdio: 'pipe' });
}

describe('what a repository says at such length that the guard does not hear the end of it', () => {
  let bench: Bench;
  let outside: string;
  beforeEach(async () => {
    outside = makeFolder({ secret: 'MARK <n@example.org>\n' });
    const root = makeFolder({ 'a.py': 'needle\n' });
    git(root, 'init', '-q');
    git(root, 'add', '.');
    git(root, 'commit', '-q', '-m', 'first');
    bench = await openLocal(root);
  });
  afterEach(() => {
    bench.close();
    rmSync(outside, { recursive: true, force: true });
  });
  const config = (text: string): void => appendFileSync(join(bench.root, '.git/config'), text);
  const line = 'git shortlog -s HEAD';
  const fence = { fence: true } as const;

  test('a setting behind one that is longer than what is looked at', async () => {
    config(`[mailmap]\n\tfile = ${'x/'.repeat(140_000)}\n\tfile = ${join(outside, 'secret')}\n`);
    expect(await bench.error(line, fence)).toMatchObject({ code: 'operand-kind', kind: 'unknown' });
  });

  test('a setting in the last file of a chain that git still follows', async () => {
    const folder = join(bench.root, '.git');
    for (let at = 1; at <= 9; at += 1)
      writeFileSync(join(folder, `c${at}`), `[include]\n\tpath = c${at + 1}\n`);
    writeFileSync(join(folder, 'c10'), `[mailmap]\n\tfile = ${join(outside, 'secret')}\n`);
    config('[include]\n\tpath = c1\n');
    expect(git(bench.root, 'shortlog', '-s', 'HEAD')).toContain('MARK');
    expect(await bench.error(line, fence)).toMatchObject({ code: 'operand-outside' });
  });

  test('a setting of the work tree alone', async () => {
    config('[extensions]\n\tworktreeConfig = true\n');
    writeFileSync(
      join(bench.root, '.git/config.worktree'),
      `[mailmap]\n\tfile = ${join(outside, 'secret')}\n`,
    );
    expect(git(bench.root, 'shortlog', '-s', 'HEAD')).toContain('MARK');
    expect(await bench.error(line, fence)).toMatchObject({ code: 'operand-outside' });
  });

  test('an address with a password, behind addresses that are longer than what is looked at', async () => {
    const remote = (name: string, url: string): string => `[remote "${name}"]\n\turl = ${url}\n`;
    config(remote('a', `https://h/${'x'.repeat(270_000)}`) + remote('b', 'https://u:needle@h/'));
    expect(await bench.error('git remote -v')).toMatchObject({ code: 'operand-kind', kind: 'unknown' });
  });

  test('a work tree that is elsewhere', async () => {
    config(`[core]\n\tworktree = ${outside}\n`);
    for (const one of ['git status -s', 'git ls-files -o', 'git diff --stat'])
      expect(await bench.error(one, fence), one).toMatchObject({ code: 'operand-outside' });
  });

  test('a work file behind a link, after many that have changed', async () => {
    const folder = join(bench.root, 'many');
    mkdirSync(folder);
    const long = 'n'.repeat(200);
    for (let at = 0; at < 1500; at += 1) writeFileSync(join(folder, `${long}${at}`), '');
    mkdirSync(join(bench.root, 'z'));
    writeFileSync(join(bench.root, 'z/secret'), 'x\n');
    git(bench.root, 'add', '.');
    git(bench.root, 'commit', '-q', '-m', 'many');
    rmSync(folder, { recursive: true });
    rmSync(join(bench.root, 'z'), { recursive: true });
    symlinkSync(outside, join(bench.root, 'z'));
    expect(await bench.error('git grep -n MARK', fence)).toMatchObject({
      code: 'operand-kind',
      kind: 'unknown',
    });
  });
});
