import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProbeOutcome, Prober } from '../../../src/probe/index.ts';
import { value } from '../../support/channels.ts';
import { startUserlands, userlandsRun, type Userlands } from '../../support/userlands.ts';

// toybox, and the coreutils in Rust beside GNU's other tools, each in a root of its own, compared with this machine's
// GNU tools over the same files: what they answer without an error is what GNU answers, or it is refused by name.

const FILES: Readonly<Record<string, string | Buffer>> = {
  'f.txt': 'x 1\ny 2\nx 1\n\n  indented\tone\n10 b\n9 a\n',
  'utf.txt': 'größe\n日本\n',
  'crlf.txt': 'one\r\ntwo\r\n',
  'nonl.txt': 'no newline',
  'empty.txt': '',
  'bin.dat': Buffer.from(Array.from({ length: 64 }, (_, at) => at * 4)),
  'sub/deep/i.py': 'def x():\n    return 1\n',
};

function fill(root: string): void {
  mkdirSync(join(root, 'sub/deep'), { recursive: true });
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(root, name), content);
  symlinkSync('f.txt', join(root, 'link.txt'));
  let second = 0;
  for (const name of [...Object.keys(FILES), 'link.txt', 'sub/deep', 'sub'])
    execFileSync('touch', [
      '-h',
      '-d',
      `2024-03-05 10:00:${String((second += 1)).padStart(2, '0')}Z`,
      join(root, name),
    ]);
  chmodSync(root, 0o755);
}

/** Options by command; `$` stands for each file. Those with no file stand alone. */
const ACCEPTED: Readonly<Record<'uutils' | 'toybox', readonly string[]>> = {
  uutils: [
    ...['cat $', 'cat -A $', 'cat -e $', 'head -n 2 $', 'head -c 5 $', 'tail -n 1 $', 'tail -c 3 $', 'tac $'],
    ...['wc -l $', 'wc -c $', 'sort $', 'sort -u $', 'sort -rn $', 'sort -k 2 $', 'uniq $', 'uniq -c $'],
    ...[
      'cut -f 1 $',
      'cut -c 1-3 $',
      "cut -d ' ' -f 2 $",
      'sha256sum $',
      'md5sum $',
      'cksum $',
      'od -t x1 $',
    ],
    ...[
      'ls',
      'ls -la f.txt',
      'ls -R',
      "stat -c '%n %s %F' $",
      'du -b f.txt',
      'readlink -f link.txt',
      'realpath sub/../f.txt',
    ],
    ...[
      'basename a/b.c .c',
      'dirname a/b',
      'pwd',
      'whoami',
      'id -u',
      'nproc',
      'uname -s',
      'cat f.txt | sort | uniq -c',
    ],
    ...['grep -n x f.txt | head -n 1', "sed -n '2,3p' f.txt | tail -n 1", "find . -name '*.py' | sort"],
  ],
  toybox: [
    ...['cat $', 'head -n 2 $', 'head -c 5 $', 'wc -l $', 'wc -c $', "stat -c '%n %s' $", 'strings $'],
    ...[
      'ls',
      'ls -a',
      'ls -t',
      'ls -R',
      'ls -F',
      'cmp -s f.txt nonl.txt',
      'du -k f.txt',
      'readlink -f link.txt',
    ],
    ...[
      'realpath sub/../f.txt',
      'basename a/b.c .c',
      'dirname a/b',
      'pwd',
      'whoami',
      'id -u',
      'nproc',
      'uname -s',
    ],
    ...['cat f.txt | head -n 1'],
  ],
};

/** What these tools answer otherwise than GNU, or not at all, and the code that is said instead. */
const REFUSED: Readonly<Record<'uutils' | 'toybox', readonly (readonly [string, string])[]>> = {
  uutils: [
    ...['paste f.txt f.txt', 'cat bin.dat | tr x y', 'nl f.txt', 'fold -w 3 utf.txt', 'df', 'date'].map(
      (line) => [line, 'tool-unknown'] as const,
    ),
    ...['stat f.txt', 'wc f.txt'].map((line) => [line, 'option-needed'] as const),
    ...['cat -n crlf.txt', 'od -c utf.txt', 'du -h .', 'ls -t', 'ls -S', 'ls -x', 'wc -w utf.txt'].map(
      (line) => [line, 'option-unsupported'] as const,
    ),
    ['rev f.txt', 'tool-missing'],
  ],
  toybox: [
    ...[
      'grep x bin.dat',
      "sed -n '1p' f.txt",
      "find . -name '*.py'",
      'sort bin.dat',
      'uniq -f 2 f.txt',
      'cut -s -f 1 f.txt',
    ].map((line) => [line, 'tool-unknown'] as const),
    ...[
      'tail -q f.txt',
      'tac f.txt',
      'sha256sum sub',
      'rev f.txt',
      'od f.txt',
      'file utf.txt',
      'ps',
      'df',
    ].map((line) => [line, 'tool-unknown'] as const),
    ['wc f.txt', 'option-needed'],
    ...[
      'nproc --all',
      'ls -l',
      'ls -C',
      'cat -e utf.txt',
      'uname -o',
      'cmp -l f.txt nonl.txt',
      'wc -w utf.txt',
    ].map((line) => [line, 'option-unsupported'] as const),
    ['diff f.txt nonl.txt', 'tool-missing'],
  ],
};

describe.runIf(userlandsRun)('userlands of other makers', () => {
  let userlands: Userlands;
  let gnu: Prober;
  beforeAll(async () => {
    userlands = await startUserlands(fill);
    gnu = (await userlands.open('gnu')).prober;
  });
  afterAll(() => userlands.stop());

  describe.each(['uutils', 'toybox'] as const)('%s', (kind) => {
    let prober: Prober;
    beforeAll(async () => {
      prober = (await userlands.open(kind)).prober;
    });

    test('is known for what it is', () => {
      const { tools } = prober.host;
      const names =
        kind === 'uutils' ? ['ls', 'cat', 'sort'] : ['ls', 'cat', 'sort', 'sed', 'grep', 'find', 'file'];
      for (const name of names) expect([name, tools[name]?.kind]).toEqual([name, kind]);
      if (kind === 'uutils') expect(tools['sed']?.kind).toBe('gnu');
    });

    test('answers as GNU does, or with an error', async () => {
      const lines = ACCEPTED[kind].flatMap((line) =>
        line.includes('$')
          ? [...Object.keys(FILES), 'sub', 'missing.txt'].map((name) => line.replace('$', name))
          : [line],
      );
      const wrong: unknown[] = [];
      let answered = 0;
      const run = async (line: string): Promise<void> => {
        const [theirs, ours] = await Promise.all(
          [prober, gnu].map(async (each) => shown(await each.run(line))),
        );
        if (theirs === undefined || ours === undefined) return;
        if ('out' in theirs && theirs.exit === 0) answered += 1;
        // An error of theirs is said; without one the answer is that of GNU, but for the place of the root.
        const right =
          'out' in theirs && 'out' in ours
            ? theirs.err !== '' || theirs.exit !== 0 || same(theirs, ours)
            : 'code' in theirs && 'code' in ours && theirs.code === ours.code;
        if (!right) wrong.push({ line, theirs, ours });
      };
      await Promise.all(lines.map(run));
      expect(wrong).toEqual([]);
      expect(answered).toBeGreaterThan(lines.length / 2);
    });

    test.each(REFUSED[kind])('%s: %s', async (line, code) => {
      expect(await prober.run(line)).toMatchObject({ kind: 'error', error: { code } });
    });

    test('has its files read all the same', async () => {
      const read = value(await prober.files.read('/srv/bin.dat'));
      expect(Buffer.from(read).equals(Buffer.from(FILES['bin.dat'] ?? ''))).toBe(true);
      expect(value(await prober.files.stat('/srv/f.txt')).size).toBe(
        Buffer.byteLength(String(FILES['f.txt'])),
      );
      expect(value(await prober.files.readdir('/srv/sub')).map(({ name }) => name)).toEqual(['deep']);
    });
  });

  type Shown =
    { readonly exit: number | null; readonly out: string; readonly err: string } | { readonly code: string };
  function shown(outcome: ProbeOutcome): Shown {
    if (outcome.kind === 'error') return { code: outcome.error.code };
    if (outcome.kind === 'refusal') return { code: outcome.refusal.rule };
    const { exit, stdout, stderr } = outcome.evidence;
    return { exit, out: Buffer.from(stdout).toString('latin1'), err: Buffer.from(stderr).toString() };
  }
  function same(theirs: Extract<Shown, { out: string }>, ours: Extract<Shown, { out: string }>): boolean {
    return ours.exit === 0 && theirs.out.replaceAll('/srv', '') === ours.out.replaceAll(userlands.folder, '');
  }
});
