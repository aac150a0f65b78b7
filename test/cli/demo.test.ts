import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lifecycle } from '../../src/lifecycle/index.ts';
import { truth } from '../fixtures/demo/truth.ts';
import { measure, printMeasure } from '../support/measure.ts';
import { runSonde, type CliRun } from './run-cli.ts';

let folder: string;
let text: CliRun;
let json: CliRun;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-demo-test-'));
  const environment = { XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, TMPDIR: folder };
  await killWhileServing(environment);
  expect(copies()).toHaveLength(1);
  text = await runSonde(['demo'], { environment });
  json = await runSonde(['demo', '--json'], { environment });
});

const copies = (): readonly string[] => readdirSync(folder).filter((name) => name.startsWith('sonde-demo-'));

/** Starts a demo that serves, and kills it as the system does when memory is short: its copy is left. */
async function killWhileServing(environment: Readonly<Record<string, string>>): Promise<void> {
  const cli = join(import.meta.dirname, '../../dist/cli.cjs');
  const child = spawn(process.execPath, [cli, 'demo', '--serve'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface DemoJson {
  readonly probes: readonly { readonly id: string; readonly exit: number | null }[];
  readonly pins: readonly {
    readonly symbol: string;
    readonly file: string;
    readonly lines: readonly [number, number];
    readonly verdict: string;
  }[];
  readonly claims: readonly { readonly kind: string; readonly status: string }[];
  readonly lifecycles: readonly Lifecycle[];
}

describe('sonde demo', () => {
  it('runs from the host to the report, and leaves nothing behind', () => {
    expect({ status: text.status, stderr: text.stderr }).toMatchObject({ status: 0 });
    const report = /(\S+demo-report\.html)/.exec(text.stdout)?.[1] ?? '';
    expect(existsSync(report)).toBe(true);
    const html = readFileSync(report, 'utf8');
    expect(html).toContain("default-src 'none'");
    expect(html).toContain('<svg');
    expect(html).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
    // Nor what the one before it left, which was killed.
    expect(copies()).toEqual([]);
  });

  it('prints probes, pins, claims, the setter table, transitions and hazards', () => {
    for (const name of ['check_status', 'transfer_worker', 'bootstrap_thread', 'add_transfer_request'])
      expect(text.stdout).toMatch(new RegExp(`${name}\\s+disagg/nixl/conn\\.py:\\d+-\\d+`));
    expect(text.stdout).toMatch(/prefill\$ grep -n 'self\\.request_status'/);
    for (const kind of ['observation', 'deduction', 'assumption', 'hypothesis', 'question'])
      expect(text.stdout).toContain(kind);
    for (const rule of ['H1', 'H2', 'H4', 'H6', 'H7'])
      expect(text.stdout).toMatch(new RegExp(`\\b${rule}\\b`));
  });

  it('says the same as JSON, and it is the truth of the demo project', () => {
    expect(json.status).toBe(0);
    const result = JSON.parse(json.stdout) as DemoJson;
    expect(result.probes.filter(({ exit }) => exit !== 0)).toEqual([]);
    expect(result.pins.every(({ verdict }) => verdict === 'same')).toBe(true);
    const [lifecycle] = result.lifecycles;
    if (lifecycle === undefined) throw new Error('no lifecycle');
    const measured = measure(lifecycle, truth, new Set(['H1', 'H2', 'H4', 'H6', 'H7']));
    console.log(`demo\n${printMeasure(measured)}`);
    for (const part of ['core', 'cells', 'writes', 'removals', 'roles', 'hazards'] as const)
      expect(measured[part].faults).toEqual([]);
    expect(measured.falseHigh).toEqual([]);
  });
});
