import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestUser } from '../../support/users.ts';
import { lock, makeSpecialFiles, writeFiles } from './files.ts';
import {
  makeAlternate,
  makeBare,
  makeFiltered,
  makeHangs,
  makeMoved,
  makePartial,
  makeRepository,
  makeSplit,
} from './repositories.ts';

/** What the file behind the links holds: no probe may print it. */
export const SECRET = 'secret-behind-a-link';

/** A tree of a test user in which everything is hostile. */
export interface HostileTree {
  readonly root: string;
  readonly vault: string;
  /** Where programs that ran leave the file `ran-NAME`. */
  readonly tools: string;
  /** Folders in which nothing may change. */
  readonly watched: readonly string[];
  /** Device files in it; empty where this machine lets none be made. */
  readonly devices: readonly string[];
  /** Absolute paths of its FIFOs, its socket, its devices and the key. */
  readonly closed: ReadonlySet<string>;
}

/** Makes the tree in the user's home, and a folder with a key in `vault`; both belong to the user. */
export function makeHostileTree(user: TestUser, vault: string): HostileTree {
  const base = join(user.home, 'base');
  const root = join(base, 'tree');
  const tools = join(base, 'tools');
  for (const folder of [vault, join(user.home, 'notes'), tools, root]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(vault, 'id_ed25519'), `${SECRET}\n`);
  writeFileSync(join(user.home, 'notes/n.txt'), 'update\n');
  const program = programs(tools);
  writeFiles(root);
  makeRepository(root, program);
  makeFiltered(join(root, 'filtered'), program);
  makePartial(join(root, 'partial'), program, 'ext');
  makePartial(join(root, 'partial-ssh'), program, 'ssh');
  makeBare(root, program);
  makeAlternate(root, program);
  makeSplit(join(root, 'split'));
  makeMoved(join(root, 'moved'), vault);
  makeHangs(join(base, 'hangs'));
  const { devices } = makeSpecialFiles(root, vault);
  program('open');
  const lfs = program('lfs');
  writeFileSync(
    join(user.home, '.gitconfig'),
    [
      `[user]\n\tname = n\n\temail = n@example.org`,
      `[filter "lfs"]\n\tclean = ${lfs}\n\tprocess = ${lfs}\n\trequired = true`,
      `[trace2]\n\tnormalTarget = ${tools}/ran-trace2\n\teventTarget = ${tools}/ran-trace2-event`,
      `\tperfTarget = ${tools}/ran-trace2-perf\n`,
    ].join('\n'),
  );
  writeFileSync(join(user.home, '.ripgreprc'), `--pre=${program('rg-pre')}\n`);
  execFileSync('chown', ['-hR', `${user.name}:`, user.home, vault]);
  lock(root);
  const special = ['-type', 'p', '-o', '-type', 's', '-o', '-type', 'c', '-o', '-type', 'b'];
  const closed = execFileSync('find', [user.home, '(', ...special, ')', '-print0'], { encoding: 'utf8' });
  return {
    root,
    vault,
    tools,
    watched: [user.home, vault],
    devices,
    closed: new Set([join(vault, 'id_ed25519'), ...closed.split('\0')]),
  };
}

/** Bytes of files whose content goes into a snapshot; what is longer counts by its size, blocks and times. */
const DIGESTED = 16 * 1024 * 1024;

/** Everything that could change: kinds, modes, sizes, blocks, owners, times, targets of links, contents. */
export function snapshot(folders: readonly string[]): string {
  const format = '%p %y %m %u:%g %s %b %n %T@ %C@ %l\\0';
  const digested = ['-type', 'f', '-size', `-${DIGESTED}c`, '-exec', 'sha256sum', '-z', '{}', '+'];
  // One reading for both, so that a name cannot be missed by one of them.
  const names = execFileSync('find', [...folders, '-printf', format], { encoding: 'latin1', maxBuffer: 1e8 });
  const sums = execFileSync('find', [...folders, ...digested], { encoding: 'latin1', maxBuffer: 1e8 });
  return `${names}${sums}`.split('\0').sort().join('\n');
}

/** The same without the times of the shared part of a split index, which git renews even when it only reads. */
export function withoutSharedIndexTimes(snapshotted: string): string {
  return snapshotted.replaceAll(/^(.*\/sharedindex\.[0-9a-f]{40} f .*) [0-9.]+ [0-9.]+ $/gm, '$1');
}

/** Makes programs that leave a file behind when they run. */
function programs(folder: string): (name: string) => string {
  return (name) => {
    const file = join(folder, name);
    const text = `#!/bin/sh\n: > '${folder}/ran-${name}'\n[ -f "$1" ] && cat "$1"\nexit 0\n`;
    writeFileSync(file, text, { mode: 0o755 });
    return file;
  };
}
