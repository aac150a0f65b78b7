import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEditor, type Editor } from './support/editor.ts';
import { PATIENCE, cellLine, codeLine, colourOf, outputs, save } from './support/parts.ts';

/** With evidence, a block of a newer version, a fence of five backticks, and no newline at the end. */
const plain = [
  '---',
  'sonde: 1',
  'title:   "Odd   spacing"   # kept',
  'targets: {box: }',
  '---',
  '',
  '',
  '# Heading  ',
  'prose with trailing blanks  ',
  '',
  '```probe id=p1 on=box',
  '# a comment',
  "grep -n 'x' a.py   # why",
  'rm -rf /tmp/x',
  '```',
  '',
  '```evidence of=p1 on=box exit=0 lines=1 seen=2026-06-13',
  "$ grep -n 'x' a.py",
  '1:x = 1',
  '```',
  '`````claim   id=c1',
  'kind: observation',
  'text: a ```` fence inside',
  '`````',
  '',
  '```telescope focus=12',
  'from a newer version',
  '```',
  '~~~',
  'a fence of prose',
  '~~~',
  '',
  'The last line has no newline',
].join('\n');

const windows = `\uFEFF${plain.replaceAll('\n', '\r\n')}\r\n`;
const broken = '---\nsonde: 1\ntitle: never closed\n\n```probe\nls\n```\n';
const conflict = '---\nsonde: 1\n---\n\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n';

describe('notebook files', () => {
  let folder: string;
  let editor: Editor;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sonde-files-'));
    const texts = { plain, windows, broken, conflict };
    for (const [name, text] of Object.entries(texts))
      await writeFile(path.join(folder, `${name}.sonde.md`), text);
    editor = await startEditor({ folder });
  });

  afterAll(async () => {
    await editor.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const bytes = async (name: string): Promise<Buffer> =>
    await readFile(path.join(folder, `${name}.sonde.md`));

  /** Opens a file from the Explorer, as the only editor. */
  const show = async (name: string): Promise<void> => {
    await editor.command('View: Close All Editors');
    await editor.page.locator('.tab').first().waitFor({ state: 'detached', timeout: PATIENCE });
    const row = editor.page.locator('.explorer-folders-view .monaco-list-row', {
      hasText: `${name}.sonde.md`,
    });
    await row.click();
    await editor.page.locator('.tab.active', { hasText: `${name}.sonde.md` }).waitFor({ timeout: PATIENCE });
  };

  /** Writes at the end of the line of a cell that holds a text. */
  const typeAfter = async (text: string, typed: string): Promise<void> => {
    const { page } = editor;
    const line = cellLine(page, text);
    await line.waitFor({ timeout: PATIENCE });
    await line.click();
    await page.keyboard.press('End');
    await page.keyboard.type(typed);
    await cellLine(page, text + typed).waitFor({ timeout: PATIENCE });
    await page.locator('.tab.active.dirty').first().waitFor({ timeout: PATIENCE });
  };

  it.each(['plain', 'windows'])('changes one line of %s and keeps every other byte', async (name) => {
    const { page } = editor;
    const before = await bytes(name);
    await show(name);
    await typeAfter('# a comment', 's');
    await save(page);
    const after = await bytes(name);
    expect(after.toString('utf8')).toBe(before.toString('utf8').replace('# a comment', '# a comments'));
    expect(after.equals(Buffer.from(before.toString('utf8').replace('# a comment', '# a comments')))).toBe(
      true,
    );
    await editor.screenshot(`files-${name}`);
    // Undone and saved again it is the file that it was.
    await page.keyboard.press('Control+Z');
    await page.locator('.tab.active.dirty').first().waitFor({ timeout: PATIENCE });
    await save(page);
    expect((await bytes(name)).equals(before)).toBe(true);
  });

  it('opens and closes without a change', async () => {
    const { page } = editor;
    const before = await bytes('plain');
    await show('plain');
    expect(await page.locator('.tab.active.dirty').count()).toBe(0);
    await save(page);
    expect((await bytes('plain')).equals(before)).toBe(true);
  });

  it('shows stored evidence without a connection', async () => {
    await show('plain');
    const frame = await outputs(editor, '.probe .run');
    const run = frame.locator('.probe .run').first();
    expect(await run.locator('.head').innerText()).toContain('seen 2026-06-13');
    expect(await run.locator('td.code').innerText()).toMatch(/^x = 1\r?$/);
  });

  it('marks a refused word where it stands', async () => {
    const { page } = editor;
    await show('plain');
    const line = cellLine(page, 'rm -rf /tmp/x');
    await line.waitFor({ timeout: PATIENCE });
    const mark = page.locator('.notebookOverlay .squiggly-error').first();
    await mark.waitFor({ timeout: PATIENCE });
    const [word, marked] = await Promise.all([
      line.locator('span > span', { hasText: 'rm' }).first().boundingBox(),
      mark.boundingBox(),
    ]);
    if (word === null || marked === null) throw new Error('neither has a box');
    expect(Math.abs(word.x - marked.x)).toBeLessThan(4);
    expect(Math.abs(word.y - marked.y)).toBeLessThan(word.height);
    await page.locator('.statusbar-item[id="status.problems"]').click();
    const problem = page.locator('.markers-panel .monaco-list-row', { hasText: 'rm' }).last();
    await problem.waitFor({ timeout: PATIENCE });
    expect(await problem.innerText()).toMatch(/Column 1: “rm” .*probes only read[^]*Ln 3, Col 1/);
    await editor.screenshot('files-refused');
    await page.keyboard.press('Control+J');
  });

  it('colours probes and evidence in the text of a notebook', async () => {
    const { page } = editor;
    await show('plain');
    await editor.command('Sonde: Open as Text');
    const lines = page.locator('.editor-group-container.active .view-line');
    const line = lines.filter({ hasText: /^grep.-n.'x'.a\.py/ }).first();
    await line.waitFor({ timeout: PATIENCE });
    await expect
      .poll(async () => (await colourOf(line, 'grep')) !== (await colourOf(line, 'a.py')), {
        timeout: PATIENCE,
      })
      .toBe(true);
    expect(await colourOf(line, 'x')).not.toBe(await colourOf(line, 'grep'));
    await editor.screenshot('files-text');
  });

  it.each([
    ['broken', 1, 'front matter'],
    ['conflict', 5, 'conflict'],
  ])('refuses %s with its line, and leaves the file alone', async (name, line, words) => {
    const { page } = editor;
    const before = await bytes(name);
    await show(name);
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.waitFor({ timeout: PATIENCE });
    const sentence = await dialog.innerText();
    expect(sentence).toContain(words);
    expect(sentence).toContain(`Line ${line}, column 1`);
    await editor.screenshot(`files-${name}`);
    await dialog.getByRole('button', { name: 'Open in Text Editor' }).click();
    await codeLine(page, 'sonde: 1').waitFor({ timeout: PATIENCE });
    expect(await page.locator('.tab.active.dirty').count()).toBe(0);
    await page.keyboard.press('Control+S');
    expect((await bytes(name)).equals(before)).toBe(true);
  });
});
