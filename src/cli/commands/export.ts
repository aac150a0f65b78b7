import { exportJson, exportMarkdown, redactNotebook, type Notebook } from '../../investigation/index.ts';
import { cliError, exportWords, secretLeftOut } from '../../messages/index.ts';
import type { ExportCommand, ExportFormat } from '../command.ts';
import { replaceFile } from '../files.ts';
import { say, type Io } from '../io.ts';
import { htmlReport } from './html-report.ts';
import { loadNotebook } from './run.ts';

/** `sonde export`: the notebook as it stands, without a host. */
export async function exportNotebook(io: Io, command: ExportCommand): Promise<number> {
  const loaded = await loadNotebook(io, command.file);
  if (loaded === null) return 2;
  const { notebook } = command.secrets === 'keep' ? loaded : safeCopy(io, command.file, loaded.notebook);
  const text = await render(notebook, command.format);
  if (command.output === null) {
    io.stdout.write(text);
    return 0;
  }
  const written = await replaceFile(io, command.output, Buffer.from(text));
  if (written.ok) return 0;
  say(io, `sonde: ${cliError(written.error)}`);
  return 2;
}

/** The notebook with secrets replaced by marks; each is named. */
function safeCopy(io: Io, file: string, notebook: Notebook): { readonly notebook: Notebook } {
  const safe = redactNotebook(notebook);
  for (const secret of safe.found) say(io, secretLeftOut(file, secret));
  return safe;
}

async function render(notebook: Notebook, format: ExportFormat): Promise<string> {
  switch (format) {
    case 'html':
      return htmlReport(notebook, undefined);
    case 'md':
      return exportMarkdown(notebook, undefined, exportWords);
    case 'json':
      return `${JSON.stringify(exportJson(notebook, undefined, exportWords), null, 2)}\n`;
  }
}
