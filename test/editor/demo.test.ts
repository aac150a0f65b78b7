import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, startEditor, type Editor } from './support/editor.ts';
import {
  PATIENCE,
  activations,
  answer,
  atLine,
  cellLine,
  codeLine,
  colourOf,
  commandLine,
  cursor,
  fromMenu,
  goToCell,
  outputs,
  quickInput,
  save,
  showTab,
  showViews,
  viewLabels,
  viewRows,
} from './support/parts.ts';
import { storedByWorkbench } from './support/storage.ts';

const project = path.join(root, 'guides', 'demo', 'project');
const nixl = readFileSync(path.join(project, 'disagg', 'nixl', 'conn.py'), 'utf8').split('\n');

/** The number of the line that holds a text, counted from 1. */
const lineOf = (text: string): number => nixl.findIndex((line) => line.includes(text)) + 1;

interface Place {
  readonly file: string;
  readonly line: number;
}

/** What is read here of the command line's JSON. */
interface LifecycleJson {
  readonly states: readonly (Place & { readonly name: string; readonly terminal: boolean })[];
  readonly transitions: readonly {
    readonly from: string;
    readonly to: string;
    readonly class: string;
    readonly sites: readonly Place[];
  }[];
  readonly hazards: readonly { readonly rule: string; readonly witness: readonly unknown[] }[];
  readonly setters: readonly unknown[];
}

const short = (place: Place): string => `${place.file.split('/').slice(-2).join('/')}:${place.line}`;
const shown = (state: string): string => (state === 'absent' ? '∅' : state);

/** One window for all: each test goes on where the one before it stopped, as a reader would. */
describe('the demo', () => {
  let folder: string;
  let editor: Editor;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sonde-folder-'));
    await writeFile(path.join(folder, 'plain.py'), 'x = 1\n');
    editor = await startEditor({ folder });
  });

  afterAll(async () => {
    await editor.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('does not start with the window, nor for a file that is not ours', async () => {
    const { page } = editor;
    await editor.open('plain.py');
    await page.locator('.tab.active', { hasText: 'plain.py' }).waitFor();
    await codeLine(page, 'x = 1').waitFor();
    expect(activations(editor)).toEqual([]);
  });

  it('opens its investigation, connected, from the command palette', async () => {
    const { page } = editor;
    await editor.command('Sonde: Open Demo');
    await page.locator('.tab.active', { hasText: 'demo.sonde.md' }).waitFor({ timeout: PATIENCE });
    await page.locator('.statusbar-item', { hasText: 'prefill' }).waitFor({ timeout: PATIENCE });
    const started = activations(editor);
    expect(started).toHaveLength(1);
    expect(started[0]).toContain('startup: false');
    expect(started[0]).toContain("activationEvent: 'onCommand:sonde.openDemo'");
    await showViews(page);
    // Below a target stands what is known of it.
    const targets = async (): Promise<readonly string[]> =>
      (await viewLabels(page, 'Targets')).filter((label) => label.endsWith('connected'));
    await expect
      .poll(targets, { timeout: PATIENCE })
      .toEqual([expect.stringMatching(/^prefill, (?:[a-z]+@)?127\.0\.0\.1:.*, connected$/)]);
    const claims = await viewLabels(page, 'Claims');
    expect(claims[0]).toMatch(/^observation, supported: A few cancelled requests stay in flight/);
    await editor.screenshot('demo-opened');
  });

  it('colours probe cells by its grammar', async () => {
    const { page } = editor;
    await goToCell(page, '1. Start from the fields');
    const line = cellLine(page, "grep -n 'self\\.request_status' disagg/nixl/conn.py");
    await line.waitFor({ timeout: PATIENCE });
    await expect
      .poll(async () => (await colourOf(line, 'grep')) !== (await colourOf(line, 'disagg')), {
        timeout: PATIENCE,
      })
      .toBe(true);
    const colours = await Promise.all(['grep', '-n', 'self', 'disagg'].map((word) => colourOf(line, word)));
    expect(new Set(colours).size).toBe(4);
  });

  it('runs all cells and shows hits as links', async () => {
    const { page } = editor;
    await page.getByRole('button', { name: 'Run All' }).first().click();
    await goToCell(page, '6. The lifecycle of a room');
    await outputs(editor, '.lifecycle .picture');
    await goToCell(page, '1. Start from the fields');
    const frame = await outputs(editor, '.probe .group');
    const run = frame.locator('.probe .run', { hasText: "grep -n 'self\\.transfer_infos'" }).first();
    await run.waitFor({ timeout: PATIENCE });
    const found = nixl.flatMap((line, index) => (line.includes('self.transfer_infos') ? [index + 1] : []));
    expect(await run.locator('summary').innerText()).toContain('disagg/nixl/conn.py');
    expect(await run.locator('td.number').allInnerTexts()).toEqual(found.map(String));
    expect(await run.locator('.head').innerText()).toContain(`${found.length} hits`);
    await editor.screenshot('demo-hits');
  });

  it('opens a hit read-only at its line, highlighted as Python', async () => {
    const { page } = editor;
    const line = lineOf('return self.request_status.get(room');
    const frame = await outputs(editor, '.probe .group');
    const run = frame.locator('.probe .run', { hasText: 'request_status' }).first();
    await run.getByRole('button', { name: String(line), exact: true }).click();
    await atLine(page, 'conn.py', line);
    expect(await page.locator('.statusbar-item', { hasText: 'Python' }).count()).toBe(1);
    const code = codeLine(page, 'def check_status(self, room: int) -> int:');
    await expect
      .poll(async () => (await colourOf(code, 'def')) !== (await colourOf(code, 'check_status')), {
        timeout: PATIENCE,
      })
      .toBe(true);
    // Typing changes nothing and says why.
    const before = await page.locator('.editor-group-container.active .view-lines').innerText();
    await page.keyboard.type('zzz');
    const reason = page.locator('.monaco-editor-overlaymessage', { hasText: 'another machine' });
    await reason.waitFor({ timeout: PATIENCE });
    await editor.screenshot('demo-file');
    expect(await page.locator('.editor-group-container.active .view-lines').innerText()).toBe(before);
    expect(await page.locator('.tab.active.dirty').count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('lists the pins and opens one', async () => {
    const { page } = editor;
    await showTab(page, 'demo.sonde.md');
    const labels = await viewLabels(page, 'Pins');
    const names = [
      'check_status',
      'transfer_worker',
      'bootstrap_thread',
      'add_transfer_request',
      'update_status',
    ];
    expect(labels).toHaveLength(names.length);
    for (const [index, name] of names.entries()) expect(labels[index]).toContain(name);
    await viewRows(page, 'Pins').filter({ hasText: 'transfer_worker' }).click();
    await page.locator('.tab.active', { hasText: 'conn.py' }).first().waitFor({ timeout: PATIENCE });
    // The whole region is selected; the cursor is at its end.
    const last = /lines \d+–(\d+)/.exec(labels[1] ?? '')?.[1];
    await atLine(page, 'conn.py', Number(last));
    await codeLine(page, 'def transfer_worker').waitFor({ timeout: PATIENCE });
    await editor.screenshot('demo-pin');
  });

  it('renames a pin, notes it, moves it and removes it', async () => {
    const { page } = editor;
    await showTab(page, 'demo.sonde.md');
    // The list reuses its rows: their order in the document is not the one on the screen, so rows are named.
    const pins = viewRows(page, 'Pins');
    const checkStatus = pins.filter({ hasText: 'check_status' });
    await fromMenu(page, checkStatus, 'Rename Pin');
    await answer(page, 'not an id');
    // What is no id is not taken, and the box says so.
    await page.locator('.quick-input-widget .quick-input-message', { hasText: 'letter' }).waitFor();
    await answer(page, 'absent-room');
    await pins.filter({ hasText: 'absent-room' }).waitFor({ timeout: PATIENCE });
    await fromMenu(page, checkStatus, 'Edit Note');
    await answer(page, 'Absent reads as waiting.');
    await fromMenu(page, checkStatus, 'Move Down');
    await expect
      .poll(async () => (await viewLabels(page, 'Pins')).slice(0, 2).join(), { timeout: PATIENCE })
      .toMatch(/transfer_worker.*check_status/);
    await fromMenu(page, checkStatus, 'Move Up');
    await expect
      .poll(async () => (await viewLabels(page, 'Pins')).slice(0, 2).join(), { timeout: PATIENCE })
      .toMatch(/check_status.*transfer_worker/);
    await fromMenu(page, pins.filter({ hasText: 'update_status' }), 'Remove Pin');
    await expect.poll(() => viewLabels(page, 'Pins'), { timeout: PATIENCE }).toHaveLength(4);
    await page.locator('.tab', { hasText: 'demo.sonde.md' }).first().click();
    await save(page);
    const text = readFileSync(demoFile(), 'utf8');
    expect(text).toContain('- id: absent-room');
    expect(text).toContain('note: Absent reads as waiting.');
    expect(text).toContain('for: [absent-room, p-read-check]');
    // A finding in that function names it too: only the pin's own line is gone.
    expect(text).not.toMatch(/^ *symbol: CommonKVManager\.update_status$/m);
    expect(text).toMatch(/```evidence of=p-status on=prefill .*sha256=[0-9a-f]{64}/);
  });

  it('pins a hit below its probe', async () => {
    const { page } = editor;
    await goToCell(page, '1. Start from the fields');
    const frame = await outputs(editor, '.probe .group');
    const line = lineOf('self.transfer_infos.pop(room, None)');
    const run = frame.locator('.probe .run', { hasText: 'transfer_infos' }).first();
    await run.getByRole('button', { name: `Pin: disagg/nixl/conn.py:${line}` }).click();
    await expect.poll(() => viewLabels(page, 'Pins'), { timeout: PATIENCE }).toHaveLength(5);
    // The probe stands above all other pins, so its pin comes first; it tells its function.
    expect((await viewLabels(page, 'Pins'))[0]).toContain('transfer_worker');
  });

  it('pins a selection of a remote file', async () => {
    const { page } = editor;
    await viewRows(page, 'Pins').filter({ hasText: 'add_transfer_request' }).click();
    const first = lineOf('def add_transfer_request');
    await codeLine(page, 'def add_transfer_request').waitFor({ timeout: PATIENCE });
    await page.keyboard.press('Control+G');
    await answer(page, `:${first}`);
    await atLine(page, 'conn.py', first);
    // Once to the first word, twice to the first column.
    await page.keyboard.press('Home');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => cursor(page).innerText(), { timeout: PATIENCE }).toContain('selected');
    await editor.command('Sonde: Pin Selection');
    await expect.poll(() => viewLabels(page, 'Pins'), { timeout: PATIENCE }).toHaveLength(6);
    expect((await viewLabels(page, 'Pins')).join('\n')).toContain(`lines ${first}–${first + 1}`);
  });

  describe('lifecycle', () => {
    let json: LifecycleJson;

    beforeAll(() => {
      const query = ['--states', 'KVPoll', '--class', 'CommonKVManager', '--store', 'request_status'];
      const start = ['--file', 'disagg/nixl/conn.py', '--json'];
      json = JSON.parse(commandLine('lifecycle', project, ...query, ...start)) as LifecycleJson;
    });

    it('is drawn in the output of its cell', async () => {
      const { page } = editor;
      await showTab(page, 'demo.sonde.md');
      await goToCell(page, '6. The lifecycle of a room');
      const frame = await outputs(editor, '.lifecycle .picture svg');
      const svg = frame.locator('.lifecycle .picture svg').first();
      expect(await svg.getAttribute('aria-roledescription')).toBe('stateDiagram');
      expect(await svg.locator('g.node').count()).toBe(json.states.length + 1);
      await page.mouse.move(900, 700);
      await editor.screenshot('lifecycle-output');
    });

    it('is drawn in the panel, with each state and transition of the JSON', async () => {
      const { page } = editor;
      await editor.command('Sonde: Show Lifecycle');
      const { frame } = await editor.frame('.frame .picture svg', PATIENCE);
      const svg = frame.locator('.frame .picture svg');
      const drawn = json.transitions.filter((each) => each.class !== 'interleaving');
      expect(await svg.locator('g.node').count()).toBe(json.states.length + 1);
      expect(await svg.locator('g.node.terminal').count()).toBe(
        json.states.filter((state) => state.terminal).length,
      );
      const edges = await svg
        .locator('path.hit')
        .evaluateAll((paths) => paths.map((path) => path.getAttribute('aria-label') ?? ''));
      // The first line may name roles and guards too; the last tells every site.
      const told = edges.map((label) => [label.split(':')[0] ?? '', label.split(/\n|: /).at(-1) ?? '']);
      const wanted = drawn.map((each) => [
        `${shown(each.from)} → ${shown(each.to)}`,
        each.sites.map(short).join(', '),
      ]);
      expect(told.map(String).sort()).toEqual(wanted.map(String).sort());
      await page.locator('.tab', { hasText: 'Lifecycle' }).first().click();
      await editor.screenshot('lifecycle-panel');
    });

    it('keeps its strict policy', async () => {
      const { frame } = await editor.frame('.frame .picture svg', PATIENCE);
      const policy =
        (await frame.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content')) ?? '';
      expect(policy).toMatch(
        /^default-src 'none'; script-src 'nonce-[0-9a-f]{32}'; style-src [^;]+ 'unsafe-inline'; img-src data:; font-src [^;']*('self')?[^;]*$/,
      );
      const about = (): readonly string[] =>
        editor.log.filter((line) => /content security policy/i.test(line) && line.includes("'nonce-"));
      expect(about()).toEqual([]);
      // The policy is in force, and a breach would have been seen above: an inline script does not run.
      await frame.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'document.title = "breach";';
        document.body.append(script);
        script.remove();
      });
      await expect.poll(() => about().length, { timeout: PATIENCE }).toBeGreaterThan(0);
      expect(await frame.evaluate(() => document.title)).not.toBe('breach');
    });

    it('opens the code of a state and of a transition', async () => {
      const { page } = editor;
      const { frame } = await editor.frame('.frame .picture svg', PATIENCE);
      const svg = frame.locator('.frame .picture svg');
      for (const state of json.states) {
        await svg.getByRole('button', { name: `${state.name}: ${short(state)}`, exact: true }).click();
        await atLine(page, 'conn.py', state.line);
      }
      const single = json.transitions.find(
        (each) => each.class !== 'interleaving' && each.sites.length === 1,
      );
      const many = json.transitions.find((each) => each.class !== 'interleaving' && each.sites.length > 1);
      if (single === undefined || many === undefined) throw new Error('the demo has both');
      const edge = (each: typeof single): string => `${shown(each.from)} → ${shown(each.to)}: `;
      await svg.locator(`g.label.clickable[aria-label^="${edge(single)}"]`).click();
      await atLine(page, 'conn.py', single.sites[0]?.line ?? 0);
      // Of several places one is chosen.
      await svg.locator(`path.hit[aria-label^="${edge(many)}"]`).press('Enter');
      await quickInput(page).waitFor({ timeout: PATIENCE });
      const rows = page.locator('.quick-input-list .monaco-list-row');
      await expect.poll(() => rows.count()).toBe(many.sites.length);
      await rows.nth(1).click();
      await atLine(page, 'conn.py', many.sites[1]?.line ?? 0);
    });

    it('lists hazards with the steps of their witness', async () => {
      const { page } = editor;
      const { frame } = await editor.frame('.frame .picture svg', PATIENCE);
      const hazards = frame.locator('.hazards > li');
      expect(await hazards.count()).toBe(json.hazards.length);
      const steps = await hazards.evaluateAll((items) =>
        items.map((item) => item.querySelectorAll('tbody tr').length),
      );
      expect(steps).toEqual(json.hazards.map((hazard) => hazard.witness.length));
      const stuck = hazards
        .filter({ hasText: 'H1' })
        .filter({ hasText: 'transfer_worker writes Transferring' });
      const place = stuck.first().locator('tbody tr').last().getByRole('button');
      const line = Number(/:(\d+)$/.exec(await place.innerText())?.[1]);
      expect(nixl[line - 1]).toContain('KVPoll.Transferring');
      await place.click();
      await atLine(page, 'conn.py', line);
      await hazards.first().scrollIntoViewIfNeeded();
      await editor.screenshot('lifecycle-hazards');
    });

    it('says the same in tables', async () => {
      const { frame } = await editor.frame('.frame .picture svg', PATIENCE);
      const rows = frame.locator('table[aria-label="Transitions"] tbody tr');
      const cells = await rows.evaluateAll((found) =>
        found.map((row) => [...row.querySelectorAll('td')].slice(0, 2).map((cell) => cell.textContent)),
      );
      const drawn = json.transitions.filter((each) => each.class !== 'interleaving');
      const key = (pair: readonly (string | null)[]): string => pair.join(' → ');
      expect(cells.map(key).sort()).toEqual(
        drawn.map((each) => key([shown(each.from), shown(each.to)])).sort(),
      );
      // Every site is told in full to who does not see the file named before it.
      const sites = await rows.evaluateAll((found) =>
        found.flatMap((row) =>
          [...row.querySelectorAll('button')].map(
            (button) => button.getAttribute('aria-label') ?? button.textContent,
          ),
        ),
      );
      expect([...sites].sort()).toEqual(drawn.flatMap((each) => each.sites.map(short)).sort());
      const states = await frame.locator('table[aria-label="States"] tbody td:first-child').allInnerTexts();
      expect(states).toEqual([...json.states.map((state) => state.name), '∅']);
      const heads = await frame
        .locator('table[aria-label="Transitions"] thead th[scope=col]')
        .allInnerTexts();
      expect(heads).toEqual(['From', 'To', 'How sure', 'Role', 'Where']);
      await frame.locator('table[aria-label="Transitions"]').scrollIntoViewIfNeeded();
      await editor.screenshot('lifecycle-tables');
    });

    it('shows the transitions of one role', async () => {
      const { frame } = await editor.frame('.frame .picture svg', PATIENCE);
      const drawn = json.transitions.filter((each) => each.class !== 'interleaving');
      const roles = frame.locator('.filters fieldset').first();
      for (const box of await roles.locator('label').all())
        if (!(await box.innerText()).startsWith('bootstrap_thread')) await box.locator('input').uncheck();
      const rows = frame.locator('table[aria-label="Transitions"] tbody tr');
      const others = async (): Promise<number> =>
        (await rows.locator('td:nth-child(4)').allInnerTexts()).filter(
          (told) => !told.includes('bootstrap_thread'),
        ).length;
      await expect.poll(others, { timeout: PATIENCE }).toBe(0);
      const left = await rows.count();
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan(drawn.length);
      await expect.poll(() => frame.locator('.frame path.hit').count(), { timeout: PATIENCE }).toBe(left);
      await editor.screenshot('lifecycle-filtered');
      await frame.getByRole('button', { name: 'Reset', exact: true }).click();
      await expect
        .poll(() => frame.locator('.frame path.hit').count(), { timeout: PATIENCE })
        .toBe(drawn.length);
    });

    it('lights a hazard up step by step: the editor follows, the focus stays in the panel', async () => {
      const { page } = editor;
      const { frame } = await editor.frame('.frame .picture svg', PATIENCE);
      const places = await frame.locator('tr[data-step^="h0 "] td:last-child').allInnerTexts();
      expect(places.length).toBeGreaterThan(1);
      await frame.locator('.step-through').first().click();
      for (const index of places.keys()) {
        if (index > 0) await page.keyboard.press('n');
        await frame
          .locator('.step-count', { hasText: `Step ${index + 1} of ${places.length}` })
          .waitFor({ timeout: PATIENCE });
        // Had the editor taken the focus, the next key would not get here.
        expect(await frame.evaluate(() => document.activeElement?.textContent)).toBe('Next');
      }
      await editor.screenshot('lifecycle-step');
      // The status bar tells of the editor only when it is the active one.
      await page.locator('.tab', { hasText: 'conn.py' }).first().click();
      await atLine(page, 'conn.py', Number(places.at(-1)?.split(':').at(-1)));
    });

    it('comes back as it was when the window is reloaded', async () => {
      const { page } = editor;
      const { frame: before } = await editor.frame('.step-count', PATIENCE);
      const count = await before.locator('.step-count').innerText();
      const step = Number(/^Step (\d+) of \d+$/.exec(count)?.[1]);
      await before.locator('.filters fieldset').nth(1).getByLabel('possible').uncheck();
      await showTab(page, 'demo.sonde.md');
      await save(page);
      const stored = (): Promise<string> => storedByWorkbench(page);
      await expect.poll(stored, { timeout: PATIENCE }).toContain('"withoutClasses":["possible"]');
      expect(await stored()).toContain(`"stepping":{"hazard":"h0","step":${step - 1}}`);
      await page.reload();
      await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: PATIENCE });
      const { frame } = await editor.frame('.step-count', PATIENCE);
      await frame.locator('.step-count', { hasText: count }).waitFor({ timeout: PATIENCE });
      expect(await frame.locator('.filters fieldset').nth(1).getByLabel('possible').isChecked()).toBe(false);
    });
  });

  function demoFile(): string {
    return path.join(editor.userData, 'User', 'globalStorage', 'sonde.sonde', 'demo.sonde.md');
  }
});
