import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEditor, type Editor } from './support/editor.ts';
import {
  PATIENCE,
  answer,
  atLine,
  codeLine,
  outputs,
  quickInput,
  save,
  showTab,
  showViews,
  viewRows,
} from './support/parts.ts';

const job = `import threading


class Phase:
    FAILED = 0
    WAITING = 1
    RUNNING = 2
    DONE = 3


class Desk:
    def __init__(self, queue):
        self.queue = queue
        self.phases = {}
        threading.Thread(target=self.worker).start()

    def finished(self, job):
        return self.phases.get(job) in (Phase.FAILED, Phase.DONE)

    def open(self, job):
        self.phases[job] = Phase.WAITING
        self.queue.put(job)

    def abort(self, job):
        self.phases[job] = Phase.FAILED

    def worker(self):
        while True:
            job = self.queue.get()
            self.phases[job] = Phase.RUNNING
            job.run()
            self.phases[job] = Phase.DONE
`;

const notebook = `---
sonde: 1
title: Jobs
targets:
  box:
---

# Jobs

\`\`\`lifecycle id=l1 on=box
states: Phase
\`\`\`
`;

/** One window for all: each test goes on where the one before it stopped. */
describe('lifecycles of remote code', () => {
  let folder: string;
  let editor: Editor;
  const file = (): string => path.join(folder, 'jobs.sonde.md');

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sonde-hazards-'));
    const project = path.join(folder, 'project');
    await mkdir(project);
    const git = (...words: readonly string[]): unknown =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: project });
    // Its first commit knows no abort.
    await writeFile(
      path.join(project, 'job.py'),
      job.replace('    def abort(self, job):\n        self.phases[job] = Phase.FAILED\n\n', ''),
    );
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'one');
    await writeFile(path.join(project, 'job.py'), job);
    git('commit', '-qam', 'two');
    const twin = path.join(folder, 'twin');
    await mkdir(twin);
    await writeFile(
      path.join(twin, 'job.py'),
      job.replace('self.phases[job] = Phase.DONE', 'self.phases[job] = Phase.FAILED'),
    );
    await writeFile(file(), notebook);
    await writeFile(path.join(folder, 'gone.sonde.md'), notebook.replaceAll('box', 'gone'));
    editor = await startEditor({
      folder,
      settings: { 'sonde.targets': { box: project, twin, gone: 'ssh://nobody@127.0.0.1:1/srv' } },
    });
  });

  afterAll(async () => {
    await editor.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The row of a quick pick that holds a text. */
  const pick = async (text: string): Promise<void> => {
    const row = editor.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
    await row.waitFor({ timeout: PATIENCE });
    await row.click();
  };

  it('are found below the root on demand, and opened', async () => {
    const { page } = editor;
    await showViews(page);
    await editor.command('Sonde: Find Lifecycles…');
    await pick('box');
    const row = viewRows(page, 'Lifecycles').filter({ hasText: 'Phase · phases' });
    await row.waitFor({ timeout: PATIENCE });
    expect(await row.innerText()).toContain('4 writes · job.py:14');
    await editor.screenshot('lifecycles-view');
    await row.click();
    await editor.frame('.picture svg', PATIENCE);
    await page.locator('.tab.active', { hasText: 'Desk.phases' }).waitFor({ timeout: PATIENCE });
    await page.keyboard.press('Control+W');
  });

  it('have their hazards marked in the file, with the steps of the witness', async () => {
    const { page } = editor;
    await editor.open('jobs.sonde.md');
    await page.getByRole('button', { name: 'Run All' }).first().click();
    await outputs(editor, '.lifecycle .picture');
    await editor.command('Sonde: Open Remote File…');
    const title = page.locator('.quick-input-title', { hasText: 'Open a File of box' });
    await title.waitFor({ timeout: PATIENCE });
    await answer(page, 'job.py:30');
    await atLine(page, 'job.py', 30);
    await page
      .locator('.editor-group-container.active .squiggly-error')
      .first()
      .waitFor({ timeout: PATIENCE });
    await editor.command('View: Focus Problems');
    const problems = page.locator('.markers-panel');
    const first = problems.locator('.monaco-list-row', {
      hasText: 'FAILED can be left again: Desk.worker writes RUNNING',
    });
    await first.first().waitFor({ timeout: PATIENCE });
    expect(await problems.innerText()).not.toContain('as the notebook keeps it');
    await editor.screenshot('hazards-problems');
    await page.keyboard.press('Control+J');
  });

  it('tell in a hover what a write takes part in', async () => {
    const { page } = editor;
    await codeLine(page, 'self.phases[job] = Phase.RUNNING').getByText('RUNNING').first().hover();
    const hover = page.locator('.monaco-hover:visible', { hasText: 'State RUNNING of Desk.phases' }).first();
    await hover.waitFor({ timeout: PATIENCE });
    const text = (await hover.innerText()).replaceAll('\u00a0', ' ');
    expect(text).toMatch(/WAITING +→ RUNNING +possible +worker/);
    expect(text).toContain('Written here, Desk.phases');
    expect(text).toContain('H1');
    await editor.screenshot('hazards-hover');
  });

  it('are called no hazard with a reason, which the notebook keeps, and undo takes back', async () => {
    const { page } = editor;
    await page.keyboard.press('Escape');
    await codeLine(page, 'self.phases[job] = Phase.RUNNING').click();
    // The editor offers no quick fixes in read-only files; the command is also in the context menu.
    await editor.command('Sonde: Not a Hazard Here…');
    await page
      .locator('.quick-input-title', { hasText: 'Why Is H1 in Desk.worker' })
      .waitFor({ timeout: PATIENCE });
    await quickInput(page).fill('abort is only called before open');
    await quickInput(page).press('Enter');
    await page
      .locator('.editor-group-container.active .squiggly-error')
      .first()
      .waitFor({ state: 'detached', timeout: PATIENCE });
    await editor.screenshot('hazards-accepted');
    await showTab(page, 'jobs.sonde.md');
    await save(page);
    const about = 'about: {from: FAILED, to: RUNNING}, code: "self.phases[job] = Phase.RUNNING"';
    const reason = 'reason: abort is only called before open';
    const entry = `  - {rule: H1, file: job.py, symbol: Desk.worker, ${about}, ${reason}}\n`;
    const kept = await readFile(file(), 'utf8');
    expect(kept).toContain(`states: Phase\naccepted:\n${entry}`);
    expect(kept).toContain('~~H1 high (high)~~ job.py:30');
    await page
      .locator('.notebookOverlay .markdown, .notebookOverlay .markup')
      .first()
      .waitFor({ timeout: PATIENCE });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Z');
    await page.locator('.tab.active.dirty').waitFor({ timeout: PATIENCE });
    await save(page);
    const back = await readFile(file(), 'utf8');
    expect(back).toContain('```lifecycle id=l1 on=box\nstates: Phase\n```\n');
    expect(back).not.toContain('abort is only called');
  });

  it('are compared with another commit and another target, by the quick pick', async () => {
    const { page } = editor;
    await editor.command('Sonde: Show Lifecycle');
    const { frame } = await editor.frame('.frame .picture svg', PATIENCE);
    const compare = frame.getByRole('button', { name: 'Compare…' });
    const changes = frame.locator('.changes');
    await compare.press('Enter');
    await pick('Another commit on box');
    await page
      .locator('.quick-input-widget', { hasText: 'A commit, branch or tag' })
      .waitFor({ timeout: PATIENCE });
    await answer(page, 'HEAD~1');
    await changes.waitFor({ timeout: PATIENCE });
    expect(await changes.innerText()).toMatch(/differences from box at HEAD~1 to box/);
    await frame
      .locator('.changes li.change-added', { hasText: 'WAITING → FAILED' })
      .waitFor({ timeout: PATIENCE });
    await frame
      .locator('.picture path.change-added')
      .first()
      .waitFor({ state: 'attached', timeout: PATIENCE });
    await page.locator('.tab.active', { hasText: 'box at HEAD~1 → box' }).waitFor({ timeout: PATIENCE });
    await editor.screenshot('compare-commit');
    await frame.getByRole('button', { name: 'End Comparison' }).press('Enter');
    await changes.waitFor({ state: 'detached', timeout: PATIENCE });
    await compare.press('Enter');
    await pick('The same question on twin');
    await changes.waitFor({ timeout: PATIENCE });
    expect(await changes.innerText()).toMatch(/differences from twin to box/);
    await frame.locator('.changes li', { hasText: 'RUNNING → DONE' }).first().waitFor({ timeout: PATIENCE });
    await editor.screenshot('compare-target');
    await frame.getByRole('button', { name: 'End Comparison' }).press('Enter');
    await changes.waitFor({ state: 'detached', timeout: PATIENCE });
  });

  it('are judged in the panel, which follows its cell', async () => {
    const { page } = editor;
    const { frame } = await editor.frame('.frame .picture svg', PATIENCE);
    const hazard = frame.locator('.hazards > li', { hasText: 'Desk.worker writes RUNNING' }).first();
    await hazard.locator('.judge').press('Enter');
    await page
      .locator('.quick-input-title', { hasText: 'Why Is H1 in Desk.worker' })
      .waitFor({ timeout: PATIENCE });
    await quickInput(page).fill('abort is only called before open');
    await quickInput(page).press('Enter');
    const reason = hazard.locator('.reason', { hasText: 'abort is only called before open' });
    await reason.waitFor({ timeout: PATIENCE });
    // It is one finding; what else that function does is a hazard still.
    expect(await frame.locator('.hazards .reason').count()).toBe(1);
    await editor.screenshot('panel-accepted');
    await frame.getByLabel(/^possible/).uncheck();
    await writeFile(
      path.join(folder, 'project', 'job.py'),
      job
        .replace('    RUNNING = 2\n', '    RUNNING = 2\n    PAUSED = 4\n')
        .replace(
          '            job.run()\n',
          '            self.phases[job] = Phase.PAUSED\n            job.run()\n',
        ),
    );
    await showTab(page, 'jobs.sonde.md');
    await page.getByRole('button', { name: 'Run All' }).first().click();
    // Nobody opened the panel again.
    await frame.locator('table[aria-label="States"]', { hasText: 'PAUSED' }).waitFor({ timeout: PATIENCE });
    expect(await frame.getByLabel(/^possible/).isChecked()).toBe(false);
    await reason.waitFor({ timeout: PATIENCE });
    await editor.screenshot('panel-followed');
    await save(page);
  });

  it('whose host cannot be reached let the cell end while the notice stands', async () => {
    const { page } = editor;
    await editor.open('gone.sonde.md');
    await page.getByRole('button', { name: 'Run All' }).first().click();
    const notice = page.locator('.notification-toast', { hasText: 'Not connected to gone' });
    await notice.waitFor({ timeout: PATIENCE });
    // Nobody answers the notice.
    await editor.frame('text=gone is not connected; nothing was run.', PATIENCE);
    await page.locator('.codicon-notebook-state-error').first().waitFor({ timeout: PATIENCE });
    await notice.getByRole('button', { name: 'Try Again' }).waitFor();
    await editor.screenshot('hazards-gone');
  });
});
