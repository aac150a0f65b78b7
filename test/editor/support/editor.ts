import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Frame, type Locator, type Page } from 'playwright-core';
import { ensureWorkbench } from '../../../scripts/workbench.mjs';

/** Checkout root. */
export const root = path.resolve(import.meta.dirname, '../../..');

export interface EditorOptions {
  /** Opened as the workspace folder. */
  readonly folder: string;
  /** User settings, on top of quiet defaults. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Keep workspace trust on: the folder opens in Restricted Mode. */
  readonly untrusted?: boolean;
  /** Environment of the editor's processes, on top of this process's. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** The real workbench with the packed extension, in a real browser. */
export interface Editor {
  readonly page: Page;
  /** Runs a command of the command palette by its title. */
  command(title: string): Promise<void>;
  /** Opens a file of the workspace folder from quick open. */
  open(name: string): Promise<void>;
  /** The first frame (web views and renderers are frames in frames) in which `selector` is there. */
  frame(selector: string, timeout?: number): Promise<{ frame: Frame; element: Locator }>;
  /** Saves a PNG below `$SONDE_SCREENSHOTS` (or test/editor/screenshots, which git ignores); returns its path. */
  screenshot(name: string): Promise<string>;
  /** What the server and the page, web views included, logged so far. */
  readonly log: readonly string[];
  /** Folder of the user's data: settings, storage of extensions, logs. */
  readonly userData: string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no port'));
        else resolve(address.port);
      });
    });
  });
}

async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let output = '';
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(' ')}: exit ${String(code)}\n${output}`));
    });
  });
}

async function whenListening(port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`the editor ended with ${String(server.exitCode)}`);
    const open = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the editor did not come up');
}

/** What `npm run package` makes; another folder with the same files may stand in for it. */
export const dist = process.env['SONDE_DIST'] ?? path.join(root, 'dist');

/** The packed extension. */
export const vsix = path.join(dist, 'sonde.vsix');

const quiet = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'security.workspace.trust.banner': 'never',
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.ignoreRecommendations': true,
  'extensions.autoCheckUpdates': false,
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'git.openRepositoryInParentFolders': 'never',
  'files.simpleDialog.enable': true,
  'files.autoSave': 'off',
};

/** Starts the workbench on a free loopback port with its own folders, and a browser on it. */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  if (!existsSync(vsix)) throw new Error('dist/sonde.vsix is not there: run `npm run package`');
  const workbench = ensureWorkbench();
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'sonde-editor-'));
  const userData = path.join(scratch, 'user');
  const extensions = path.join(scratch, 'extensions');
  await mkdir(path.join(userData, 'User'), { recursive: true });
  await mkdir(path.join(userData, 'Machine'));
  await mkdir(extensions);
  await writeFile(
    path.join(userData, 'User', 'settings.json'),
    JSON.stringify({ ...quiet, ...options.settings }),
  );
  // Settings of scope machine come from the machine of the extension host.
  await writeFile(path.join(userData, 'Machine', 'settings.json'), JSON.stringify(options.settings ?? {}));
  const env: NodeJS.ProcessEnv = { ...process.env, ...options.environment };
  const folders = ['--user-data-dir', userData, '--extensions-dir', extensions];
  await run(workbench.node, [workbench.entry, ...folders, '--install-extension', vsix], env);
  const port = await freePort();
  const trust = options.untrusted === true ? [] : ['--disable-workspace-trust'];
  const server = spawn(
    workbench.node,
    [
      workbench.entry,
      '--auth',
      'none',
      '--bind-addr',
      `127.0.0.1:${String(port)}`,
      ...folders,
      '--disable-telemetry',
      '--disable-update-check',
      ...trust,
      options.folder,
    ],
    { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  const log: string[] = [];
  server.stdout.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  server.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  await whenListening(port, server);
  const browser: Browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  const page = await browser.newPage({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
  });
  page.on('console', (message) => log.push(`[page] ${message.text()}`));
  await page.goto(`http://127.0.0.1:${String(port)}/?folder=${encodeURIComponent(options.folder)}`, {
    timeout: 120_000,
  });
  await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
  // A file that is opened before the extensions are known comes up as text.
  await page.locator('.activitybar [aria-label^="Sonde"]').first().waitFor({ timeout: 60_000 });
  return {
    page,
    log,
    userData,
    async command(title) {
      await page.keyboard.press('F1');
      const input = page.locator('.quick-input-widget input[type=text]');
      await input.waitFor();
      await input.fill(`>${title}`);
      const row = page
        .locator('.quick-input-list .monaco-list-row')
        .filter({ has: page.locator('.label-name', { hasText: title }) })
        .first();
      await row.waitFor({ timeout: 20_000 });
      await row.click();
    },
    async open(name) {
      await page.keyboard.press('Control+P');
      const input = page.locator('.quick-input-widget input[type=text]');
      await input.waitFor();
      await input.fill(name);
      const row = page.locator('.quick-input-list .monaco-list-row').first();
      await row.waitFor();
      await page.waitForTimeout(300);
      await row.click();
    },
    async frame(selector, timeout = 30_000) {
      const until = Date.now() + timeout;
      for (;;) {
        for (const frame of page.frames()) {
          const element = frame.locator(selector).first();
          if ((await element.count().catch(() => 0)) > 0) return { frame, element };
        }
        if (Date.now() > until) throw new Error(`no frame shows ${selector}`);
        await page.waitForTimeout(200);
      }
    },
    async screenshot(name) {
      const folder = process.env['SONDE_SCREENSHOTS'] ?? path.join(root, 'test', 'editor', 'screenshots');
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${name}.png`);
      await page.screenshot({ path: file });
      return file;
    },
    async stop() {
      await browser.close();
      if (server.pid !== undefined && server.exitCode === null) {
        // Its folders can go only when nobody writes into them any more.
        const ended = new Promise((resolve) => server.once('close', resolve));
        process.kill(-server.pid, 'SIGKILL');
        await ended;
      }
      await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
