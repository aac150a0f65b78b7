import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startEditor, vsix } from '../editor/support/editor.ts';
import { note } from './measure.ts';

/** Milliseconds of activation that the workbench itself shows for an extension; NaN where it shows none. */
function activation(rows: readonly string[], name: string): number {
  const row = rows.find((text) => text.startsWith(name));
  return Number(/(\d+)\s*ms/.exec(row ?? '')?.[1] ?? Number.NaN);
}

it('activation of the extension, as the workbench shows it, and size of the package', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-bench-'));
  const editor = await startEditor({ folder });
  try {
    await editor.command('Sonde: Show Ledger');
    await editor.page.waitForTimeout(3000);
    await editor.command('Developer: Show Running Extensions');
    const list = editor.page.locator('.runtime-extensions-editor .monaco-list-row');
    await list.first().waitFor();
    const rows = await list.allInnerTexts();
    const own = activation(rows, 'Sonde\n');
    const git = activation(rows, 'Git\n');
    expect(rows.some((text) => text.startsWith('Sonde\n'))).toBe(true);
    note({
      what: 'activation, as the workbench shows it',
      figure: `${String(own)} ms`,
      reference: `the built-in git extension ${String(git)} ms`,
      ratio: own / git,
      aim: 'under 100 ms',
    });
    note({
      what: 'size of the package',
      figure: `${(statSync(vsix).size / 1e6).toFixed(2)} MB`,
      aim: 'under 5 MB',
    });
  } finally {
    await editor.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
