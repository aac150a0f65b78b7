import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINE_FOLDERS } from '../../src/probe/emission/container.ts';
import { createLedger, openProber, type Ledger, type Prober } from '../../src/probe/index.ts';
import { parseTarget } from '../../src/transport/index.ts';
import { createConnector } from '../../src/transport/node/index.ts';
import { value } from './channels.ts';
import { startContainers } from './containers.ts';
import { addProgram } from './jail.ts';
import { noPrompts } from './prompts.ts';

const UUTILS = '/usr/lib/cargo/bin/coreutils';
const engine = (['podman', 'docker'] as const).find(
  (name) => !ENGINE_FOLDERS.some((folder) => existsSync(join(folder, name))),
);

/** Whether the userlands can be started here: by root, with a name of an engine that no real one has. */
export const userlandsRun = process.getuid?.() === 0 && engine !== undefined;

/** A host of one userland. */
export type UserlandName = 'gnu' | 'busybox' | 'uutils' | 'toybox';

/** Hosts that differ in their tools alone: roots of their own, and this machine with GNU's. */
export interface Userlands {
  /** The folder with the files on this machine; on the others it is /srv. */
  readonly folder: string;
  open(name: UserlandName): Promise<{ readonly prober: Prober; readonly ledger: Ledger }>;
  stop(): Promise<void>;
}

/** Starts busybox, toybox, and the coreutils in Rust beside GNU's other tools. `fill` makes the files of each. */
export async function startUserlands(fill: (folder: string) => void): Promise<Userlands> {
  const home = mkdtempSync(join(tmpdir(), 'sonde-userlands-'));
  const folder = join(home, 'srv');
  const srv = (jail: string): void => {
    rmSync(join(jail, 'srv'), { recursive: true });
    mkdirSync(join(jail, 'srv'));
    fill(join(jail, 'srv'));
  };
  const both = (change: (jail: string) => void) => (jail: string) => {
    change(jail);
    srv(jail);
  };
  mkdirSync(folder);
  fill(folder);
  const containers = await startContainers({
    busybox: { make: both(accounts) },
    toybox: { make: both(toybox) },
    uutils: { make: both(uutils), group: true },
  });
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin', engine ?? 'podman'), containers.client, { mode: 0o755 });
  const cleanups: (() => void)[] = [];
  return {
    folder,
    async open(name) {
      const connector = createConnector({ trustStoreFile: join(home, 'trust'), homeFolder: home });
      const target = name === 'gnu' ? folder : `${engine ?? 'podman'}=${name}:/srv`;
      const transport = value(await connector.connect(value(parseTarget(target)), { prompts: noPrompts }));
      const ledger = createLedger();
      const prober = value(await openProber(transport, { ledger }));
      cleanups.push(() => {
        prober.dispose();
        transport.dispose();
      });
      return { prober, ledger };
    },
    async stop() {
      for (const cleanup of cleanups) cleanup();
      await containers.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Takes busybox out of a container; dash is its shell. */
function bare(jail: string): void {
  rmSync(join(jail, 'bin'), { recursive: true });
  rmSync(join(jail, 'usr/bin/env'));
  mkdirSync(join(jail, 'bin'));
  addProgram(jail, '/bin/dash', 'sh');
  accounts(jail);
}

function accounts(jail: string): void {
  mkdirSync(join(jail, 'etc'));
  for (const name of ['passwd', 'group']) execFileSync('cp', [join('/etc', name), join(jail, 'etc')]);
}

function toybox(jail: string): void {
  bare(jail);
  addProgram(jail, '/usr/bin/toybox', 'toybox');
  for (const name of execFileSync('/usr/bin/toybox', { encoding: 'utf8' }).split(/\s+/))
    if (name !== '' && !existsSync(join(jail, 'bin', name))) symlinkSync('toybox', join(jail, 'bin', name));
  symlinkSync('/bin/toybox', join(jail, 'usr/bin/env'));
}

/** As distributions have it that replaced the coreutils alone. */
function uutils(jail: string): void {
  bare(jail);
  addProgram(jail, '/usr/bin/coreutils', 'coreutils');
  for (const name of readdirSync(UUTILS)) symlinkSync('coreutils', join(jail, 'bin', name));
  for (const name of ['grep', 'sed', 'find', 'xargs']) addProgram(jail, `/usr/bin/${name}`, name);
  symlinkSync('/bin/coreutils', join(jail, 'usr/bin/env'));
  // Its env starts a second process, which leads no group by itself.
  addProgram(jail, '/usr/bin/setsid', '../usr/bin/setsid');
}
