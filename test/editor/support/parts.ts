import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { dist, type Editor } from './editor.ts';

/** How long something on the page may take, in milliseconds; the machine may be busy. */
export const PATIENCE = 60_000;

/** The rows of one of our views, by the view's name. */
export function viewRows(page: Page, view: string): Locator {
  return page
    .locator('.pane', { has: page.locator(`.pane-header[aria-label^="${view}"]`) })
    .locator('.monaco-list-row');
}

/** What a screen reader says of each row of a view, from top to bottom. */
export async function viewLabels(page: Page, view: string): Promise<readonly string[]> {
  const found = await viewRows(page, view).evaluateAll((rows) =>
    rows.map((row) => ({
      top: row.getBoundingClientRect().top,
      label: row.getAttribute('aria-label') ?? '',
    })),
  );
  return found.sort((a, b) => a.top - b.top).map(({ label }) => label);
}

/** Opens our container of the Activity Bar. */
export async function showViews(page: Page): Promise<void> {
  const tab = page
    .locator('.activitybar .action-item', { has: page.locator('[aria-label^="Sonde"]') })
    .first();
  await tab.waitFor({ timeout: PATIENCE });
  if ((await page.locator('.sidebar .composite.title', { hasText: 'Sonde' }).count()) === 0)
    await tab.click();
  await viewRows(page, 'Targets').or(page.locator('.pane-header[aria-label^="Pins"]')).first().waitFor();
}

/** Chooses an entry of the context menu of a row. */
export async function fromMenu(page: Page, row: Locator, entry: string): Promise<void> {
  await row.click({ button: 'right' });
  const item = page.getByRole('menuitem', { name: entry }).first();
  await item.waitFor({ timeout: PATIENCE });
  // The workbench ignores a mouse button that is released within a moment of the menu's opening: the menu stays.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await page.waitForTimeout(250);
    await item.click({ timeout: PATIENCE });
    const closed = await item.waitFor({ state: 'hidden', timeout: 3000 }).then(
      () => true,
      () => false,
    );
    if (closed) return;
  }
  throw new Error(`the menu with ${entry} did not close`);
}

/** The input of the quick pick or input box that is open. */
export function quickInput(page: Page): Locator {
  return page.locator('.quick-input-widget input:visible').first();
}

/** Types into the input box that is open, in place of what is there, and accepts it. */
export async function answer(page: Page, text: string): Promise<void> {
  const input = quickInput(page);
  await input.waitFor({ timeout: PATIENCE });
  await input.fill(text);
  await input.press('Enter');
}

/** Brings a heading or cell of the open notebook into sight by Go to Symbol. */
export async function goToCell(page: Page, heading: string): Promise<void> {
  await page.locator('.tab.active', { hasText: '.sonde.md' }).first().click();
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Control+Shift+O');
        const input = quickInput(page);
        await input.waitFor({ timeout: 10_000 });
        await input.fill(`@${heading}`);
        const row = page.locator('.quick-input-list .monaco-list-row', { hasText: heading }).first();
        const there = await row.waitFor({ timeout: 5000 }).then(
          () => true,
          () => false,
        );
        if (there) await row.click();
        else await page.keyboard.press('Escape');
        return there;
      },
      { timeout: PATIENCE },
    )
    .toBe(true);
}

/** Makes a tab of an editor the active one. */
export async function showTab(page: Page, title: string): Promise<void> {
  await page.locator('.tab', { hasText: title }).first().click();
  await page.locator('.tab.active', { hasText: title }).first().waitFor({ timeout: PATIENCE });
}

/** Where the cursor of the active text editor is, as the status bar says it. */
export function cursor(page: Page): Locator {
  return page.locator('[id="status.editor.selection"]');
}

/** Waits until the active editor shows a file with the cursor, or a selection's end, on a line. */
export async function atLine(page: Page, file: string, line: number): Promise<void> {
  await page.locator('.tab.active', { hasText: file }).first().waitFor({ timeout: PATIENCE });
  await expect
    .poll(() => cursor(page).innerText({ timeout: 5000 }), { timeout: PATIENCE })
    .toMatch(new RegExp(`^Ln ${line},`));
}

/** The colour in which a word of a line of code is shown; the line is one that the editor has rendered. */
export async function colourOf(line: Locator, word: string): Promise<string> {
  return await line
    .locator('span > span', { hasText: word })
    .first()
    .evaluate((span) => getComputedStyle(span).color);
}

/** A rendered line of the active code editor that holds a text. */
export function codeLine(page: Page, text: string): Locator {
  return page.locator('.editor-group-container.active .view-line', { hasText: blanks(text) }).first();
}

/** A rendered line of a cell of the open notebook that holds a text. */
export function cellLine(page: Page, text: string): Locator {
  return page.locator('.notebookOverlay .view-line', { hasText: blanks(text) }).first();
}

/** The editor shows blanks as no-break spaces. */
function blanks(text: string): RegExp {
  const words = text.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(words.join('[ \\u00a0]'));
}

/** What the extension host wrote about starting our extension; one line each time. */
export function activations(editor: Editor): readonly string[] {
  const logs = path.join(editor.userData, 'logs');
  return readdirSync(logs, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('exthost.log'))
    .flatMap((file) => readFileSync(path.join(logs, file), 'utf8').split('\n'))
    .filter((line) => line.includes('_doActivateExtension sonde.sonde'));
}

/** The frame of the notebook's outputs that holds `selector`. */
export async function outputs(editor: Editor, selector: string): Promise<Frame> {
  return (await editor.frame(selector, PATIENCE)).frame;
}

/** Saves the active editor and waits until its tab is clean. */
export async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+S');
  await page
    .locator('.editor-group-container.active .tab.active:not(.dirty)')
    .first()
    .waitFor({ timeout: PATIENCE });
}

/** Standard output of the command line of the same build. */
export function commandLine(...args: readonly string[]): string {
  return execFileSync(process.execPath, [path.join(dist, 'cli.cjs'), ...args], { encoding: 'utf8' });
}
