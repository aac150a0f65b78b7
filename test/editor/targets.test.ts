import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startContainerHost, type ContainerHost } from '../support/container-host.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { asUser, plainUser, type TestUser } from '../support/users.ts';
import { startEditor, type Editor } from './support/editor.ts';
import {
  PATIENCE,
  answer,
  codeLine,
  fromMenu,
  outputs,
  quickInput,
  showTab,
  showViews,
  viewLabels,
  viewRows,
} from './support/parts.ts';

const notebook = `---
sonde: 1
title: Links
targets:
  shop:
---

# Links

[nobody](sonde://nobody/etc/passwd), [environment](sonde://shop/proc/self/environ)
`;

const twice = `---
sonde: 1
title: Twice
targets:
  shop:
---

\`\`\`probe id=p1 on=shop
grep -n state shop/orders.py
\`\`\`

\`\`\`probe id=p2 on=shop
grep -n class shop/orders.py
\`\`\`
`;
const crate = twice
  .replace('Twice', 'Crate')
  .replace('shop:', 'crate:')
  .replaceAll('on=shop', 'on=crate')
  .replaceAll('shop/', '');
const once = twice
  .replace('Twice', 'Once')
  .replace('-n state', '-n new')
  .replace(/\n```probe id=p2[^]*/, '');

describe('targets', () => {
  let folder: string;
  let root: string;
  let user: TestUser | undefined;
  let sshd: Sshd;
  let editor: Editor;
  let crates: ContainerHost | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sonde-targets-'));
    user = plainUser();
    sshd = await startSshd({ alias: 'shop-box', ...asUser(user) });
    appendFileSync(
      sshd.sshConfigFile,
      'Host second-box\n  HostName 127.0.0.1\nHost *.inside !*.x\n  Port 1\n',
    );
    root = path.join(sshd.folder, 'project');
    await mkdir(path.join(root, 'shop'), { recursive: true });
    await writeFile(path.join(root, 'shop', 'orders.py'), 'class Order:\n    state = "new"\n');
    const numbers = Array.from({ length: 7_000_000 }, (_, index) => `${index + 1}\n`);
    await writeFile(path.join(root, 'large.log'), numbers.join(''));
    await writeFile(path.join(root, 'program.bin'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0xff]));
    await writeFile(path.join(root, 'japanese.txt'), Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x0a]));
    await writeFile(path.join(root, 'mixed.txt'), `${'text\n'.repeat(2000)}\0\0\n`);
    await writeFile(path.join(root, 'wide.txt'), Buffer.from('\uFEFFwide: \u00fc\u4e2d\n', 'utf16le'));
    writeFileSync(Buffer.concat([Buffer.from(`${root}/odd `), Buffer.from([0xff, 0xfe])]), 'odd name\n');
    execFileSync('mkfifo', [path.join(root, 'pipe')]);
    chmodSync(sshd.folder, 0o755);
    await writeFile(path.join(folder, 'links.sonde.md'), notebook);
    await writeFile(path.join(folder, 'twice.sonde.md'), twice);
    await writeFile(path.join(folder, 'once.sonde.md'), once);
    await writeFile(path.join(folder, 'crate.sonde.md'), crate);
    editor = await startEditor({
      folder,
      settings: {
        'sonde.sshConfig': sshd.sshConfigFile,
        'sonde.targets': { shop: `shop-box:${root}`, archive: `shop-box:${root}/shop` },
        'files.encoding': 'shiftjis',
        'workbench.editor.enablePreview': false,
      },
    });
  });

  afterAll(async () => {
    await editor.stop();
    await crates?.stop();
    await sshd.stop();
    user?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const row = (name: string): Locator => viewRows(editor.page, 'Targets').filter({ hasText: name }).first();
  const notice = (text: string | RegExp): Locator =>
    editor.page.locator('.notification-toast', { hasText: text }).first();
  const labelOf = async (name: string): Promise<string> =>
    (await viewLabels(editor.page, 'Targets')).find((label) => label.startsWith(`${name},`)) ?? '';
  const openFile = async (file: string): Promise<void> => {
    await editor.command('Sonde: Open Remote File');
    await answer(editor.page, file);
  };
  const clear = async (): Promise<void> => {
    await editor.command('Notifications: Clear All Notifications');
  };

  it('are listed with their state, and plain host names that none uses', async () => {
    await showViews(editor.page);
    await expect
      .poll(() => viewLabels(editor.page, 'Targets'), { timeout: PATIENCE })
      .toEqual([
        `shop, shop-box:${root}, not connected`,
        `archive, shop-box:${root}/shop, not connected`,
        'second-box, host of your SSH configuration',
      ]);
  });

  it('say what their hosts have, once connected', async () => {
    const { page } = editor;
    await fromMenu(page, row('shop-box'), 'Connect…');
    await expect.poll(() => labelOf('shop'), { timeout: PATIENCE }).toMatch(/, connected$/);
    await row('shop').locator('.monaco-tl-twistie').click();
    await expect
      .poll(() => viewLabels(page, 'Targets'), { timeout: PATIENCE })
      .toEqual(expect.arrayContaining([expect.stringMatching(/^Linux with GNU [\d.]+, git [\d.]+/)]));
    const labels = await viewLabels(page, 'Targets');
    expect(labels[1]).toMatch(new RegExp(`^${sshd.user}@127\\.0\\.0\\.1:${sshd.port}$`));
    expect(labels[3]).toMatch(/^policy, canonical emission, guarded shell, limits/);
    expect(labels.some((label) => /^(Not there: |Every command )/.test(label))).toBe(true);
    await page.locator('.statusbar-item', { hasText: 'shop' }).waitFor({ timeout: PATIENCE });
    await editor.screenshot('targets-connected');
    // The whole of it stands in the tooltip of the row, too.
    await row('shop-box').hover();
    const hover = page.locator('.monaco-hover:visible', { hasText: 'connected as' }).first();
    await hover.waitFor({ timeout: PATIENCE });
    const told = await hover.innerText();
    expect(told).toContain(`connected as ${sshd.user}@127.0.0.1:${sshd.port}`);
    expect(told).toMatch(/Linux with GNU [\d.]+, git [\d.]+/);
    expect(told).toContain('policy, canonical emission, guarded shell, limits');
    expect(told).toMatch(/Not there: |Every command /);
    await editor.screenshot('targets-tooltip');
  });

  it('have files that are too large to open whole: lines of them are offered', async () => {
    const { page } = editor;
    await openFile('large.log');
    // The editor asks by itself before it opens a file of this size.
    const anyway = page.getByRole('button', { name: 'Open Anyway' });
    const told = notice('too many to open it whole');
    await told.or(anyway).first().waitFor({ timeout: PATIENCE });
    await editor.screenshot('targets-large');
    if ((await anyway.count()) > 0) await anyway.first().click();
    await told.waitFor({ timeout: PATIENCE });
    await told.getByRole('button', { name: 'Open Lines…' }).click();
    await quickInput(page).waitFor({ timeout: PATIENCE });
    await quickInput(page).fill('9-1');
    await page.locator('.quick-input-widget .quick-input-message', { hasText: 'Not a part' }).waitFor();
    await answer(page, '6500000-6500020');
    await page
      .locator('.tab.active', { hasText: '6500000-6500020 of large.log' })
      .waitFor({ timeout: PATIENCE });
    await codeLine(page, '6500000').waitFor({ timeout: PATIENCE });
    await editor.screenshot('targets-lines');
    await clear();
  });

  it('have files that are no text: some of their bytes are shown', async () => {
    const { page } = editor;
    await openFile('program.bin');
    const told = notice('is no text (8 bytes)');
    await told.waitFor({ timeout: PATIENCE });
    await told.getByRole('button', { name: 'Open Bytes' }).click();
    await codeLine(page, '7f 45 4c 46 00 01 02 ff').waitFor({ timeout: PATIENCE });
    await editor.screenshot('targets-bytes');
    await clear();
    await openFile('program.bin');
    await told.getByRole('button', { name: 'Open as Text' }).click();
    await page.locator('.tab.active', { hasText: 'as text of program.bin' }).waitFor({ timeout: PATIENCE });
    await codeLine(page, 'ELF\u2400').waitFor({ timeout: PATIENCE });
    await editor.screenshot('targets-as-text');
    await clear();
  });

  it('have files in other encodings, whole and in parts', async () => {
    const { page } = editor;
    await openFile('japanese.txt');
    await codeLine(page, '日本語').waitFor({ timeout: PATIENCE });
    await openFile('wide.txt');
    await codeLine(page, 'wide: ü中').waitFor({ timeout: PATIENCE });
    await editor.command('Sonde: Open Lines of a Large File');
    await answer(page, 'japanese.txt');
    await answer(page, '1-5');
    await page.locator('.tab.active', { hasText: '1-5 of japanese.txt' }).waitFor({ timeout: PATIENCE });
    await codeLine(page, '日本語').waitFor({ timeout: PATIENCE });
  });

  it('have parts of files in wide encodings', async () => {
    const { page } = editor;
    await editor.command('Sonde: Open Lines of a Large File');
    await answer(page, 'wide.txt');
    await answer(page, '@14+4');
    await page.locator('.tab.active', { hasText: '0x14+4 of wide.txt' }).waitFor({ timeout: PATIENCE });
    await codeLine(page, 'ü中').waitFor({ timeout: PATIENCE });
    await editor.screenshot('targets-wide');
    // What begins as text and is none further on is said, not shown.
    await editor.command('Sonde: Open Lines of a Large File');
    await answer(page, 'mixed.txt');
    await answer(page, '2001');
    await codeLine(page, 'mixed.txt is no text').waitFor({ timeout: PATIENCE });
  });

  it('have files of every name, found from the root', async () => {
    const { page } = editor;
    await fromMenu(page, row('shop-box'), 'Open From the Root…');
    const odd = page.locator('.quick-input-list .monaco-list-row', { hasText: 'odd \\xff\\xfe' });
    await odd.waitFor({ timeout: PATIENCE });
    await editor.screenshot('targets-browse');
    await odd.click();
    await codeLine(page, 'odd name').waitFor({ timeout: PATIENCE });
    await editor.screenshot('targets-odd-name');
  });

  it('have no file that is not there, and none that is no file', async () => {
    await openFile('shop/nothing.py');
    await notice('There is no file shop/nothing.py on shop').waitFor({ timeout: PATIENCE });
    await clear();
    await openFile('pipe');
    await notice(/pipe is a .*FIFO|pipe is a named pipe/).waitFor({ timeout: PATIENCE });
    await editor.screenshot('targets-fifo');
    await clear();
  });

  it('are asked for where two are connected', async () => {
    const { page } = editor;
    await fromMenu(page, row('archive'), 'Connect…');
    await expect.poll(() => labelOf('archive'), { timeout: PATIENCE }).toMatch(/, connected$/);
    await editor.command('Sonde: Open Remote File');
    const choices = page.locator('.quick-input-list .monaco-list-row');
    await choices.filter({ hasText: 'archive' }).waitFor({ timeout: PATIENCE });
    expect(await choices.count()).toBe(2);
    await editor.screenshot('targets-two');
    await choices.filter({ hasText: 'archive' }).click();
    await answer(page, 'orders.py:2');
    await codeLine(page, 'state = "new"').waitFor({ timeout: PATIENCE });
    await fromMenu(page, row('archive'), 'Disconnect');
    await expect.poll(() => labelOf('archive'), { timeout: PATIENCE }).toMatch(/not connected$/);
  });

  it.runIf(process.getuid?.() === 0)('may lie in a container of a host', async () => {
    const { page } = editor;
    const make = (jail: string): void => {
      mkdirSync(path.join(jail, 'root'));
      writeFileSync(path.join(jail, 'root', 'orders.py'), 'class Order:\n    state = "crated"\n');
    };
    crates = await startContainerHost({ crate: { make } }, { ...asUser(user), alias: 'crate-box' });
    appendFileSync(sshd.sshConfigFile, readFileSync(crates.sshd.sshConfigFile));
    await editor.command('Sonde: Add Target');
    await answer(page, 'crate-box/docker=crate:/root');
    await expect
      .poll(() => quickInput(page).inputValue({ timeout: 5000 }), { timeout: PATIENCE })
      .toBe('crate');
    await expect
      .poll(
        async () => {
          if ((await quickInput(page).count()) > 0) await quickInput(page).press('Enter', { timeout: 5000 });
          return await quickInput(page).count();
        },
        { timeout: PATIENCE },
      )
      .toBe(0);
    // It stands below what the view has room for.
    const scroll = async (by: number): Promise<void> => {
      await page
        .locator('.pane', { has: page.locator('.pane-header[aria-label^="Targets"]') })
        .locator('.monaco-list')
        .first()
        .hover();
      await page.mouse.wheel(0, by);
    };
    await expect
      .poll(
        async () => {
          await scroll(500);
          return await row('crate-box/docker=crate:/root').count();
        },
        { timeout: PATIENCE },
      )
      .toBe(1);
    await fromMenu(page, row('crate-box/docker=crate:/root'), 'Connect…');
    await expect.poll(() => labelOf('crate'), { timeout: PATIENCE }).toMatch(/, connected$/);
    await row('crate-box/docker=crate:/root').hover();
    const account = `connected as ${crates.sshd.user}@127.0.0.1:${crates.sshd.port}/docker=crate`;
    const hover = page.locator('.monaco-hover:visible', { hasText: account }).first();
    await hover.waitFor({ timeout: PATIENCE });
    const told = await hover.innerText();
    expect(told).toContain('Linux with BusyBox');
    // What its tools lack stands there too, and in rows of their own below the target.
    expect(told).toMatch(/grep \(BusyBox\) lacks: [^\n]*-P\b/);
    const open = async (text: string, below: RegExp): Promise<void> => {
      await row(text).locator('.monaco-tl-twistie').click();
      await expect
        .poll(
          async () => {
            await scroll(500);
            return (await viewLabels(page, 'Targets')).some((label) => below.test(label));
          },
          { timeout: PATIENCE },
        )
        .toBe(true);
    };
    await open('crate-box/docker=crate:/root', /^Options that are refused, of \d+ commands$/);
    await open('Options that are refused', /^ls \(BusyBox\) lacks: /);
    await editor.screenshot('targets-lacks');
    await row('crate-box/docker=crate:/root').locator('.monaco-tl-twistie').click();
    await expect
      .poll(
        async () => {
          await scroll(500);
          return (await viewLabels(page, 'Targets')).some((label) => label.includes(' lacks: '));
        },
        { timeout: PATIENCE },
      )
      .toBe(false);
    await editor.open('crate.sonde.md');
    await page.getByRole('button', { name: 'Run All' }).first().click();
    const frame = await outputs(editor, '.probe .run');
    await frame.locator('.probe .run', { hasText: 'state = "crated"' }).waitFor({ timeout: PATIENCE });
    await editor.screenshot('targets-container');
    await editor.command('Sonde: Open Remote File');
    await page
      .locator('.quick-input-list .monaco-list-row', { hasText: 'crate-box' })
      .click({ timeout: PATIENCE });
    await answer(page, 'orders.py:2');
    await codeLine(page, 'state = "crated"').waitFor({ timeout: PATIENCE });
    await editor.screenshot('targets-container-file');
    await fromMenu(page, row('crate-box/docker=crate:/root'), 'Disconnect');
    await expect.poll(() => labelOf('crate'), { timeout: PATIENCE }).toMatch(/not connected$/);
    await scroll(-500);
  });

  it('are not reached by a link to an unknown name, and /proc is not read', async () => {
    const { page } = editor;
    await editor.open('links.sonde.md');
    const frame = await outputs(editor, 'a[href^="sonde:"], a[data-href^="sonde:"]');
    for (const [link, words] of [
      ['nobody', /nobody|not found|FileNotFound/i],
      ['environment', /environ/],
    ] as const) {
      await showTab(page, 'links.sonde.md');
      await frame.getByText(link, { exact: true }).click();
      const refused = page.locator(
        '.editor-group-container .editor-pane-placeholder, .notification-toast, .monaco-dialog-box',
        {
          hasText: words,
        },
      );
      await refused.first().waitFor({ timeout: PATIENCE });
      await editor.screenshot(`targets-link-${link}`);
      expect(await page.locator('.view-line', { hasText: /PATH=|root:x:/ }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await clear();
    }
  });

  it('that are lost say since when; what was read stays, and one button brings them back', async () => {
    const { page } = editor;
    await openFile('shop/orders.py');
    await codeLine(page, 'class Order:').waitFor({ timeout: PATIENCE });
    for (const pid of sshd.processes()) if (pid !== sshd.pid) kill(pid);
    await expect.poll(() => labelOf('shop'), { timeout: PATIENCE }).toMatch(/, lost since .*\d/);
    const item = page.locator('.statusbar-item.warning-kind', { hasText: 'shop' });
    await item.waitFor({ timeout: PATIENCE });
    // The file that was read can be closed and opened again.
    await page.keyboard.press('Control+W');
    await editor.command('View: Reopen Closed Editor');
    await codeLine(page, 'class Order:').waitFor({ timeout: PATIENCE });
    await editor.screenshot('targets-lost');
    for (const theme of ['Dark Modern', 'Light High Contrast', 'Dark High Contrast']) {
      await editor.command('Preferences: Color Theme');
      await answer(page, theme);
      await page.waitForTimeout(1500);
      await editor.screenshot(`targets-lost-${theme.replaceAll(' ', '-').toLowerCase()}`);
    }
    await fromMenu(page, row('shop-box'), 'Reconnect');
    await expect.poll(() => labelOf('shop'), { timeout: PATIENCE }).toMatch(/, connected$/);
    await page
      .locator('.statusbar-item:not(.warning-kind)', { hasText: 'shop' })
      .waitFor({ timeout: PATIENCE });
    await editor.screenshot('targets-back');
    await clear();
  });

  /** Runs a notebook on a host that falls silent, and ends the connection while its first cell waits. */
  const runCutOff = async (file: string): Promise<void> => {
    const { page } = editor;
    await editor.open(file);
    await page.locator('.tab.active', { hasText: file }).waitFor({ timeout: PATIENCE });
    const sessions = sshd.processes().filter((pid) => pid !== sshd.pid);
    for (const pid of sessions) kill(pid, 'SIGSTOP');
    await page.getByRole('button', { name: 'Run All' }).first().click();
    await page.locator('.codicon-notebook-state-executing').first().waitFor({ timeout: PATIENCE });
    for (const pid of sessions) kill(pid);
  };
  const cutItems = (): Locator =>
    editor.page.locator('.cell-statusbar-container .cell-status-item', { hasText: 'Cut off: Run Again' });
  const toolbarButton = (): Locator =>
    editor.page.locator('.notebook-toolbar-container').getByText('Run Cells That Were Cut Off');

  it('that are lost cut off the cell that runs: it says so, and runs again by a click; the next cells go on', async () => {
    await runCutOff('twice.sonde.md');
    // The second cell has asked for the connection again, and asks over the new one. Other notebooks have outputs too.
    const frame = await outputs(editor, '.probe .run:has-text("grep -n class shop/orders.py")');
    await frame.locator('.probe .run', { hasText: 'class Order:' }).waitFor({ timeout: PATIENCE });
    await notice('shop is connected again. 1 cell of twice.sonde.md was cut off.').waitFor({
      timeout: PATIENCE,
    });
    await toolbarButton().waitFor({ timeout: PATIENCE });
    expect(await cutItems().count()).toBe(1);
    await editor.screenshot('targets-cut');
    await clear();
    await cutItems().click();
    await frame.locator('.probe .run', { hasText: 'state = "new"' }).waitFor({ timeout: PATIENCE });
    await cutItems().waitFor({ state: 'detached', timeout: PATIENCE });
    await toolbarButton().waitFor({ state: 'detached', timeout: PATIENCE });
  });

  it('that are connected again by Reconnect offer what was cut off', async () => {
    const { page } = editor;
    await runCutOff('once.sonde.md');
    await cutItems().waitFor({ timeout: PATIENCE });
    await notice('The connection to shop ended').getByRole('button', { name: 'Reconnect' }).click();
    const offer = notice('shop is connected again. 1 cell of once.sonde.md was cut off.');
    await offer.waitFor({ timeout: PATIENCE });
    await editor.screenshot('targets-cut-offer');
    await offer.getByRole('button', { name: 'Run Again' }).click();
    await page.locator('.codicon-notebook-state-success').first().waitFor({ timeout: PATIENCE });
    await outputs(editor, '.probe .run:has-text("grep -n new shop/orders.py"):has-text("state = ")');
    await cutItems().waitFor({ state: 'detached', timeout: PATIENCE });
    await editor.screenshot('targets-cut-done');
  });
});

function kill(pid: number, signal: 'SIGKILL' | 'SIGSTOP' = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended with another.
  }
}
