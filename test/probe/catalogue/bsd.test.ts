import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/probe/catalogue/index.ts';
import { printStage } from '../../../src/probe/emission/print.ts';
import type { HostFacts } from '../../../src/probe/index.ts';
import { planLine } from '../../../src/probe/plan/plan-line.ts';
import { kindOf } from '../../../src/probe/run/handshake.ts';
import { readAccepted } from '../corpora.ts';

// No BSD runs here: what is emitted is held against what the manuals of FreeBSD and OpenBSD name.

function host(kind: 'bsd' | 'openbsd'): HostFacts {
  const tools = [...CATALOGUE.map(({ tool }) => tool), 'xargs'].map(
    (tool) => [tool, { path: `/usr/bin/${tool}`, kind, version: '' }] as const,
  );
  return {
    system: kind === 'bsd' ? 'FreeBSD' : 'OpenBSD',
    home: '/home/u',
    noise: '',
    tools: Object.fromEntries(tools),
  };
}

/** What is emitted for each stage, without its quotes, or what is refused of it. */
function sent(line: string, kind: 'bsd' | 'openbsd'): readonly string[] {
  const plan = planLine(line, {});
  if (!plan.ok) throw new Error(`${line}: ${plan.error.rule}`);
  return plan.value.stages.map((stage) => {
    const printed = printStage(stage, host(kind));
    if (printed.ok) return printed.value.replace(/^ulimit [^;]*; /, '').replaceAll("'", '');
    const { error } = printed;
    return 'option' in error ? error.option : error.code;
  });
}

describe('FreeBSD and macOS', () => {
  test.each([
    ['ls -la src', '/usr/bin/ls -l -a -- src'],
    ['ls --reverse src', '/usr/bin/ls -r -- src'],
    // Its -o shows the flags of files, its -B shows odd characters, its -g was nothing for long.
    ['ls -o src', '-o'],
    ['ls -B src', '-B'],
    ['ls -g src', '-g'],
    ['ls -Q src', '-Q'],
    ['head -n 5 f', '/usr/bin/head -n 5 -- f'],
    ['head -n -5 f', '-n -5'],
    ['head -c 4k f', '-c 4k'],
    ['head -q f', '-q'],
    ['tail -n -5 f', '/usr/bin/tail -n -5 -- f'],
    ['tail -n +5 f', '/usr/bin/tail -n +5 -- f'],
    ['tail -q f', '/usr/bin/tail -q -- f'],
    ['cmp -b f g', '-b'],
    ['od -t x1 f', '/usr/bin/od -t x1 -- f'],
    ['od -t x1z f', '-t x1z'],
    ['sort -V f', '/usr/bin/sort -S 64M -T /nonexistent -V -- f'],
    ["sed -n '/x/Ip' f", '/usr/bin/sed -n -e /x/Ip -- f'],
    ["sed -n '1~2p' f", '1~2p'],
    ["sed -n '/x/,~4p' f", '/x/,~4p'],
    ['find . -size +1M', '/usr/bin/find . -size +1M'],
    ['find . -size +1w', '-size +1w'],
    ['find . -type f,d', '-type f,d'],
    ['find . -perm /222', '-perm /222'],
    ['find . -quit', '-quit'],
    ['diff -y f g', '-y'],
    ['diff --label x f g', '--label'],
    ['uname -o', '-o'],
    ['grep -rn x .', '/usr/bin/grep -D skip -r -n -e x -- .'],
    ['stat -c %s f', '-c'],
    ['tac f', 'tool-unknown'],
  ])('%s', (line, expected) => {
    expect(sent(line, 'bsd')).toEqual([expected]);
  });
});

describe('OpenBSD', () => {
  test.each([
    ['grep -n x f', '/usr/bin/grep -n -e x -- f'],
    // It has no -D: a named pipe in the tree would be opened. Behind -C it takes no word of its own.
    [
      'grep -rn x .',
      'w=0; { /usr/bin/find . -type f -print0 | /usr/bin/xargs -0 -r /usr/bin/grep -H -n -e x -- || w=$?; }; ' +
        'case $w in 123) w=1;; esac; (exit $w)',
    ],
    ['grep -C 3 x f', '-C'],
    ['grep --include=*.py x f', '--include'],
    ["sed -n '1,5p' f", '/usr/bin/sed -n -e 1,5p -- f'],
    ["sed -n '/x/Ip' f", '/x/Ip'],
    ["sed -n '1,+3p' f", '1,+3p'],
    ["sed 's/a/b/I' f", 's/a/b/I'],
    ['find . -iname x', '/usr/bin/find . -iname x'],
    ['find -L . -name x', '/usr/bin/find . -name x'],
    ['find . -size +20k', '-size +20k'],
    ['find . -size +20c', '/usr/bin/find . -size +20c'],
    ['find . -ipath x', '-ipath'],
    ['head -c 5 f', '-c'],
    ['tail -c 5 f', '/usr/bin/tail -c 5 -- f'],
    ['df -h .', '/usr/bin/df -l -h -- .'],
    ['nl f', 'tool-unknown'],
    ['md5sum f', 'tool-unknown'],
  ])('%s', (line, expected) => {
    expect(sent(line, 'openbsd')).toEqual([expected]);
  });
});

test.each(['bsd', 'openbsd'] as const)('every accepted line is emitted or refused by name: %s', (kind) => {
  let emitted = 0;
  for (const { line } of readAccepted())
    for (const stage of sent(line, kind)) if (stage.startsWith('/usr/bin/')) emitted += 1;
  expect(emitted).toBeGreaterThan(kind === 'bsd' ? 250 : 130);
});

test('whose a tool is, by the system', () => {
  expect(kindOf('ls', 'ls: unknown option -- -', 'OpenBSD')).toBe('openbsd');
  expect(kindOf('ls', '', 'Darwin')).toBe('bsd');
  expect(kindOf('grep', 'grep (BSD grep, GNU compatible) 2.6.0-FreeBSD', 'Darwin')).toBe('bsd');
  // Its -i is another one on macOS.
  expect(kindOf('file', 'file-5.41', 'Darwin')).toBe('bsd');
  expect(kindOf('file', 'file-5.45', 'FreeBSD')).toBe('gnu');
});
