import { err, ok } from '../../base/index.ts';
import { has } from '../lines/arguments.ts';
import { bareCommand, fileCommand } from '../plan/build.ts';
import { checkText, extraOperand, missingOperand, own, refuseWord, text } from '../plan/emit-options.ts';
import { SENSITIVE_NAMES } from '../plan/sensitive.ts';
import { because, command } from './define.ts';
import { letters, options } from './options.ts';
import type { CommandRow } from './row.ts';

const DIFF_OPTIONS = options(
  'u',
  'q --brief',
  'r --recursive !busybox !bsd',
  'N --new-file',
  'w --ignore-all-space',
  'b --ignore-space-change',
  'B --ignore-blank-lines',
  'i --ignore-case',
  'a --text',
  'y --side-by-side !busybox',
  'c !busybox',
  's --report-identical-files',
  'U --unified =count',
  'C --context =count !busybox',
  'W --width =small !busybox',
  'x --exclude =glob !busybox',
  '--label =text',
  '--color --colour ?{auto|always|never} -',
);

const listFiles = fileCommand({
  filter: false,
  guard: 'metadata',
  recursive: (args) => has(args, 'R'),
});

/** Commands that look at names and properties of files, and compare files. */
export const FILE_ROWS: readonly CommandRow[] = [
  command({
    name: 'ls',
    help: 'what is in a folder',
    example: 'ls -la src',
    options: options(
      ...'lhtrSdpi1gnosLcuxmQBkNbqCX'.split(''),
      'a --all',
      'A --almost-all',
      'F --classify',
      'R --recursive',
      '--sort ={none|time|size|extension|version|width} !busybox !bsd',
      '--time ={atime|access|use|ctime|status|birth|creation|mtime|modification} !busybox !bsd',
      '--time-style ={full-iso|long-iso|iso|locale} !busybox !bsd',
      '--full-time !bsd',
      '--group-directories-first !bsd',
      '--human-readable !bsd',
      '--reverse !busybox !bsd',
      '--color --colour ?{auto|always|never} -',
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
    options: options(
      'L --dereference',
      't --terse !bsd',
      'c --format =statformat !bsd',
      '--printf =statformat !busybox !bsd',
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
    options: options(
      'b --brief',
      'i --mime',
      'h --no-dereference',
      'L --dereference',
      'k --keep-going',
      'N --no-pad',
      '--mime-type',
      '--mime-encoding',
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
    options: options(
      's --summarize',
      'h --human-readable',
      'a --all',
      'x --one-file-system',
      'c --total',
      'k',
      'm',
      'b --bytes !busybox !bsd',
      'd --max-depth =small',
      '--apparent-size !busybox !bsd',
      '--exclude =glob !busybox !bsd',
    ),
    volatile: true,
    refused: because('option', '--files0-from', '-X', '--exclude-from', '-L', '--dereference'),
    build: fileCommand({ filter: false, guard: 'metadata', recursive: () => true }),
  }),
  command({
    name: 'df',
    help: 'room on local file systems',
    example: 'df -h .',
    options: options(
      'h --human-readable',
      'T --print-type !bsd',
      'i --inodes',
      'P --portability',
      'k',
      'l --local - !busybox',
    ),
    volatile: true,
    refused: because('writes', '--sync'),
    build: fileCommand({
      filter: false,
      guard: 'metadata',
      before: [{ kind: 'own', text: '-l', only: ['gnu', 'bsd'] }],
    }),
  }),
  command({
    name: 'diff',
    help: 'differences of two files or folders',
    example: 'diff -u old/app.py app.py',
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
    options: options('l --verbose', 's --quiet --silent', 'b --print-bytes !busybox', 'n --bytes =count'),
    build: fileCommand({ filter: false, least: 2, most: 2, guard: 'content', globs: false }),
  }),
  command({
    name: 'comm',
    help: 'lines common to two sorted files',
    example: 'comm -12 a.txt b.txt',
    options: letters('123'),
    build: fileCommand({ filter: false, least: 2, most: 2, guard: 'content', globs: false }),
  }),
  command({
    name: 'readlink',
    help: 'where a link leads',
    example: 'readlink -f current',
    options: options(
      'f --canonicalize',
      'e --canonicalize-existing !busybox !bsd',
      'm --canonicalize-missing !busybox !bsd',
      'n --no-newline',
    ),
    build: fileCommand({ filter: false, least: 1, guard: 'metadata' }),
  }),
  command({
    name: 'realpath',
    help: 'a path without links',
    example: 'realpath current',
    options: options(
      'e --canonicalize-existing !busybox !bsd',
      'm --canonicalize-missing !busybox !bsd',
      's --strip --no-symlinks !busybox !bsd',
    ),
    build: fileCommand({ filter: false, least: 1, guard: 'metadata' }),
  }),
  ...['basename', 'dirname'].map((name) =>
    command({
      name,
      help: name === 'basename' ? 'the last name of a path' : 'the folder of a path',
      example: `${name} src/app/main.py`,
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
      ['uname', 'the system of the host', letters('asrvmpio')],
      ['id', 'user and groups', letters('ungrG')],
      ['nproc', 'processors of the host', options('--all')],
      ['uptime', 'how long the host is up', options()],
    ] as const
  ).map(([name, help, rows]) =>
    command({
      name,
      help,
      example: name,
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
    options: options('u --utc --universal'),
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
