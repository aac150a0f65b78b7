import { describe, expect, test } from 'vitest';
import { handshakeScript } from '../../../src/probe/emission/handshake.ts';
import { kindOf, readFacts } from '../../../src/probe/run/handshake.ts';

describe('whose a tool is', () => {
  test.each([
    ['grep', 'grep (GNU grep) 3.8', 'Linux', 'gnu'],
    ['sed', 'sed (GNU sed) 4.9', 'Linux', 'gnu'],
    ['find', 'find (GNU findutils) 4.9.0', 'Linux', 'gnu'],
    ['ls', 'ls (GNU coreutils) 9.1', 'Linux', 'gnu'],
    ['ls', 'ls (GNU coreutils) 9.1', 'Darwin', 'gnu'],
    ['awk', 'mawk 1.3.4 20200120', 'Linux', 'gnu'],
    ['awk', 'GNU Awk 5.2.1, API 3.2', 'Linux', 'gnu'],
    ['column', 'column from util-linux 2.38.1', 'Linux', 'gnu'],
    ['file', 'file-5.44', 'Linux', 'gnu'],
    ['strings', 'GNU strings (GNU Binutils for Debian) 2.40', 'Linux', 'gnu'],
    ['grep', 'BusyBox', 'Linux', 'busybox'],
    ['sed', 'This is not GNU sed version 4.0', 'Linux', 'unknown'],
    ['grep', 'grep (BSD grep, GNU compatible) 2.6.0-FreeBSD', 'Darwin', 'bsd'],
    ['sed', 'sed: illegal option -- -', 'Darwin', 'bsd'],
    ['ls', 'ls: unrecognized option', 'FreeBSD', 'bsd'],
    ['ls', 'ls (uutils coreutils) 0.0.30', 'Linux', 'uutils'],
    ['ls', '/bin/ls 0.0.17', 'Linux', 'uutils'],
    ['ls', 'toybox 0.8.9', 'Linux', 'toybox'],
    ['sed', 'This is not GNU sed version 9.0', 'Linux', 'toybox'],
    ['git', 'git version 2.39.5', 'Linux', 'git'],
    ['git', 'something else', 'Linux', 'unknown'],
    ['ps', 'ps from procps-ng 4.0.2', 'Linux', 'gnu'],
    ['ps', 'procps-ng version 3.3.10', 'Linux', 'gnu'],
    ['ps', 'ps: illegal option -- -', 'FreeBSD', 'bsd'],
    ['rg', 'ripgrep 13.0.0', 'Linux', 'ripgrep'],
    ['rg', 'rg', 'Linux', 'unknown'],
  ])('%s: %s on %s', (name, version, system, expected) => {
    expect(kindOf(name, version, system)).toBe(expected);
  });
});

test('the answer of a host', () => {
  const text = [
    'S:Linux',
    'H:/home/u',
    'T:ls:/bin/ls:ls (GNU coreutils) 9.1',
    'T:grep:/usr/bin/grep:grep (GNU grep) 3.8',
    'T:wc:/usr/bin/wc:',
    'T:cat:/bin/cat:BusyBox',
    'T:git:/usr/bin/git:git version 2.39.5',
    'R:/srv/a: b',
    '',
  ].join('\n');
  expect(readFacts(text, 'hello')).toEqual({
    root: '/srv/a: b',
    inline: false,
    host: {
      system: 'Linux',
      home: '/home/u',
      noise: 'hello',
      tools: {
        ls: { path: '/bin/ls', kind: 'gnu', version: '9.1' },
        grep: { path: '/usr/bin/grep', kind: 'gnu', version: '3.8' },
        // Not asked: it comes with ls.
        wc: { path: '/usr/bin/wc', kind: 'gnu', version: '9.1' },
        cat: { path: '/bin/cat', kind: 'busybox', version: '' },
        git: { path: '/usr/bin/git', kind: 'git', version: '2.39.5' },
      },
    },
  });
  expect(readFacts('S:Linux\n', '').root).toBeUndefined();
});

test('no trace of git may be switched on by a configuration before the first tool is asked', () => {
  const script = handshakeScript('0'.repeat(32), '/srv/app');
  const [before] = script.split('--version');
  for (const setting of ['GIT_TRACE2=0', 'GIT_TRACE2_EVENT=0', 'GIT_TRACE2_PERF=0', 'GIT_OPTIONAL_LOCKS=0'])
    expect(before).toContain(setting);
});
