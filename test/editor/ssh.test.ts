import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { startEditor, type Editor } from './support/editor.ts';
import {
  PATIENCE,
  answer,
  atLine,
  codeLine,
  outputs,
  quickInput,
  save,
  showViews,
  viewLabels,
} from './support/parts.ts';

const notebook = `---
sonde: 1
title: Orders
targets:
  box:
---

# Orders

\`\`\`probe id=p1 on=box
grep -rn 'def ' .
wc -l shop/orders.py
\`\`\`

\`\`\`probe id=p2 on=box
cat shop/orders.py > copy.py
\`\`\`

\`\`\`pins
- id: ship
  on: box
  file: shop/orders.py
  symbol: Order.ship
\`\`\`
`;

const code = `class Order:
    state = "new"

    def ship(self):
        self.state = "shipped"
`;

describe('a host of the SSH configuration', () => {
  let folder: string;
  let root: string;
  let sshd: Sshd;
  let editor: Editor;
  let fingerprint: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sonde-ssh-'));
    sshd = await startSshd({ known: false, alias: 'orders-box' });
    root = path.join(sshd.folder, 'project');
    await mkdir(path.join(root, 'shop'), { recursive: true });
    await writeFile(path.join(root, 'shop', 'orders.py'), code);
    await writeFile(path.join(folder, 'orders.sonde.md'), notebook);
    const shown = execFileSync('ssh-keygen', ['-lf', `${sshd.hostKeyFiles[0] ?? ''}.pub`], {
      encoding: 'utf8',
    });
    fingerprint = shown.split(' ')[1] ?? '';
    editor = await startEditor({ folder, settings: { 'sonde.sshConfig': sshd.sshConfigFile } });
  });

  afterAll(async () => {
    await editor.stop();
    await sshd.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const dialog = (): ReturnType<Editor['page']['locator']> => editor.page.locator('.monaco-dialog-box');
  const logins = (): number => sshd.log().split('Accepted publickey').length - 1;

  const connections = (): number => sshd.log().split('Connection from').length - 1;

  it('is listed without any connection', async () => {
    const { page } = editor;
    const before = connections();
    await showViews(page);
    await expect
      .poll(() => viewLabels(page, 'Targets'), { timeout: PATIENCE })
      .toEqual(['orders-box, host of your SSH configuration']);
    await editor.screenshot('ssh-hosts');
    expect(connections()).toBe(before);
  });

  it('is offered by Connect, which asks for root and name', async () => {
    const { page } = editor;
    await editor.command('Sonde: Connect');
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'orders-box' });
    await row.waitFor({ timeout: PATIENCE });
    await editor.screenshot('ssh-picker');
    await row.click();
    await expect
      .poll(() => quickInput(page).inputValue({ timeout: 5000 }), { timeout: PATIENCE })
      .toBe('orders-box:/');
    // What is no target is refused with a sentence.
    await quickInput(page).fill('orders-box:relative');
    await page.locator('.quick-input-widget .quick-input-message').filter({ hasText: '/' }).waitFor();
    await editor.screenshot('ssh-root');
    await answer(page, `orders-box:${root}`);
    await expect
      .poll(() => quickInput(page).inputValue({ timeout: 5000 }), { timeout: PATIENCE })
      .toBe('orders-box');
    await answer(page, 'box');
  });

  it('shows the key of an unknown host, and does not connect against the will', async () => {
    const { page } = editor;
    await dialog().waitFor({ timeout: PATIENCE });
    const text = await dialog().innerText();
    expect(text).toContain(fingerprint);
    expect(text).toContain(`127.0.0.1, port ${sshd.port}`);
    await editor.screenshot('ssh-key');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    const notice = page.locator('.notification-toast', { hasText: 'Not connected to box' });
    await notice.waitFor({ timeout: PATIENCE });
    await editor.screenshot('ssh-refused');
    expect(logins()).toBe(0);
    expect((await viewLabels(page, 'Targets'))[0]).toMatch(/^box, orders-box:.*, not connected$/);
    await page.keyboard.press('Escape');
    await editor.command('Notifications: Clear All Notifications');
  });

  it('is reached by running a notebook, once its key is trusted', async () => {
    const { page } = editor;
    await editor.open('orders.sonde.md');
    await page.getByRole('button', { name: 'Run All' }).first().click();
    await dialog().waitFor({ timeout: PATIENCE });
    await dialog().getByRole('button', { name: 'Trust This Key' }).click();
    const frame = await outputs(editor, '.probe .run');
    await frame.locator('.probe .run', { hasText: 'wc -l' }).waitFor({ timeout: PATIENCE });
    expect(await frame.locator('.probe td.code').allInnerTexts()).toEqual(['def ship(self):']);
    await frame.locator('.pins .verdict').waitFor({ timeout: PATIENCE });
    // What is refused is marked at its word and never sent.
    const refused = frame.locator('.probe .run.refusal');
    expect(await refused.locator('mark').innerText()).toBe('> copy.py');
    expect(await refused.locator('[role=alert]').innerText()).toContain('copy.py');
    await expect(readFile(path.join(root, 'copy.py'))).rejects.toThrow(/ENOENT/);
    expect(await frame.locator('.pins .excerpt .code').innerText()).toContain('self.state = "shipped"');
    await editor.screenshot('ssh-run');
    expect(logins()).toBe(1);
    // The user's own known_hosts stays as it was.
    expect(await readFile(sshd.knownHostsFile, 'utf8')).toBe('');
    await page.locator('.statusbar-item', { hasText: 'box' }).waitFor({ timeout: PATIENCE });
  });

  it('writes the evidence into the file', async () => {
    const { page } = editor;
    await page.locator('.tab.active', { hasText: 'orders.sonde.md' }).click();
    await save(page);
    const file = path.join(folder, 'orders.sonde.md');
    await expect.poll(() => readFile(file, 'utf8'), { timeout: PATIENCE }).toContain('```evidence');
    const text = await readFile(file, 'utf8');
    expect(text).toMatch(
      /```evidence of=p1 on=box exit=0 lines=1 sha256=[0-9a-f]{64} seen=\d{4}-\d\d-\d\d\n\$ grep -rn 'def ' \.\n(\.\/)?shop\/orders\.py:4: {4}def ship\(self\):\n```/,
    );
    expect(text).toContain('  lines: 4-5\n');
    expect(text).toContain('```python of=ship\n    def ship(self):\n        self.state = "shipped"\n```');
    // The host is nobody's business but the reader's.
    expect(text).not.toContain('orders-box');
    expect(text).not.toContain(root);
  });

  it('opens its files', async () => {
    const { page } = editor;
    const frame = await outputs(editor, '.probe .run');
    await frame.locator('.probe').getByRole('button', { name: '4', exact: true }).click();
    await atLine(page, 'orders.py', 4);
    await editor.screenshot('ssh-file');
  });

  it('writes the ledger of what was sent', async () => {
    const { page } = editor;
    await editor.command('Sonde: Show Ledger');
    await codeLine(page, "grep -rn 'def ' .").waitFor({ timeout: PATIENCE });
    expect(await codeLine(page, '> copy.py').count()).toBe(0);
    await editor.screenshot('ssh-ledger');
    await page.keyboard.press('Control+W');
  });

  it('is not connected again by a reload; its open file offers to', async () => {
    const { page } = editor;
    await page.locator('.tab.active', { hasText: 'orders.py' }).waitFor({ timeout: PATIENCE });
    const before = logins();
    const reloaded = page.waitForEvent('load', { timeout: PATIENCE });
    await editor.command('Developer: Reload Window');
    await reloaded;
    await page.locator('.tab.active', { hasText: 'orders.py' }).waitFor({ timeout: PATIENCE });
    const notice = page.locator('.notification-toast', { hasText: 'box is not connected' });
    const connect = notice.getByRole('button', { name: 'Connect' });
    await connect.waitFor({ timeout: PATIENCE });
    await editor.screenshot('ssh-reload');
    expect(logins()).toBe(before);
    await connect.click();
    // The key is trusted by now: nothing is asked.
    await codeLine(page, 'def ship(self):').waitFor({ timeout: PATIENCE });
    expect(logins()).toBe(before + 1);
    await editor.screenshot('ssh-reconnected');
  });

  it('is left on demand', async () => {
    const { page } = editor;
    const closed = (): number => sshd.log().split('Disconnected from user').length - 1;
    const before = closed();
    await editor.command('Sonde: Disconnect');
    await showViews(page);
    await expect
      .poll(async () => (await viewLabels(page, 'Targets'))[0] ?? '', { timeout: PATIENCE })
      .toMatch(/not connected$/);
    await expect.poll(closed, { timeout: PATIENCE }).toBe(before + 1);
  });
});
