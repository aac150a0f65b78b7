import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { panelHtml } from '../../../src/extension/lifecycle/html.ts';
import type { FromPanel, LifecycleView } from '../../../src/protocol/index.ts';
import { dist, root } from './editor.ts';
import { THEMES, type ThemeName } from './themes.ts';

const ORIGIN = 'http://127.0.0.1:1';

/** The real page of the panel, with its policy and its script, in a real browser without an editor around it. */
export interface PanelPage {
  readonly page: Page;
  /** What the page logged as an error, breaches of its policy included. */
  readonly errors: readonly string[];
  /** What it sent, without `ready` and what it keeps. */
  sent(): Promise<readonly FromPanel[]>;
  show(view: LifecycleView): Promise<void>;
  theme(name: ThemeName): Promise<void>;
  /** Leaves the page and comes back, as a panel does that was hidden; `view` is sent again. */
  reload(view: LifecycleView): Promise<void>;
  screenshot(name: string): Promise<void>;
}

/** A browser for pages of the panel. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
}

/** Opens the panel; nothing is fetched but its own two files. */
export async function openPanel(browser: Browser, theme: ThemeName = 'dark'): Promise<PanelPage> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  const script = await readFile(path.join(dist, 'panel.js'), 'utf8');
  const html = panelHtml({
    nonce: 'n0',
    cspSource: ORIGIN,
    script: `${ORIGIN}/panel.js`,
    title: 'Lifecycle',
  });
  await page.route('**/*', async (route) => {
    const at = new URL(route.request().url()).pathname;
    if (at === '/panel.js') await route.fulfill({ body: script, contentType: 'text/javascript' });
    else if (at === '/') await route.fulfill({ body: html, contentType: 'text/html' });
    else await route.abort();
  });
  await page.addInitScript(() => {
    const kept = 'kept';
    const sent: unknown[] = [];
    Object.assign(globalThis, {
      sent,
      acquireVsCodeApi: () => ({
        postMessage: (message: unknown) => sent.push(message),
        getState: (): unknown => JSON.parse(sessionStorage.getItem(kept) ?? 'null'),
        setState: (state: unknown) => sessionStorage.setItem(kept, JSON.stringify(state)),
      }),
    });
  });
  await page.goto(`${ORIGIN}/`);
  const setTheme = async (name: ThemeName): Promise<void> => {
    await page.evaluate(({ kind, variables }) => {
      for (const variable of [...document.documentElement.style])
        document.documentElement.style.removeProperty(variable);
      const all = {
        'font-family': 'system-ui, sans-serif',
        'font-size': '13px',
        'editor-font-family': 'monospace',
        ...variables,
      };
      for (const [variable, value] of Object.entries(all))
        document.documentElement.style.setProperty(`--vscode-${variable}`, value);
      document.body.style.background = variables['editor-background'];
      document.body.className = kind;
    }, THEMES[name]);
  };
  await setTheme(theme);
  const show = async (view: LifecycleView): Promise<void> => {
    await page.evaluate((message) => window.postMessage(message, '*'), { type: 'show', view, kept: null });
    await page.locator('.frame .picture').waitFor();
  };
  return {
    page,
    errors,
    sent: async () =>
      await page.evaluate(() =>
        (globalThis as unknown as { sent: FromPanel[] }).sent.filter(
          (message) => message.type !== 'ready' && message.type !== 'keep',
        ),
      ),
    show,
    theme: setTheme,
    reload: async (view) => {
      await page.reload();
      await setTheme(theme);
      await show(view);
    },
    screenshot: async (name) => {
      const folder = process.env['SONDE_SCREENSHOTS'] ?? path.join(root, 'test', 'editor', 'screenshots');
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: path.join(folder, `${name}.png`) });
    },
  };
}
