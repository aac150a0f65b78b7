import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absolutePath, normalPath, relativePath } from '../../../src/extension/files/paths.ts';
import { splitPlace } from '../../../src/extension/files/place.ts';

describe('paths on a target', () => {
  it('start at the root unless they are absolute', () => {
    expect(absolutePath('/srv/app', 'src/a.py')).toBe('/srv/app/src/a.py');
    expect(absolutePath('/srv/app/', './src//a.py')).toBe('/srv/app/src/a.py');
    expect(absolutePath('/srv/app', '/etc/hosts')).toBe('/etc/hosts');
    expect(absolutePath('/', 'a')).toBe('/a');
  });

  it('do not climb above the file system', () => {
    expect(normalPath('/../../etc/./passwd')).toBe('/etc/passwd');
    expect(absolutePath('/srv', '../etc/passwd')).toBe('/etc/passwd');
  });

  it('are relative only below the root', () => {
    expect(relativePath('/srv/app', '/srv/app/a/b')).toBe('a/b');
    expect(relativePath('/srv/app', '/srv/app')).toBe('');
    expect(relativePath('/srv/app', '/srv/application/a')).toBeNull();
    expect(relativePath('/srv/app', '/srv/app/../x')).toBeNull();
    expect(relativePath('/', '/etc')).toBe('etc');
  });

  it('come back from their relative form', () => {
    const name = fc.stringMatching(/^[a-z0-9_.-]{1,8}$/).filter((text) => text !== '.' && text !== '..');
    const names = fc.array(name, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(names, names, (root, path) => {
        const base = `/${root.join('/')}`;
        const relative = path.join('/');
        expect(relativePath(base, absolutePath(base, relative))).toBe(relative);
      }),
    );
  });
});

describe('a typed place', () => {
  it('is a path, and perhaps a line', () => {
    expect(splitPlace('src/a.py')).toEqual({ file: 'src/a.py', line: 1 });
    expect(splitPlace(' src/a.py:507 ')).toEqual({ file: 'src/a.py', line: 507 });
    expect(splitPlace('src/a.py:507:9')).toEqual({ file: 'src/a.py', line: 507 });
    expect(splitPlace('src/a.py:507:')).toEqual({ file: 'src/a.py', line: 507 });
    expect(splitPlace('src/a.py:0')).toEqual({ file: 'src/a.py:0', line: 1 });
    expect(splitPlace('  ')).toBeUndefined();
  });
});
