import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEditor, type Editor } from './support/editor.ts';
import { PATIENCE, atLine, codeLine, outputs, showViews, viewLabels, viewRows } from './support/parts.ts';

const notebook = `---
sonde: 1
title: From a stranger
targets:
  box:
---

# From a stranger

\`\`\`probe id=p1 on=box
grep -n 'x' a.py
\`\`\`

\`\`\`evidence of=p1 on=box exit=0 lines=1 seen=2026-06-13
$ grep -n 'x' a.py
1:x = 1
\`\`\`

\`\`\`pins
- id: first
  on: box
  file: a.py
  lines: 1
\`\`\`

\`\`\`python of=first
x = 1
\`\`\`
`;

describe('Restricted Mode', () => {
  let folder: string;
  let target: string;
  let editor: Editor;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sonde-restricted-'));
    target = await mkdtemp(path.join(os.tmpdir(), 'sonde-target-'));
    await writeFile(path.join(folder, 'strange.sonde.md'), notebook);
    await writeFile(path.join(target, 'a.py'), 'x = 2\n');
    editor = await startEditor({ folder, untrusted: true, settings: { 'sonde.targets': { box: target } } });
  });

  afterAll(async () => {
    await editor.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(target, { recursive: true, force: true });
  });

  it('shows an investigation with its evidence and pins', async () => {
    const { page } = editor;
    await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor({ timeout: PATIENCE });
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'strange.sonde.md' }).click();
    const frame = await outputs(editor, '.probe .run');
    expect(await frame.locator('.probe td.code').innerText()).toBe('x = 1');
    expect(await frame.locator('.probe .head').innerText()).toContain('seen 2026-06-13');
    await showViews(page);
    await expect.poll(() => viewLabels(page, 'Pins'), { timeout: PATIENCE }).toHaveLength(1);
    await editor.screenshot('restricted');
  });

  it('opens the excerpt of a pin without a connection', async () => {
    const { page } = editor;
    await viewRows(page, 'Pins').first().click();
    await atLine(page, 'a.py', 1);
    await codeLine(page, 'x = 1').waitFor({ timeout: PATIENCE });
    expect((await viewLabels(page, 'Targets'))[0]).toMatch(/not connected$/);
  });

  it('runs nothing before the folder is trusted', async () => {
    const { page } = editor;
    await page.locator('.tab', { hasText: 'strange.sonde.md' }).click();
    await page.getByRole('button', { name: 'Run All' }).first().click();
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.waitFor({ timeout: PATIENCE });
    expect(await dialog.innerText()).toMatch(/trust/i);
    await editor.screenshot('restricted-question');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached', timeout: PATIENCE });
    expect((await viewLabels(page, 'Targets'))[0]).toMatch(/not connected$/);
    const frame = await outputs(editor, '.probe .run');
    expect(await frame.locator('.probe td.code').innerText()).toBe('x = 1');
    expect(await readFile(path.join(folder, 'strange.sonde.md'), 'utf8')).toBe(notebook);
    await editor.command('Sonde: Show Ledger');
    await codeLine(page, 'Nothing was sent').waitFor({ timeout: PATIENCE });
  });

  it('runs once it is', async () => {
    const { page } = editor;
    await page.locator('.tab', { hasText: 'strange.sonde.md' }).click();
    await page.getByRole('button', { name: 'Run All' }).first().click();
    await page.locator('.monaco-dialog-box').getByRole('button', { name: /Trust/ }).first().click();
    const frame = await outputs(editor, '.probe .run');
    await frame.locator('.probe td.code', { hasText: 'x = 2' }).waitFor({ timeout: PATIENCE });
    expect(await readFile(path.join(folder, 'strange.sonde.md'), 'utf8')).toBe(notebook);
  });
});
