import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  ENGINE_FOLDERS,
  engineScript,
  insideLauncher,
  isEnginePath,
} from '../../../src/probe/emission/container.ts';
import {
  inlineCommand,
  LAUNCHER,
  SETSID_LAUNCHER,
  testedLauncher,
} from '../../../src/probe/emission/launcher.ts';
import { layeredLauncher } from '../../../src/probe/emission/layers.ts';
import { inside } from '../../../src/probe/policy.ts';
import { loginShells } from '../../support/login-shells.ts';

const folder = mkdtempSync(join(tmpdir(), 'sonde-engine-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const entry = { container: { engine: 'docker', name: 'web-1.x' }, program: '/usr/bin/docker' } as const;

describe('the launcher of a container', () => {
  test('is the same launcher behind docker exec', () => {
    for (const launcher of [
      LAUNCHER,
      SETSID_LAUNCHER,
      testedLauncher(LAUNCHER),
      layeredLauncher({ form: 'bwrap', folder: '/usr/bin' }),
    ]) {
      expect(insideLauncher(entry, launcher)).toBe(
        `exec /usr/bin/docker exec -i -- web-1.x ${launcher.replace(/^exec /, '')}`,
      );
    }
    expect(inside(undefined, 'plain')).toBe('plain');
    expect(inside(entry, 'setsid')).toEqual({ entry, kind: 'setsid' });
  });

  test('takes whole scripts as any other', () => {
    const command = inlineCommand(insideLauncher(entry, LAUNCHER), 'kill -KILL $i; echo x &\n');
    expect(command).toMatch(
      /^exec \/usr\/bin\/docker exec -i -- web-1\.x \/usr\/bin\/env -i \/bin\/sh -c 'm\(\) \{ /,
    );
    expect(command).not.toContain('read -r l');
  });

  test.each(['-v', '', 'a b', 'a;b', '$x', "a'b", 'a\nb', '.a', '_a', 'a/b', 'é'])(
    'not for a name like %j',
    (name) => {
      expect(() => insideLauncher({ ...entry, container: { engine: 'docker', name } }, LAUNCHER)).toThrow();
    },
  );

  test.each([
    'docker',
    './docker',
    '/a b/docker',
    '/a/$x',
    '/a/docker;',
    '/',
    '',
    '/a//b',
    '/a/docker\n',
    "/a'/d",
  ])('not for a program like %j', (program) => {
    expect(isEnginePath(program)).toBe(false);
    expect(() => insideLauncher({ ...entry, program }, LAUNCHER)).toThrow();
  });

  test('not for what is no launcher of ours', () => {
    expect(() => insideLauncher(entry, 'rm -rf /')).toThrow();
  });

  test.each(loginShells().filter(({ program }) => program !== undefined))(
    '$name hands every word on as it is',
    ({ program }) => {
      const engine = join(folder, 'docker');
      writeFileSync(engine, '#!/bin/sh\nprintf "%s\\n" "$@"\n');
      chmodSync(engine, 0o755);
      const own = insideLauncher({ ...entry, program: engine }, LAUNCHER);
      const out = execFileSync(program ?? '', ['-c', own], { encoding: 'utf8' });
      const words = out.split('\n');
      expect(words.slice(0, 8)).toEqual([
        'exec',
        '-i',
        '--',
        'web-1.x',
        '/usr/bin/env',
        '-i',
        '/bin/sh',
        '-c',
      ]);
      // The constant, unquoted: what /bin/sh itself makes of the same word.
      const plain = execFileSync('/bin/sh', [
        '-c',
        LAUNCHER.replace('exec /usr/bin/env -i /bin/sh -c', 'printf %s'),
      ]);
      expect(words.slice(8, -1).join('\n')).toBe(plain.toString());
    },
  );
});

describe('the question where the program is', () => {
  const nonce = '0'.repeat(32);
  /** Asked in any folder, as by an account of that home. */
  const ask = (home: string, folders: string, cwd = home): string => {
    const script = engineScript(nonce, 'docker')
      .replace(ENGINE_FOLDERS.join(' '), folders)
      .replace('cd -P -- ~$u', `cd -P -- ${home}`);
    return execFileSync(
      '/bin/sh',
      ['-c', `i=; kill() { :; }; sleep() { :; }; n='\n'; a=4711; ${script} wait`],
      { encoding: 'utf8', cwd, stdio: ['ignore', 'pipe', 'ignore'] },
    );
  };

  test('the first folder that has it wins; what cannot be run does not count; the home comes last', () => {
    for (const name of ['a', 'b', 'c', 'home/bin', 'home/.local/bin', 'c/docker'])
      mkdirSync(join(folder, name), { recursive: true });
    const home = join(folder, 'home');
    const answer = (folders: readonly string[]): string | undefined =>
      /^D:(.*)$/m.exec(ask(home, folders.map((name) => join(folder, name)).join(' ')))?.[1];
    expect(answer(['a', 'b', 'c'])).toBeUndefined();
    writeFileSync(join(home, '.local/bin/docker'), '', { mode: 0o755 });
    expect(answer(['a', 'b', 'c'])).toBe(join(home, '.local/bin/docker'));
    writeFileSync(join(home, 'bin/docker'), '', { mode: 0o755 });
    expect(answer(['a', 'b', 'c'])).toBe(join(home, 'bin/docker'));
    writeFileSync(join(folder, 'a/docker'), '', { mode: 0o644 });
    writeFileSync(join(folder, 'b/docker'), '', { mode: 0o755 });
    expect(answer(['a', 'b', 'c'])).toBe(join(folder, 'b/docker'));
  }, 20_000);

  test('a folder that a start file went to is not the home: a project may hold a program of that name', () => {
    const [home, project] = ['no-home', 'project'].map((name) => join(folder, name));
    mkdirSync(home ?? '');
    mkdirSync(join(project ?? '', 'bin'), { recursive: true });
    writeFileSync(join(project ?? '', 'bin/docker'), '', { mode: 0o755 });
    expect(ask(home ?? '', join(folder, 'none'), project)).not.toContain('D:');
    expect(ask('/no/such/home', join(folder, 'none'), project)).not.toContain('D:');
  }, 20_000);

  test('starts nothing of the engine', () => {
    expect(engineScript(nonce, 'podman')).not.toMatch(/"\$d\/podman" (?!\])/);
  });
});
