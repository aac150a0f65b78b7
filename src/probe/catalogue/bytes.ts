import { fileCommand } from '../plan/build.ts';
import { command } from './define.ts';
import { because } from './reasons.ts';
import { FILES } from './operands.ts';
import { options } from './options.ts';
import type { CommandRow } from './row.ts';

/** Commands that look at files as bytes: checksums and dumps. */
export const BYTE_ROWS: readonly CommandRow[] = [
  ...['md5sum', 'sha1sum', 'sha256sum'].map((name) =>
    command({
      name,
      help: 'checksum of files',
      example: `${name} app.py`,
      operands: FILES,
      cost: 'files',
      options: options(
        'b --binary !busybox : reads in binary mode',
        't --text !busybox : reads in text mode, as without this',
      ),
      filter: true,
      userlands: ['gnu', 'busybox'],
      refused: because('option', '-c', '--check'),
      build: fileCommand({ filter: true, guard: 'content', exclusive: ['b', 't'] }),
    }),
  ),
  command({
    name: 'cksum',
    help: 'checksum and size of files',
    example: 'cksum app.py',
    operands: FILES,
    cost: 'files',
    filter: true,
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'od',
    help: 'bytes of files',
    example: 'od -A d -t x1z -N 64 data.bin',
    operands: FILES,
    cost: 'files',
    options: options(
      'A --address-radix ={d|o|x|n} : the base of offsets: decimal, octal, hexadecimal, none',
      't --format =word !busybox(beside) !bsd(beside) !openbsd(beside) : how bytes are shown, such as x1z or c',
      'N --read-bytes =count : reads at most this many bytes',
      'j --skip-bytes =count : passes over the first bytes',
      'v --output-duplicates : shows repeated lines too',
      'c : as characters',
      'x : as hexadecimal words',
      'b : as octal bytes',
    ),
    filter: true,
    build: fileCommand({ filter: true, guard: 'content', plusIsOption: true }),
  }),
  command({
    name: 'hexdump',
    help: 'bytes of files',
    example: 'hexdump -C -n 64 data.bin',
    operands: FILES,
    cost: 'files',
    options: options(
      'C --canonical : hexadecimal bytes with text beside them',
      'b --one-byte-octal : as octal bytes',
      'c --one-byte-char : as characters',
      'd : as decimal words',
      'o : as octal words',
      'x : as hexadecimal words',
      'v --no-squeezing : shows repeated lines too',
      'n --length =count : reads at most this many bytes',
      's --skip =count : passes over the first bytes',
    ),
    filter: true,
    refused: because('option', '-f', '--format-file', '-e', '--format'),
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'strings',
    help: 'readable text in binary files',
    example: 'strings -n 8 build/app',
    operands: FILES,
    cost: 'files',
    options: options(
      'a --all : looks at the whole file',
      'f --print-file-name : puts the name of the file in front',
      'n --bytes =small : only texts of at least this length',
      't --radix ={d|o|x} : puts the offset in front, in this base',
    ),
    filter: true,
    refused: because('option', '-T', '--target', '-s', '--output-separator', '-d', '--data'),
    // A name that starts with @ would be read as a file of options.
    build: fileCommand({ filter: true, guard: 'content', unsafeStart: /^[-@]/ }),
  }),
];
