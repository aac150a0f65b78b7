import { expect, test } from 'vitest';
import { namespaceViews } from '../../../src/probe/plan/namespaces.ts';
import { planLine } from '../../../src/probe/plan/plan-line.ts';
import { value } from '../../support/channels.ts';

const views = (line: string): readonly string[] =>
  [...namespaceViews(value(planLine(line, { root: '/srv/app', home: '/home/u' })))].sort();

test.each([
  ['ls -l', ['owners']],
  ['ls -la src', ['owners']],
  ['ls -n', ['owners']],
  ['ls -g', ['owners']],
  ['ls -o', ['owners']],
  ['ls --full-time', ['owners']],
  ['ls src -ltr', ['owners']],
  ['stat app.py', ['owners']],
  ["stat -c '%U' app.py", ['owners']],
  ['id', ['owners']],
  ['find . -user daemon', ['owners']],
  ['find . -group adm -name x', ['owners']],
  ['find . -ls', ['owners']],
  ["find . -printf '%u'", ['owners']],
  // Only a name that looks like the test; it is taken for it.
  ['find . -name -user', ['owners']],
  ['ps -e', ['owners', 'processes']],
  ['ps -e | grep python', ['owners', 'processes']],
  ['uptime', ['processes']],
  ['df -h .', ['mounts']],
])('%s shows %j', (line, expected) => {
  expect(views(line)).toEqual(expected);
});

test.each([
  'ls',
  'ls -a',
  'ls -tr',
  'ls -R src',
  'ls -1',
  'ls -i',
  'ls --sort=time',
  // A file of that name.
  'ls -- -l',
  'find . -name "*.py" -newer a.txt',
  'grep -rn -l owner .',
  'cat app.py | sort -n',
  'du -s src',
  'git log --oneline',
  'wc -l app.py',
  'whoami',
  'hostname',
])('%s shows none of it', (line) => {
  expect(views(line)).toEqual([]);
});
