import { expect, test } from 'vitest';
import { findShell } from '../../../src/transport/node/shell.ts';
import { error, value } from '../../support/channels.ts';

test('the POSIX shell is /bin/sh', () => {
  expect(value(findShell({}, process.platform))).toBe('/bin/sh');
  expect(error(findShell({}, 'linux', () => false))).toEqual({ code: 'no-shell', detail: '/bin/sh' });
});

test('on Windows it is that of Git for Windows, wherever that is installed', () => {
  const environment = { ProgramFiles: '/programs', LOCALAPPDATA: '/local' };
  const found = (place: string): string =>
    value(findShell(environment, 'win32', (file) => file.startsWith(place)));
  expect(found('/programs/Git')).toBe('/programs/Git/bin/sh.exe');
  expect(found('/programs/Git/usr')).toBe('/programs/Git/usr/bin/sh.exe');
  expect(found('/local/Programs')).toBe('/local/Programs/Git/bin/sh.exe');
  expect(error(findShell(environment, 'win32', () => false)).detail).toContain('/local/Programs/Git');
  expect(error(findShell({}, 'win32', () => true)).code).toBe('no-shell');
});
