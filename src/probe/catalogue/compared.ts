import type { Userland } from '../prober.ts';
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
  uname: '-a -s -r -v -m -p -i -o',
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

/** Userlands of which only what was compared with GNU is run. */
export const COMPARED = ['uutils', 'toybox'] as const satisfies readonly Userland[];

/** A row with the userlands of `COMPARED` among its own where they may run it, and among those that lack an option. */
export function withCompared(row: CommandRow): CommandRow {
  let result = row;
  for (const userland of COMPARED) result = withOne(result, userland);
  return result;
}

function withOne(row: CommandRow, userland: (typeof COMPARED)[number]): CommandRow {
  const table = userland === 'uutils' ? UUTILS : TOYBOX;
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
