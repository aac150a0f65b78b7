import { printNotebook } from '../../investigation/index.ts';
import { cliError } from '../../messages/index.ts';
import type { ExportCommand } from '../command.ts';
import { replaceFile } from '../files.ts';
import { say, type Io } from '../io.ts';
import { htmlReport } from './html-report.ts';
import { loadNotebook } from './run.ts';

/** `sonde export`: the notebook as it stands, without a host. */
export async function exportNotebook(io: Io, command: ExportCommand): Promise<number> {
  const loaded = await loadNotebook(io, command.file);
  if (loaded === null) return 2;
  const bytes =
    command.format === 'html'
      ? Buffer.from(await htmlReport(loaded.notebook, undefined))
      : printNotebook(loaded.notebook);
  if (command.output === null) {
    io.stdout.write(bytes);
    return 0;
  }
  const written = await replaceFile(io, command.output, bytes);
  if (written.ok) return 0;
  say(io, `sonde: ${cliError(written.error)}`);
  return 2;
}
