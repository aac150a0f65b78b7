import { err, ok } from '../../base/index.ts';
import { has } from '../lines/arguments.ts';
import { bareCommand, fileCommand } from '../plan/build.ts';
import { checkText, extraOperand, missingOperand, own, refuseWord, text } from '../plan/emit-options.ts';
import { SENSITIVE_NAMES } from '../plan/sensitive.ts';
import { command } from './define.ts';
import { because } from './reasons.ts';
import { ONLY_FILES, PLACES, TWO_FILES } from './operands.ts';
import { options } from './options.ts';
import type { CommandRow } from './row.ts';

const DIFF_OPTIONS = options(
  'u : unified, with three lines around',
  'q --brief : only says whether they differ',
  'r --recursive !busybox !bsd : compares everything below two folders',
  'N --new-file : a missing file counts as empty',
  'w --ignore-all-space : blanks do not count',
  'b --ignore-space-change : changes in the amount of blanks do not count',
  'B --ignore-blank-lines !bsd : empty lines do not count',
  'i --ignore-case : upper and lower case are the same',
  'a --text : treats binary files as text',
  'y --side-by-side !busybox !bsd : two columns',
  'c !busybox : with context lines, in the old form',
  's --report-identical-files : says which files are the same',
  'U --unified =count : unified, with this many lines around',
  'C --context =count !busybox : this many lines around, in the old form',
  'W --width =small !busybox !bsd : the width of two columns',
  'x --exclude =glob !busybox : passes over such names in folders',
  '--label =text !bsd : the name to show for a file',
  '--color --colour ?{auto|always|never} - : accepted and left out: output is never coloured',
);

const UNAME_OPTIONS = options(
  'a : everything',
  's : the kernel',
  'r : the release of the kernel',
  'v : the version of the kernel',
  'm : the kind of machine',
  'p : the kind of processor',
  'i !bsd : the hardware platform',
  'o !bsd : the operating system',
);

const ID_OPTIONS = options(
  'u : only the user',
  'n : names instead of numbers',
  'g : only the main group',
  'r : the real one instead of the effective one',
  'G : all groups',
);

const listFiles = fileCommand({
  filter: false,
  guard: 'metadata',
  recursive: (args) => has(args, 'R'),
  exclusive: ['a', 'A'],
});

/** Commands that look at names and properties of files, and compare files. */
export const FILE_ROWS: readonly CommandRow[] = [
  command({
    name: 'ls',
    help: 'what is in a folder',
    example: 'ls -la src',
    operands: PLACES,
    cost: 'instant',
    dearer: { R: 'tree' },
    options: options(
      'l : a row each: mode, links, owner, group, size, time, name',
      'h --human-readable : sizes such as 2K and 1G',
      't : newest first',
      'r --reverse : from last to first',
      'S : largest first',
      'd : folders themselves, not what is in them',
      'p : marks folders with /',
      'i : the number of the inode',
      '1 : one name a line',
      'g !busybox !bsd : a row each, without the owner',
      'n : a row each, with numbers for owner and group',
      'o !busybox !bsd : a row each, without the group',
      's : the room that each takes, in blocks',
      'L : of what a link leads to',
      'c : shows and sorts by the time of the last change of properties',
      'u : shows and sorts by the time of the last access',
      'x : rows before columns',
      'm !busybox : names with commas between',
      'Q !bsd : names in double quotes',
      'B !busybox !bsd : leaves out names that end with ~',
      'k : room in units of 1024 bytes',
      'N !busybox !bsd : names as they are',
      'b !busybox : odd characters as escapes',
      'q !busybox : odd characters as ?',
      'C : in columns',
      'X !bsd : by the ending of the name',
      'a --all : hidden names too',
      'A --almost-all : hidden names too, but neither . nor .. itself',
      'F --classify : marks folders with / and programs with *',
      'R --recursive : everything below the folders',
      '--sort ={none|time|size|extension|version|width} !busybox !bsd : what to sort by',
      '--time ={atime|access|use|ctime|status|birth|creation|mtime|modification} !busybox !bsd : which time is meant',
      '--time-style ={full-iso|long-iso|iso|locale} !busybox !bsd : how times are shown',
      '--full-time !bsd : a row each, with full times',
      '--group-directories-first !bsd : folders before files',
      '--color --colour ?{auto|always|never} - : accepted and left out: output is never coloured',
    ),
    volatile: true,
    build: (args, context) => {
      // Links are followed where they are named, not where they are met on the way through a tree.
      const walks = has(args, 'R') && has(args, 'L');
      const kept = walks ? args.options.filter((option) => option.row.key !== 'L') : args.options;
      const plan = listFiles({ ...args, options: kept }, context);
      return plan.ok && walks ? ok({ ...plan.value, notes: ['links-not-followed'] }) : plan;
    },
  }),
  command({
    name: 'stat',
    help: 'size, owner and times of files',
    example: "stat -c '%s %n' app.py",
    operands: ONLY_FILES,
    cost: 'instant',
    options: options(
      'L --dereference : of what a link leads to',
      't --terse !bsd : everything in one line',
      'c --format =statformat !bsd : a line in this form, such as %s %n',
      '--printf =statformat !busybox !bsd : the same, with escapes and no line end',
    ),
    userlands: ['gnu', 'busybox', 'bsd'],
    volatile: true,
    refused: because('option', '-f', '--file-system'),
    build: fileCommand({ filter: false, least: 1, guard: 'metadata' }),
  }),
  command({
    name: 'file',
    help: 'what kind of content a file has',
    example: 'file build/app',
    operands: ONLY_FILES,
    cost: 'instant',
    options: options(
      'b --brief : leaves out the names',
      'i --mime !bsd : as a MIME type',
      'h --no-dereference : of links themselves',
      'L --dereference : of what a link leads to',
      'k --keep-going : everything that fits, not only the first',
      'N --no-pad : does not line up the answers',
      '--mime-type : as a MIME type, without the encoding',
      '--mime-encoding : only the encoding',
    ),
    userlands: ['gnu', 'bsd'],
    refused: {
      ...because('writes', '-C', '--compile', '-p', '--preserve-date'),
      ...because('runs-programs', '-z', '--uncompress', '-Z', '--uncompress-noreport'),
      ...because('option', '-m', '--magic-file', '-f', '--files-from', '-s', '--special-files'),
    },
    build: fileCommand({ filter: false, least: 1, guard: 'content' }),
  }),
  command({
    name: 'du',
    help: 'how much room folders take',
    example: 'du -sh src',
    operands: PLACES,
    cost: 'tree',
    options: options(
      's --summarize : one sum for each operand',
      'h --human-readable : sizes such as 2K and 1G',
      'a --all : files too',
      'x --one-file-system : stays on the file system',
      'c --total : a sum of all at the end',
      'k : in units of 1024 bytes',
      'm : in units of a megabyte',
      'b --bytes !busybox !bsd : in bytes, as the files say',
      'd --max-depth =small : shows this many levels',
      '--apparent-size !busybox !bsd : sizes as the files say, not as they take room',
      '--exclude =glob !busybox !bsd : passes over such names',
    ),
    volatile: true,
    refused: because('option', '--files0-from', '-X', '--exclude-from', '-L', '--dereference'),
    build: fileCommand({ filter: false, guard: 'metadata', recursive: () => true }),
  }),
  command({
    name: 'df',
    help: 'room on local file systems',
    example: 'df -h .',
    operands: PLACES,
    cost: 'instant',
    adds: '-l, so that no mount of another machine is asked',
    options: options(
      'h --human-readable : sizes such as 2K and 1G',
      'T --print-type !bsd : the kind of file system',
      'i --inodes : inodes instead of room',
      'P --portability : one line each',
      'k : in units of 1024 bytes',
      'l --local - !busybox : accepted and left out: only local ones are ever shown',
    ),
    volatile: true,
    refused: because('writes', '--sync'),
    build: fileCommand({
      filter: false,
      guard: 'metadata',
      before: [{ kind: 'own', text: '-l', only: ['gnu', 'bsd', 'openbsd'] }],
    }),
  }),
  command({
    name: 'diff',
    help: 'differences of two files or folders',
    example: 'diff -u old/app.py app.py',
    operands: TWO_FILES,
    cost: 'files',
    dearer: { r: 'tree' },
    adds: 'with -r, --no-dereference on GNU, so that links are compared and not followed',
    options: DIFF_OPTIONS,
    refused: {
      ...because('runs-programs', '-l', '--paginate'),
      ...because('option', '-X', '--exclude-from', '--from-file', '--to-file'),
    },
    build: fileCommand({
      filter: false,
      least: 2,
      most: 2,
      guard: 'content',
      globs: false,
      recursive: (args) => has(args, 'r'),
      // With a folder it opens what is in it, links and named pipes included, which only -r can be told not to.
      kind: (args) => (has(args, 'r') ? 'same' : 'file'),
      // In a tree, links are compared as links and not followed.
      before: (args) =>
        has(args, 'r') ? [{ kind: 'own', text: '--no-dereference', only: ['gnu'], since: '3.3' }] : [],
      leftOut: (args) =>
        has(args, 'r')
          ? [...SENSITIVE_NAMES.folders, ...SENSITIVE_NAMES.files].flatMap((name) => own('-x', name))
          : [],
    }),
  }),
  command({
    name: 'cmp',
    help: 'where two files first differ',
    example: 'cmp old/app.py app.py',
    operands: TWO_FILES,
    cost: 'files',
    options: options(
      'l --verbose : every byte that differs',
      's --quiet --silent : prints nothing; the exit status tells',
      'b --print-bytes !busybox !bsd : shows the bytes as characters',
      'n --bytes =count !bsd : compares at most this many bytes',
    ),
    build: fileCommand({ filter: false, least: 2, most: 2, guard: 'content', globs: false }),
  }),
  command({
    name: 'comm',
    help: 'lines common to two sorted files',
    example: 'comm -12 a.txt b.txt',
    operands: TWO_FILES,
    cost: 'files',
    options: options(
      '1 : without lines that only the first has',
      '2 : without lines that only the second has',
      '3 : without lines that both have',
    ),
    build: fileCommand({ filter: false, least: 2, most: 2, guard: 'content', globs: false }),
  }),
  command({
    name: 'readlink',
    help: 'where a link leads',
    example: 'readlink -f current',
    operands: ONLY_FILES,
    cost: 'instant',
    options: options(
      'f --canonicalize : follows every link of the path; the last part may be missing',
      'e --canonicalize-existing !busybox !bsd : the same; every part must be there',
      'm --canonicalize-missing !busybox !bsd : the same; parts may be missing',
      'n --no-newline : without a line end',
    ),
    build: fileCommand({ filter: false, least: 1, guard: 'metadata' }),
  }),
  command({
    name: 'realpath',
    help: 'a path without links',
    example: 'realpath current',
    operands: ONLY_FILES,
    cost: 'instant',
    options: options(
      'e --canonicalize-existing !busybox !bsd : every part must be there',
      'm --canonicalize-missing !busybox !bsd : parts may be missing',
      's --strip --no-symlinks !busybox !bsd : does not follow links',
    ),
    // That of busybox takes `--` for a file.
    build: fileCommand({ filter: false, least: 1, guard: 'metadata', noDashes: true }),
  }),
  ...['basename', 'dirname'].map((name) =>
    command({
      name,
      help: name === 'basename' ? 'the last name of a path' : 'the folder of a path',
      example: `${name} src/app/main.py`,
      operands: [{ kind: 'name', count: 'one', help: 'a path; it need not be there' }],
      cost: 'instant',
      build: (args) => {
        const [path, extra] = args.operands;
        if (path === undefined) return missingOperand(args, 'file');
        if (extra !== undefined) return extraOperand(args, extra);
        const refusal = checkText(path);
        return refusal === undefined ? ok({ args: [...own('--'), text(path.text)] }) : err(refusal);
      },
    }),
  ),
  ...(
    [
      ['whoami', 'the user on the host', options()],
      ['hostname', 'the name of the host', options()],
      ['uname', 'the system of the host', UNAME_OPTIONS],
      ['id', 'user and groups', ID_OPTIONS],
      [
        'nproc',
        'processors of the host',
        options('--all : those that are installed, not only those that may be used'),
      ],
      ['uptime', 'how long the host is up', options()],
    ] as const
  ).map(([name, help, rows]) =>
    command({
      name,
      help,
      example: name,
      operands: [],
      cost: 'instant',
      options: rows,
      volatile: true,
      refused: because('writes', '-b', '-F', '--file'),
      build: bareCommand,
    }),
  ),
  command({
    name: 'date',
    help: 'the time on the host',
    example: "date -u '+%F %T'",
    operands: [{ kind: 'format', count: 'optional', help: 'how it is shown, such as +%F' }],
    cost: 'instant',
    options: options('u --utc --universal : in UTC'),
    volatile: true,
    refused: because('writes', '-s', '--set', '-f', '--file', '-r', '--reference', '-d', '--date'),
    build: (args) => {
      const [format, extra] = args.operands;
      if (extra !== undefined) return extraOperand(args, extra);
      const flags = has(args, 'u') ? [text('-u')] : [];
      if (format === undefined) return ok({ args: flags });
      if (!format.text.startsWith('+'))
        return err(refuseWord('writes', format, { command: 'date', option: format.text }));
      if (!/^\+[%A-Za-z:/\-_., ]{1,100}$/.test(format.text))
        return err(refuseWord('format', format, { format: format.text }));
      return ok({ args: [...flags, text(format.text)] });
    },
  }),
];
