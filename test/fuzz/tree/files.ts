import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS: readonly string[] = [
  'python',
  'old',
  'a b',
  'devices',
  'odd',
  'odd/-d',
  'odd/sort',
  'odd/sed',
  'odd/find',
  'odd/tail',
  'odd/uniq',
  'huge',
  'locked',
];

/** Plain files, most of them with names that a command could take for something else. */
const FILES: Readonly<Record<string, string>> = {
  'src.py': 'import a\nx = 1\nupdate_status()\n',
  f: 'a\nb\n3 x\n',
  g: 'a\n',
  a: 'x\n',
  b: 'y\n',
  log: 'l\n',
  'A.md': '# A\n',
  '-rf': 'minus\n',
  '--output=x': 'output\n',
  '-exec': 'exec\n',
  '@file': '-o x\n',
  'x=1': 'assignment\n',
  'new\nline': 'newline\n',
  'caf\u00e9.py': 'update\n',
  "it's": 'quote\n',
  'dou"ble': 'double\n',
  'back\\slash': 'backslash\n',
  'tab\there': 'tab\n',
  '$(touch x)': 'substitution\n',
  '`id`': 'substitution\n',
  ';id;': 'sequence\n',
  'a|b': 'pipe\n',
  '*': 'star\n',
  '[a]': 'brackets\n',
  '{a,b}': 'braces\n',
  '#c': 'comment\n',
  '~': 'tilde\n',
  '!!': 'history\n',
  '%s%n': 'format\n',
  '\u001b[31mred': 'escape\n',
  '\u202eright': 'bidirectional\n',
  'odd/sort/--output=made': 'output\n',
  'odd/sort/b': 'update\n',
  'odd/sed/-i': 'update\n',
  'odd/sed/b': 'update\n',
  'odd/find/-delete': 'delete\n',
  'odd/find/+b': 'update\n',
  'odd/tail/-f': 'follow\n',
  'odd/tail/b': 'update\n',
  'odd/uniq/a': 'update\n',
  'odd/uniq/b': 'kept\n',
  'odd/-d/-rf': 'minus\n',
  'odd/magic': '0 string update Update\n',
  'odd/plain': 'update\n',
  'a b/c d': 'update\n',
  'big.bin': '\u0000update'.repeat(20_000),
  'python/a.py': 'import b\n\ndef update_status():\n    return 1\n\ndef update(x):\n    return x\n',
  'python/b.py': 'class Update:\n    update = 1\n',
  'old/a.py': 'import b\n',
  'words.txt': 'b 2\na 1\na 1\nc 3\n'.repeat(50),
  'table.csv': 'name:1:x\nupdate:2:y\n'.repeat(40),
  '.gitattributes': '*.py diff=d merge=m\n*.md ident\n*.signed filter=unused\n',
  '.rgignore': 'x\n',
  '.ignore': 'old\n',
};

/** Writes what may be added to a repository. */
export function writeFiles(root: string): void {
  for (const folder of FOLDERS) mkdirSync(join(root, folder), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text);
  // Bytes that are no UTF-8.
  const bytes = Buffer.concat([
    Buffer.from(`${root}/odd/`),
    Buffer.from([0xff, 0xfe, 0x80]),
    Buffer.from('.py'),
  ]);
  writeFileSync(bytes, 'update\n');
  const deep = join(root, 'odd', ...Array.from({ length: 40 }, (_, index) => `d${index}`));
  mkdirSync(deep, { recursive: true });
  writeFileSync(join(deep, 'update.py'), 'update\n');
  writeFileSync(join(root, 'odd', 'n'.repeat(250)), 'long\n');
}

/** Which special things the machine let us make. */
export interface SpecialFiles {
  /** Device files; empty where none may be made. */
  readonly devices: readonly string[];
}

/** Links, FIFOs, sockets, devices, files without end and files that nobody may read; behind the first commit. */
export function makeSpecialFiles(root: string, vault: string): SpecialFiles {
  const links: Readonly<Record<string, string>> = {
    README: join(vault, 'id_ed25519'),
    keys: vault,
    environ: '/proc/self/environ',
    mem: '/proc/self/mem',
    fd: '/proc/self/fd',
    zero: '/dev/zero',
    stdin: '/dev/stdin',
    'devices/zero': '/dev/zero',
    'devices/dev': '/dev',
    'devices/proc': '/proc',
    'devices/sys': '/sys',
    'python/pipe.py': '../pipe',
    'python/zero.py': '/dev/zero',
    'old/pipe.log': '../python/pipe.py',
    self: '.',
    loop: 'pool',
    pool: 'loop',
    dangling: 'nowhere',
    '-link': 'f',
    'odd/link': '../f',
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
  linkSync(join(root, 'f'), join(root, 'hard'));
  execFileSync('mkfifo', [
    join(root, 'pipe'),
    join(root, 'old/pipe'),
    join(root, 'odd/-fifo'),
    join(root, 'p.py'),
  ]);
  const listen = "require('net').createServer().listen('socket', () => process.kill(process.pid, 'SIGKILL'))";
  try {
    execFileSync(process.execPath, ['-e', listen], { cwd: root, stdio: 'pipe' });
  } catch {
    // It kills itself so that the socket stays.
  }
  writeFileSync(join(root, 'huge/sparse.bin'), 'update\n');
  truncateSync(join(root, 'huge/sparse.bin'), 64 * 1024 * 1024);
  writeFileSync(join(root, 'huge/lines.txt'), 'update 1 status of a thing\n'.repeat(20_000));
  writeFileSync(join(root, 'huge/line.txt'), 'update '.repeat(100_000));
  return { devices: makeDevices(root) };
}

/** What only root could read, once the rest belongs to the user. */
export function lock(root: string): void {
  writeFileSync(join(root, 'unreadable'), 'update\n');
  writeFileSync(join(root, 'locked/inside'), 'update\n');
  chmodSync(join(root, 'unreadable'), 0);
  chmodSync(join(root, 'locked'), 0);
}

const DEVICES: readonly (readonly [name: string, ...numbers: readonly string[]])[] = [
  ['devices/endless', 'c', '1', '5'],
  ['devices/full', 'c', '1', '7'],
  ['devices/random.py', 'c', '1', '9'],
  ['devices/terminal', 'c', '5', '0'],
  ['devices/disk', 'b', '7', '0'],
];

/** Devices need a right that containers often do not give. */
function makeDevices(root: string): readonly string[] {
  const made: string[] = [];
  for (const [name, ...numbers] of DEVICES) {
    try {
      execFileSync('mknod', ['-m', '666', join(root, name), ...numbers], { stdio: 'pipe' });
      made.push(name);
    } catch {
      // Then the links to devices have to do.
    }
  }
  return made;
}
