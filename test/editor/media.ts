import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root, startEditor, type Editor } from './support/editor.ts';
import { PATIENCE, goToCell, outputs, save, showViews, viewLabels, viewRows } from './support/parts.ts';

// Makes the picture of the README: SONDE_UPDATE_MEDIA=1 npx vitest run --config test/editor/vitest.config.ts media

let folder: string;
let editor: Editor;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sonde-'));
  editor = await startEditor({
    folder,
    width: 1440,
    height: 900,
    settings: {
      'editor.minimap.enabled': false,
      'breadcrumbs.enabled': false,
      'window.title': 'Sonde',
      'notebook.lineNumbers': 'off',
      'editor.fontSize': 11,
    },
  });
});

afterAll(async () => {
  await editor.stop();
  await rm(folder, { recursive: true, force: true });
});

it('draws media/demo.png', async () => {
  const { page } = editor;
  await editor.command('Sonde: Open Demo');
  await page.locator('.statusbar-item', { hasText: 'prefill' }).waitFor({ timeout: PATIENCE });
  await showViews(page);
  await page.getByRole('button', { name: 'Run All' }).first().click();
  await goToCell(page, '6. The lifecycle of a room');
  await outputs(editor, '.lifecycle .picture svg');
  await editor.command('Sonde: Show Lifecycle');
  await editor.frame('.frame .picture svg', PATIENCE);
  const sidebar = await page.locator('.part.sidebar').boundingBox();
  await drag((sidebar?.x ?? 0) + (sidebar?.width ?? 0), 330);
  await drag(await groupEdge(), 815);
  await goToCell(page, '1. Start from the fields');
  await outputs(editor, '.probe .group');
  const pins = viewRows(page, 'Pins');
  await expect.poll(() => viewLabels(page, 'Pins'), { timeout: PATIENCE }).toHaveLength(5);
  await pins.nth(1).focus();
  const { frame } = await editor.frame('.frame .picture svg', PATIENCE);
  await frame.getByRole('button', { name: 'Fit' }).click();
  // Away from everything that answers to the pointer, and until what answered is gone.
  await page.locator('.tab.active', { hasText: 'demo.sonde.md' }).click();
  await save(page);
  await page.mouse.move(720, 18);
  await page.locator('.monaco-hover:visible').first().waitFor({ state: 'hidden', timeout: PATIENCE });
  await page
    .locator('.monaco-progress-container.active')
    .first()
    .waitFor({ state: 'hidden', timeout: PATIENCE });
  await page.screenshot({ path: path.join(root, 'media', 'demo.png') });
});

/** Drags a border between parts of the window to another column. */
async function drag(from: number, to: number): Promise<void> {
  const { page } = editor;
  await page.mouse.move(from, 600);
  await page.mouse.down();
  await page.mouse.move((from + to) / 2, 600, { steps: 5 });
  await page.mouse.move(to, 600, { steps: 5 });
  await page.mouse.up();
}

/** Where the second group of editors starts. */
async function groupEdge(): Promise<number> {
  const box = await editor.page.locator('.editor-group-container').nth(1).boundingBox();
  return box?.x ?? 0;
}
