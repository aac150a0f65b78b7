import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runSonde } from './run-cli.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sonde-cli-sandbox-'));
writeFileSync(path.join(folder, 'a.txt'), 'alpha\n');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Reported {
  readonly name: string;
  readonly state: string;
  readonly detail?: string;
}

async function layers(...options: readonly string[]): Promise<readonly Reported[]> {
  const { status, stdout } = await runSonde(['probe', folder, '--json', ...options, '--', 'cat a.txt']);
  expect(status).toBe(0);
  const report = JSON.parse(stdout) as { readonly stdout: string; readonly layers: readonly Reported[] };
  expect(report.stdout).toBe('alpha\n');
  return report.layers;
}

/** This machine has a bwrap; whether it works here, the proof says. */
const hasBwrap = existsSync('/usr/bin/bwrap');

describe('sonde probe --sandbox', () => {
  it('reports every layer, the most trusted first', async () => {
    const found = await layers();
    expect(found.map(({ name }) => name)).toEqual([
      ...['policy', 'canonical', 'guarded-shell', 'limits', 'bwrap', 'landlock'],
    ]);
    for (const { state } of found.slice(0, 4)) expect(state).toBe('active');
    for (const { name, state, detail } of found.slice(4))
      if (state !== 'active') expect(detail).toMatch(name === 'bwrap' ? /^bwrap: / : /^Landlock: /);
  });

  it('off uses none', async () => {
    const [bwrap, landlock] = (await layers('--sandbox', 'off')).slice(4);
    expect(bwrap?.state).toBe(hasBwrap ? 'available' : 'absent');
    expect(landlock?.state).not.toBe('active');
  });

  it('required takes a host with one, and refuses one without', async () => {
    const works = (await layers()).slice(4).some(({ state }) => state === 'active');
    const args = ['probe', folder, '--json', '--sandbox=required', '--', 'cat a.txt'];
    const { status, stderr } = await runSonde(args);
    expect(status).toBe(works ? 0 : 2);
    if (!works) expect(stderr).toMatch(/^sonde: The sandbox is required/);
  });

  it('names the values that there are', async () => {
    const { status, stderr } = await runSonde(['probe', folder, '--sandbox', 'on', '--', 'ls']);
    expect(status).toBe(2);
    expect(stderr).toContain('auto, off, required');
    expect((await runSonde(['probe', '--help'])).stdout).toContain('--sandbox auto|off|required');
  });
});
