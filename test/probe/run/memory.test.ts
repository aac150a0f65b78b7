import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { makeFolder, openLocal } from '../bench.ts';

test('a pattern for git that would eat all memory ends too, though git has no limit of address space', async () => {
  const root = makeFolder({ 'a.txt': 'aaaa\n' });
  for (const words of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-q', '-m', 'aaaa'],
  ])
    execFileSync('git', ['-C', root, '-c', 'user.name=n', '-c', 'user.email=n@example.org', ...words]);
  const bench = await openLocal(root);
  for (const line of ["git grep -E '((a{1,255}){1,255}){1,255}'", "git log -G'((a{1,255}){1,255}){1,255}'"]) {
    const seen = await bench.evidence(line);
    expect([line, seen.truncated, seen.exit, seen.out]).toEqual([line, null, 128, '']);
    expect(seen.err).toMatch(/memory exhausted|too big|out of memory/i);
  }
  bench.close();
}, 60_000);
