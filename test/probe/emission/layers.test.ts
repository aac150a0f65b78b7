import { spawn } from 'node:child_process';
import { chmodSync, chownSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { handshakeScript, type LayerAsk } from '../../../src/probe/emission/handshake.ts';
import {
  LAYERED_LAUNCHERS,
  layeredLauncher,
  layerOf,
  type LayerForm,
} from '../../../src/probe/emission/layers.ts';
import { GUARDED_SHELL_WORD, LAUNCHER, TOOL_FOLDERS } from '../../../src/probe/emission/launcher.ts';
import { FrameReader } from '../../../src/probe/run/frames.ts';
import { readFacts } from '../../../src/probe/run/handshake.ts';
import { checkProof, linesOf, type LayerAnswer } from '../../../src/probe/run/layer-proof.ts';
import { newNonce } from '../../../src/probe/run/nonce.ts';
import { newSetpriv } from '../../support/setpriv.ts';
import { makeFolder } from '../bench.ts';

const setpriv = await newSetpriv();
const isRoot = process.getuid?.() === 0;

/** A user without an account, and a folder of its own. */
const USER = 54_321;
const home = makeFolder();
if (isRoot) chownSync(home, USER, USER);

// bash as most systems that have it as /bin/sh start it: under that name.
const bashAsSh = join(makeFolder(), 'sh');
symlinkSync('/bin/bash', bashAsSh);

/** The new setpriv as one program. */
function wrapped(files: string): string {
  const program = join(makeFolder(), 'setpriv');
  const libraries = join(files, 'usr/lib/x86_64-linux-gnu');
  const words = [
    join(libraries, 'ld-linux-x86-64.so.2'),
    '--library-path',
    libraries,
    join(files, 'usr/bin/setpriv'),
  ];
  writeFileSync(program, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}

/** What a guarded shell of this kind answers to a handshake. */
async function shake(
  launcher: string,
  shell: string,
  ask: LayerAsk,
  asRoot: boolean,
  leads = true,
): Promise<LayerAnswer> {
  const nonce = newNonce();
  const command = launcher.replace(' /bin/sh -c ', ` ${shell} -c `);
  const child = spawn('/bin/dash', ['-c', command], {
    // Whether the command leads a process group, as with OpenSSH, or not, as with Dropbear.
    detached: leads,
    stdio: 'pipe',
    cwd: home,
    ...(asRoot ? {} : { uid: USER, gid: USER }),
  });
  const frames = new FrameReader(nonce, 1_000_000);
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      frames.pushOutput(chunk);
      if (frames.done) resolve();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      frames.pushErrors(chunk);
      if (frames.done) resolve();
    });
    child.on('close', () => resolve());
    child.stdin.on('error', () => undefined);
    child.stdin.write(handshakeScript(nonce, home, ask));
  });
  child.stdin.end();
  if (!frames.done) throw new Error(frames.noise + frames.complaint);
  const text = Buffer.from(frames.stdout()).toString();
  const facts = readFacts(text, '');
  expect(Buffer.from(frames.stderr()).toString()).toBe('');
  return { host: facts.host, root: facts.root ?? '', text };
}

describe('launchers of layers', () => {
  test('are constants: one for each form and folder, none like another', () => {
    expect(LAYERED_LAUNCHERS).toHaveLength(4 * TOOL_FOLDERS.length);
    expect(new Set([...LAYERED_LAUNCHERS, LAUNCHER]).size).toBe(LAYERED_LAUNCHERS.length + 1);
    for (const launcher of LAYERED_LAUNCHERS) {
      expect(launcher).not.toMatch(/[\n\r]/);
      expect(launcher.startsWith('exec /usr/bin/env -i /')).toBe(true);
      // The same shell as without a layer.
      expect(launcher.endsWith(` /bin/sh -c ${GUARDED_SHELL_WORD}`)).toBe(true);
    }
  });

  test('name an absolute tool, and nothing of a host', () => {
    const words = (form: LayerForm): string =>
      layeredLauncher({ form, folder: '/usr/bin' }).slice(0, -GUARDED_SHELL_WORD.length);
    expect(words('bwrap')).toContain(' /usr/bin/bwrap --ro-bind / / ');
    expect(words('bwrap')).toContain(' --unshare-all ');
    expect(words('bwrap-root')).not.toContain('--unshare-user');
    expect(words('bwrap-root')).toContain(' --cap-drop ALL --cap-add CAP_DAC_READ_SEARCH ');
    expect(words('landlock')).toContain(' /usr/bin/setpriv --no-new-privs --landlock-access fs ');
    expect(words('landlock-setsid')).toContain(' -- /usr/bin/setsid /bin/sh ');
    expect((['bwrap', 'bwrap-root', 'landlock', 'landlock-setsid'] as const).map(layerOf)).toEqual([
      ...['bwrap', 'bwrap', 'landlock', 'landlock'],
    ]);
  });
});

describe.runIf(isRoot).each(['/bin/dash', bashAsSh, '/bin/busybox sh'])('under %s', (shell) => {
  test.each([true, false])('the questions are answered, as root: %s', async (asRoot) => {
    const { text, root } = await shake(LAUNCHER, shell, { kind: 'questions' }, asRoot);
    expect(root).toBe(home);
    expect(linesOf(text, 'U')).toEqual([asRoot ? '0' : String(USER)]);
    for (const name of ['net', 'pid'])
      expect(linesOf(text, `N:${name}`)[0]).toMatch(new RegExp(`^${name}:\\[\\d+\\]$`));
    // The home and the root are the same folder here; /tmp is somebody else's to a user.
    expect(linesOf(text, 'W').includes(home)).toBe(!asRoot);
    expect(linesOf(text, 'W').includes('/tmp')).toBe(asRoot);
    expect(linesOf(text, 'L')).toContainEqual(expect.stringMatching(/^bwrap:\/usr\/bin:bubblewrap [0-9.]+$/));
  });

  test('without questions no tool is started', async () => {
    const { text } = await shake(LAUNCHER, shell, { kind: 'nothing' }, false);
    expect(linesOf(text, 'L')).toContainEqual('bwrap:/usr/bin:');
    for (const key of ['U', 'N:net', 'W']) expect(linesOf(text, key)).toEqual([]);
  });

  const forms: readonly (readonly [LayerForm, boolean])[] = [
    ['bwrap', false],
    ['bwrap-root', true],
    ...(setpriv === undefined
      ? []
      : ([
          ['landlock', false],
          ['landlock', true],
          ['landlock-setsid', false],
        ] as const)),
  ];
  test.each(forms)('the proof of %s holds, as root: %s', async (form, asRoot) => {
    const plain = await shake(LAUNCHER, shell, { kind: 'questions' }, asRoot);
    const isBwrap = layerOf(form) === 'bwrap';
    const own = layeredLauncher({ form, folder: '/usr/bin' });
    const launcher =
      isBwrap || setpriv === undefined ? own : own.replace('/usr/bin/setpriv', wrapped(setpriv));
    const inside = await shake(launcher, shell, { kind: 'proof', form }, asRoot, form !== 'landlock-setsid');
    expect(checkProof(form, plain, inside)).toBeUndefined();
  });

  test.each(['bwrap', 'landlock'] as const)('without a layer the proof of %s fails', async (form) => {
    const plain = await shake(LAUNCHER, shell, { kind: 'questions' }, false);
    const outside = await shake(LAUNCHER, shell, { kind: 'proof', form }, false);
    expect(checkProof(form, plain, outside)).toEqual({
      code: 'not-proved',
      part: 'create',
      seen: `${home}: Operation not permitted`,
    });
  });
});
