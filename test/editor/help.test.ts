import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEditor, type Editor } from './support/editor.ts';
import { PATIENCE, cellLine, outputs, quickInput, showViews } from './support/parts.ts';

const notebook = `---
sonde: 1
title: Help
targets:
  here:
---

# Help

\`\`\`probe id=p1 on=here
grep -rn 'def ' .
git log --oneline -S update
tail -f server.log
\`\`\`

\`\`\`probe id=p2 on=here
wc -l server.log
\`\`\`
`;

describe('help in probe cells', () => {
  let folder: string;
  let root: string;
  let editor: Editor;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sonde-help-'));
    root = await mkdtemp(path.join(os.tmpdir(), 'sonde-help-root-'));
    await mkdir(path.join(root, 'source files'));
    await mkdir(path.join(root, 'services'));
    await writeFile(path.join(root, 'services', 'orders.py'), 'state = 1\n');
    await writeFile(path.join(root, 'server.log'), 'started\n');
    await writeFile(path.join(folder, 'help.sonde.md'), notebook);
    editor = await startEditor({ folder, settings: { 'sonde.targets': { here: root } } });
    page = editor.page;
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'help.sonde.md' }).click();
    await cellLine(page, 'grep -rn').waitFor({ timeout: PATIENCE });
  });

  afterAll(async () => {
    await editor.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(root, { recursive: true, force: true });
  });

  beforeEach(async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  const suggestions = (): Locator => page.locator('.suggest-widget.visible .monaco-list-row');
  const suggestion = (label: string): Locator =>
    page.locator('.suggest-widget.visible .monaco-list-row', {
      has: page.locator('.label-name', { hasText: new RegExp(`^${label.replace(/[()]/g, '\\$&')}$`) }),
    });
  /** Asks for suggestions until one is there: names that a host does not give in time are not offered. */
  const offered = async (label: string): Promise<void> => {
    const isThere = (): Promise<boolean> =>
      suggestion(label)
        .waitFor({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        );
    await expect
      .poll(
        async () => {
          if (await isThere()) return true;
          await page.keyboard.press('Control+Space');
          return await isThere();
        },
        { timeout: PATIENCE },
      )
      .toBe(true);
  };
  const hover = (): Locator =>
    page.locator('.monaco-hover:not(.hidden) .hover-contents, .monaco-hover .monaco-hover-content');

  /** Puts the cursor behind the last line of the second cell, and types a line of its own. */
  const type = async (line: string): Promise<void> => {
    const last = page.locator('.notebookOverlay .cell.code', { hasText: 'wc' }).last();
    await last.locator('.view-line').last().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type(line, { delay: 40 });
  };
  /** Takes the typed line away again. */
  const clear = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    const last = page.locator('.notebookOverlay .cell.code', { hasText: 'wc' }).last();
    await last.locator('.view-line').last().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await expect.poll(() => last.locator('.view-line').count(), { timeout: PATIENCE }).toBe(1);
  };

  const pointAt = async (line: string, word: string): Promise<void> => {
    const box = await cellLine(page, line).evaluate((element, wanted) => {
      const range = document.createRange();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const at = (node.textContent ?? '').replaceAll('\u00a0', ' ').indexOf(wanted);
        if (at < 0) continue;
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }
      return null;
    }, word);
    if (box === null) throw new Error(`no ${word} in ${line}`);
    await page.mouse.move(box.x + 1, box.y - 30);
    await page.mouse.move(box.x, box.y, { steps: 4 });
  };

  /** Points at a word until what is said there holds a text; the pointer may be there before anybody answers. */
  const hoverText = async (line: string, word: string, said: string): Promise<string> => {
    const text = hover().filter({ hasText: said }).first();
    await expect
      .poll(
        async () => {
          await pointAt(line, word);
          return await text.waitFor({ timeout: 4000 }).then(
            () => true,
            () => false,
          );
        },
        { timeout: PATIENCE },
      )
      .toBe(true);
    return (await text.innerText()).replaceAll('\u00a0', ' ');
  };

  it('a hover says what a command takes, reads and gets from Sonde', async () => {
    expect(await hoverText('grep -rn', 'grep', 'lines that match a pattern')).toMatch(
      /PATTERN[^]*Walks a tree[^]*Sonde adds -D skip/,
    );
    await editor.screenshot('help-hover');
  });

  it('a hover says what an option means, and a mark why one is refused', async () => {
    await hoverText('git log', 'S', 'change how often this text occurs');
    expect((await hoverText('tail -f', 'f', 'would never end')).match(/would never end/g)).toHaveLength(1);
    await editor.screenshot('help-refused');
  });

  it('options are completed with their help; behind a pipe only filters are offered', async () => {
    await type('grep --inc');
    await suggestion('--include').waitFor({ timeout: PATIENCE });
    expect(await suggestion('--include').innerText()).toContain('searches only files with such names');
    await editor.screenshot('help-options');
    await page.waitForTimeout(500);
    await page.keyboard.press('Enter');
    await cellLine(page, 'grep --include=').waitFor({ timeout: PATIENCE });
    await clear();
    await type('cat server.log | ');
    await page.keyboard.press('Control+Space');
    await suggestion('head').waitFor({ timeout: PATIENCE });
    expect(await suggestion('find').count()).toBe(0);
    await editor.screenshot('help-filters');
    await clear();
  });

  it('subcommands of git are offered', async () => {
    await type('git st');
    await suggestion('stash list').waitFor({ timeout: PATIENCE });
    expect(await suggestion('status').innerText()).toContain('changed and unknown files');
    await clear();
  });

  it('a finished line stays as it is when Enter is pressed', async () => {
    await type('ls -la');
    await suggestions().first().waitFor({ timeout: PATIENCE });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    await cellLine(page, 'ls -la').waitFor({ timeout: PATIENCE });
    const lines = await page.locator('.notebookOverlay .view-line', { hasText: /^ls/ }).allInnerTexts();
    expect(lines.map((line) => line.replaceAll('\u00a0', ' '))).toEqual(['ls -la']);
    await clear();
  });

  it('the operands of a command are shown, with the one that is typed', async () => {
    await type('grep ');
    const hints = page.locator('.parameter-hints-widget.visible');
    await hints.waitFor({ timeout: PATIENCE });
    await expect
      .poll(() => hints.locator('.parameter.active').innerText(), { timeout: PATIENCE })
      .toBe('PATTERN');
    await page.keyboard.type('x ', { delay: 40 });
    await expect
      .poll(() => hints.locator('.parameter.active').innerText(), { timeout: PATIENCE })
      .toBe('[PATH]…');
    await editor.screenshot('help-signature');
    await clear();
  });

  it('paths are offered only of a target that is connected', async () => {
    await type('cat se');
    await page.keyboard.press('Control+Space');
    await page.waitForTimeout(1000);
    expect(await suggestion('server.log').count()).toBe(0);
    await clear();

    await page.getByRole('button', { name: 'Run All' }).first().click();
    await outputs(editor, 'text=1 server.log');

    await type('cat se');
    await page.keyboard.press('Control+Space');
    await offered('server.log');
    expect(await suggestion('services/').count()).toBe(1);
    await editor.screenshot('help-paths');
    await suggestion('services/').click();
    await offered('orders.py');
    await suggestion('orders.py').click();
    await cellLine(page, 'cat services/orders.py').waitFor({ timeout: PATIENCE });
    await clear();
  });

  it('the input of a probe says what the line takes, and why it is refused', async () => {
    await showViews(page);
    await editor.command('Sonde: Run Probe');
    const input = quickInput(page);
    await input.waitFor({ timeout: PATIENCE });
    const message = page.locator('.quick-input-widget .quick-input-message');
    await input.fill('grep ');
    await message.filter({ hasText: 'PATTERN' }).waitFor({ timeout: PATIENCE });
    await input.fill('cat server.log > copy');
    await message.filter({ hasText: 'would write a file' }).waitFor({ timeout: PATIENCE });
    await editor.screenshot('help-input');
    await page.keyboard.press('Escape');
  });
});
