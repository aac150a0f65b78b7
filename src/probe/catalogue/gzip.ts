import { err } from '../../base/index.ts';
import { has } from '../lines/arguments.ts';
import { fileCommand } from '../plan/build.ts';
import { refuseWord } from '../plan/emit-options.ts';
import { command } from './define.ts';
import { because } from './reasons.ts';
import { FILES } from './operands.ts';
import { options } from './options.ts';
import type { CommandRow } from './row.ts';

const print = fileCommand({ filter: true, guard: 'content' });

/** gzip, only with both -d and -c: it decompresses to its output and leaves the files as they are. */
export const GZIP_ROW: CommandRow = command({
  name: 'gzip',
  help: 'text of compressed files, with -dc',
  example: 'gzip -dc server.log.1.gz',
  operands: FILES,
  cost: 'files',
  options: options(
    'd --decompress : decompresses; needed',
    'c --stdout : writes to the output and leaves the file as it is; needed',
    'f --force !busybox : prints input that is not compressed as it is',
    'q --quiet !busybox : leaves out warnings',
  ),
  filter: true,
  userlands: ['gnu', 'busybox'],
  refused: because('writes', '-k', '--keep', '-r', '--recursive', '-N', '--name', '-S', '--suffix'),
  build: (args, context) =>
    has(args, 'd') && has(args, 'c')
      ? print(args, context)
      : err(refuseWord('writes', args.name, { command: 'gzip' })),
});
