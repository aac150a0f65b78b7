import type { Userland } from '../userland.ts';
import type { OptionRow } from './options.ts';
import type { CommandRow } from './row.ts';

/**
 * What is known of userlands that only some hosts have: commands by name, and the options of each whose answers were
 * compared with those of GNU, byte for byte. All else is refused, since these tools answer some things wrongly and say
 * nothing: toybox leaves out what follows a NUL in its grep and sort, and takes a folder for an empty file; uutils
 * changes bytes that are no UTF-8 in its paste and tr. `!`: only with one of the options.
 */
type Known = Readonly<Record<string, string>>;

const UUTILS: Known = {
  basename: '',
  cat: '-A -E -v -e -t',
  cksum: '',
  cut: '-f -d -c -b -s --complement',
  dirname: '',
  du: '-s -x -c -k -m -b -d --apparent-size',
  head: '-n -c -q -v',
  id: '-u -n -g -r -G',
  ls: '-l -h -r -d -p -1 -g -n -o -s -L -a -A -F -R -Q -k -b -q -m',
  md5sum: '-b -t',
  nproc: '--all',
  od: '-t -N -j -v -x -b',
  pwd: '',
  readlink: '-f -e -m -n',
  realpath: '-e -m -s',
  sha1sum: '-b -t',
  sha256sum: '-b -t',
  sort: '-n -r -u -b -f -V -g -M -d -i -s -z -h -k -t',
  stat: '! -c',
  tac: '',
  tail: '-n -c -q -v',
  uname: '-a -s -r -v -m -o',
  uniq: '-c -d -u -i -f -s -w',
  wc: '! -l -c',
  whoami: '',
};

const TOYBOX: Known = {
  basename: '',
  cat: '',
  cmp: '-s -n',
  dirname: '',
  du: '-s -x -c -k -m -d',
  head: '-n -c -q -v',
  id: '-u -g -G',
  ls: '-r -d -p -1 -a -A -F -R -t -S',
  nproc: '',
  pwd: '',
  readlink: '-f -e -m -n',
  realpath: '-e -m -s',
  stat: '! -c',
  strings: '-a -f -n -t',
  uname: '-s -r -v -m -p',
  wc: '! -l -c',
  whoami: '',
};

/**
 * What the manuals of OpenBSD name (grep, sed, find, ls, diff, sort, head, tail, uniq, du, cmp, uname), and what POSIX
 * has of the other commands. Its grep takes no word of its own behind -C, so that is left out.
 */
const OPENBSD: Known = {
  ...Object.fromEntries(
    ['grep', 'egrep', 'fgrep'].map((name) => [
      name,
      '-E -F -G -i -v -w -x -c -n -H -h -l -L -o -q -s -r -R -a -b -I -e -A -B -m --binary-files',
    ]),
  ),
  awk: '-F',
  basename: '',
  cat: '-n -b -s -v -e -t',
  cksum: '',
  cmp: '-l -s',
  column: '-t -x -s -c',
  comm: '-1 -2 -3',
  cut: '-d -f -c -b -s',
  date: '-u',
  df: '-h -i -P -k',
  diff: '-u -q -N -w -b -i -a -c -s -U -C -x',
  dirname: '',
  du: '-s -h -a -x -c -k -d',
  file: '-b -h -i -L',
  find:
    '-name -iname -path -type -maxdepth -mindepth -size -mtime -mmin -atime -amin -ctime -cmin -newer -perm -user ' +
    '-group -inum -links -print -print0 -prune -empty -xdev -depth -ls -a -and -o -or ! ( )',
  fold: '-w -s -b',
  head: '-n',
  hexdump: '-C -b -c -d -o -x -v -n -s',
  hostname: '',
  id: '-u -n -g -r -G',
  ls: '-l -h -t -r -S -d -p -i -1 -n -s -L -c -u -x -m -k -q -C -a -A -F -R',
  od: '-A -t -N -j -v -c -x -b',
  paste: '-s -d',
  pwd: '',
  readlink: '-f -n',
  rev: '',
  sed: '-n -E -r -e',
  sort: '-n -r -u -b -f -d -i -k -t',
  stat: '-L',
  tail: '-n -c',
  tr: '-d -s -c -C',
  uname: '-a -s -r -v -m -p',
  uniq: '-c -d -u -f -s',
  uptime: '',
  wc: '-l -w -c -m',
  whoami: '',
};

/** Userlands of which only what is known is run. */
const TABLES = { uutils: UUTILS, toybox: TOYBOX, openbsd: OPENBSD } as const satisfies Partial<
  Record<Userland, Known>
>;

const KNOWN_BY_LIST = ['uutils', 'toybox', 'openbsd'] as const satisfies readonly (keyof typeof TABLES)[];

/** A row with these userlands among its own where they may run it, and among those that lack an option. */
export function withCompared(row: CommandRow): CommandRow {
  let result = row;
  for (const userland of KNOWN_BY_LIST) result = withOne(result, userland);
  return result;
}

function withOne(row: CommandRow, userland: keyof typeof TABLES): CommandRow {
  const table: Known = TABLES[userland];
  const known = Object.hasOwn(table, row.name) ? table[row.name]?.split(' ') : undefined;
  if (known === undefined) return row;
  return {
    ...row,
    userlands: [...row.userlands, userland],
    ...(known.includes('!') ? { needsOption: [...(row.needsOption ?? []), userland] } : {}),
    options: row.options.map((option) =>
      option.dropped || known.includes(emitted(option))
        ? option
        : { ...option, missing: [...option.missing, userland] },
    ),
  };
}

/** The spelling in which an option is sent. */
function emitted({ letter, long }: OptionRow): string {
  return letter === undefined ? (long[0] ?? '') : `-${letter}`;
}
