import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A tiny project with two commits, for tests of the demo's host. */
export interface DemoProject {
  /** Holds all of it; to be removed by the test. */
  readonly folder: string;
  readonly projectFolder: string;
  readonly historyFile: string;
}

const who = 'A <a@example.org> 1700000000 +0000';

/** Writes the project and its history; the last commit equals the project's files. */
export function demoProject(): DemoProject {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-project-'));
  const projectFolder = join(folder, 'project');
  mkdirSync(join(projectFolder, 'sub', '__pycache__'), { recursive: true });
  writeFileSync(join(projectFolder, 'app.py'), 'status = 1\n');
  writeFileSync(join(projectFolder, 'sub', 'more.py'), 'more = 2\n');
  writeFileSync(join(projectFolder, 'sub', '__pycache__', 'more.pyc'), 'compiled');
  const historyFile = join(folder, 'history.fi');
  writeFileSync(
    historyFile,
    [
      commit(1, 'First', ['app.py', 'status = 0\n']),
      commit(2, 'Second', ['app.py', 'status = 1\n'], ['sub/more.py', 'more = 2\n']),
      'done\n',
    ].join(''),
  );
  return { folder, projectFolder, historyFile };
}

function commit(mark: number, subject: string, ...files: readonly (readonly [string, string])[]): string {
  const changes = files.map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`).join('');
  const head = `commit refs/heads/main\nmark :${mark}\nauthor ${who}\ncommitter ${who}\n${data(subject)}`;
  return `${head}${mark > 1 ? `from :${mark - 1}\n` : ''}${changes}`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
