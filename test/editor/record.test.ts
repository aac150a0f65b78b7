import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { asUser, plainUser, type TestUser } from '../support/users.ts';
import { startEditor, type Editor } from './support/editor.ts';
import { PATIENCE, answer, codeLine, outputs, quickInput, save } from './support/parts.ts';

// Made up, in the published form of such tokens.
const TOKEN = 'ghp_' + '4f9Xq2Lm7Rt0Vb3Kc8Zd5Hs1Nw6Pj0YuAe2G';
const MARK = '‹secret: service-token›';

const notebook = `---
sonde: 1
title: Settings
targets:
  box:
  other:
---

# Settings

\`\`\`probe id=p1 on=box
grep -n token conf.py
\`\`\`

\`\`\`probe id=p2 on=other
head -n 1 .aws/credentials
\`\`\`
`;

describe('what is sent, what is read, and what is stored', () => {
  let folder: string;
  let root: string;
  let user: TestUser | undefined;
  let sshd: Sshd;
  let editor: Editor;
  const file = (): string => path.join(folder, 'settings.sonde.md');

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sonde-record-'));
    user = plainUser();
    sshd = await startSshd({ ...asUser(user), alias: 'settings-box' });
    root = path.join(sshd.folder, 'project');
    await mkdir(path.join(root, '.aws'), { recursive: true });
    await writeFile(path.join(root, 'conf.py'), `x = 1\ntoken = "${TOKEN}"\n`);
    await writeFile(path.join(root, '.aws', 'credentials'), '[default]\n');
    await writeFile(file(), notebook);
    const target = `settings-box:${root}`;
    editor = await startEditor({
      folder,
      settings: {
        'sonde.sshConfig': sshd.sshConfigFile,
        'sonde.targets': { box: target, other: target },
        'sonde.probe.confirm': true,
      },
    });
  });

  afterAll(async () => {
    await editor.stop();
    await sshd.stop();
    user?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const dialog = (): ReturnType<Editor['page']['locator']> => editor.page.locator('.monaco-dialog-box');
  const press = (name: string): Promise<void> => dialog().getByRole('button', { name, exact: true }).click();

  it('a remote file of keys and tokens is asked for before it is read', async () => {
    const { page } = editor;
    await editor.command('Sonde: Open Remote File');
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'box' }).first();
    await row.waitFor({ timeout: PATIENCE });
    await row.click();
    await page
      .locator('.quick-input-title', { hasText: 'Open a File of box' })
      .waitFor({ timeout: PATIENCE });
    await answer(page, '.aws/credentials');
    await dialog().waitFor({ timeout: PATIENCE });
    expect(await dialog().innerText()).toContain(
      `${root}/.aws/credentials on box may hold keys, passwords or a history`,
    );
    await editor.screenshot('record-file-question');
    await press('Allow');
    await codeLine(page, '[default]').waitFor({ timeout: PATIENCE });
    await page.keyboard.press('Control+W');
  });

  it('each probe is confirmed with the command as the host gets it, and one yes can stand for the notebook', async () => {
    const { page } = editor;
    await editor.open('settings.sonde.md');
    await page.getByRole('button', { name: 'Run All' }).first().click();
    await dialog().waitFor({ timeout: PATIENCE });
    // Sonde asks the repository for its commit first.
    expect(await dialog().innerText()).toContain('git log -1');
    await press('Run');
    await dialog().filter({ hasText: 'grep -n token conf.py' }).waitFor({ timeout: PATIENCE });
    const text = await dialog().innerText();
    expect(text).toContain(`Send this probe to box (${sshd.user}@127.0.0.1:${sshd.port})?`);
    expect(text).toMatch(/The host gets: \/\S*grep -D skip -n -e token -- conf\.py/);
    await editor.screenshot('record-confirm');
    await press('Run All of This Notebook');
    // Another target, so another question for what is sensitive: once a target and session.
    await dialog()
      .filter({ hasText: 'where keys, passwords or histories are kept' })
      .waitFor({ timeout: PATIENCE });
    await editor.screenshot('record-probe-question');
    await press('Allow');
    const frame = await outputs(editor, '.probe .run');
    await frame.locator('.probe .run', { hasText: '[default]' }).waitFor({ timeout: PATIENCE });
  });

  it('an output that looks like it holds a secret is marked, and stored with a mark', async () => {
    const { page } = editor;
    const frame = await outputs(editor, '.probe .run .secret');
    expect(await frame.locator('.probe .secret').allInnerTexts()).toEqual([
      '⚠ Looks like a secret: line 1 (token of a service).',
    ]);
    const notice = page.locator('.notification-toast', {
      hasText: 'An answer holds what looks like a secret',
    });
    await notice.waitFor({ timeout: PATIENCE });
    await editor.screenshot('record-secret');
    expect(await page.locator('.notification-toast').allInnerTexts()).not.toContain(TOKEN);
    await page.locator('.tab.active', { hasText: 'settings.sonde.md' }).click();
    await save(page);
    const stored = await readFile(file(), 'utf8');
    expect(stored).toContain(`2:token = "${MARK}"\n`);
    expect(stored).toMatch(/evidence of=p1 on=box exit=0 lines=1 redacted=1 sha256=/);
    expect(stored).not.toContain(TOKEN);
    // Whoever did not answer at once finds the question among the notifications.
    await editor.command('Notifications: Show Notifications');
    await page
      .locator('.notifications-center .notification-list-item', { hasText: 'what looks like a secret' })
      .getByRole('button', { name: 'Store As It Is' })
      .click();
    await page.locator('.tab.active.dirty', { hasText: 'settings.sonde.md' }).waitFor({ timeout: PATIENCE });
    await save(page);
    expect(await readFile(file(), 'utf8')).toContain(`2:token = "${TOKEN}"\n`);
  });

  it('the ledger is a document with a table and every byte', async () => {
    const { page } = editor;
    await editor.command('Sonde: Show Ledger');
    await codeLine(page, 'time (UTC)').waitFor({ timeout: PATIENCE });
    await codeLine(page, '(handshake)').waitFor({ timeout: PATIENCE });
    await editor.screenshot('record-ledger');
    await page.keyboard.press('Control+W');
  });

  it('is exported as JSON lines', async () => {
    const { page } = editor;
    const place = path.join(folder, 'ledger.jsonl');
    await editor.command('Sonde: Export Ledger');
    // The dialog proposes a file in the folder that is open.
    await expect
      .poll(() => quickInput(page).inputValue({ timeout: 5000 }), { timeout: PATIENCE })
      .toBe(place);
    await quickInput(page).press('Enter');
    const notice = page.locator('.notification-toast', { hasText: 'entries written' });
    await notice.waitFor({ timeout: PATIENCE });
    expect(await notice.innerText()).toContain(`${sshd.user}@127.0.0.1:${sshd.port}`);
    await editor.screenshot('record-exported');
    const entries = (await readFile(place, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(entries).toContainEqual(
      expect.objectContaining({ kind: 'probe', line: 'grep -n token conf.py', exit: 0 }),
    );
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'handshake', exit: 0 }));
    await editor.command('Notifications: Clear All Notifications');
  });

  it('is attached to the investigation, without hosts and users if that is wanted', async () => {
    const { page } = editor;
    await page.locator('.tab', { hasText: 'settings.sonde.md' }).first().click();
    const before = await readFile(file(), 'utf8');
    await editor.command('Sonde: Attach Ledger to Investigation');
    await dialog().waitFor({ timeout: PATIENCE });
    expect(await dialog().innerText()).toContain(`who ran it where: ${sshd.user}@127.0.0.1:${sshd.port}`);
    await editor.screenshot('record-attach');
    await press('Attach With Logical Names');
    await page.locator('.tab.active.dirty', { hasText: 'settings.sonde.md' }).waitFor({ timeout: PATIENCE });
    await save(page);
    const text = await readFile(file(), 'utf8');
    expect(text.startsWith(before)).toBe(true);
    const block = text.slice(before.length);
    expect(block).toMatch(/^\n```ledger session=\w+ entries=\d+\n/);
    expect(block).toMatch(
      / (box|other) exit=0 bytes=\d+ ms=\d+ sha256=[0-9a-f]{64} \$ grep -n token conf\.py\n/,
    );
    expect(block).not.toContain('127.0.0.1');
    expect(block).not.toContain(sshd.user);
    await editor.screenshot('record-attached');
  });
});
