import { describe, expect, it } from 'vitest';
import { languageOf } from '../../src/source/index.ts';
import {
  foldersUpward,
  folderOf,
  isBelow,
  isPseudo,
  joinPath,
  nameOf,
  normalisePath,
} from '../../src/source/paths.ts';

describe('paths', () => {
  it.each([
    ['a/b.py', 'a/b.py'],
    ['./a//b/', 'a/b'],
    ['a/../b', 'b'],
    ['', ''],
    ['.', ''],
    ['a/..', ''],
  ])('%j is %j', (path, expected) => {
    expect(normalisePath(path)).toEqual({ ok: true, value: expected });
  });

  it.each([
    ['..', 'outside-root'],
    ['a/../../b', 'outside-root'],
    ['/etc/passwd', 'outside-root'],
    ['a\0b', 'control-character'],
    ['a\nb', 'control-character'],
    ['a\x7fb', 'control-character'],
  ])('%j is refused: %s', (path, rule) => {
    expect(normalisePath(path)).toEqual({ ok: false, error: rule });
  });

  it('are taken apart and joined', () => {
    expect([folderOf('a/b/c.py'), folderOf('c.py'), nameOf('a/b/c.py'), nameOf('c.py')]).toEqual([
      'a/b',
      '',
      'c.py',
      'c.py',
    ]);
    expect(joinPath('', 'a', '', 'b')).toBe('a/b');
    expect(foldersUpward('a/b')).toEqual(['a/b', 'a', '']);
    expect(foldersUpward('')).toEqual(['']);
  });

  it('below /dev, /proc and /sys are told from names that begin alike', () => {
    expect(['/proc', '/proc/1/mem', '//dev/null', '/sys/x'].map(isPseudo)).toEqual([true, true, true, true]);
    expect(['/process/a', '/home/proc/a', '/', '/developer'].map(isPseudo)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('below a root are told from those beside it', () => {
    expect(['/r', '/r/a', '/r/'].map((path) => isBelow(path, '/r'))).toEqual([true, true, true]);
    expect(['/ra', '/', '/q'].map((path) => isBelow(path, '/r'))).toEqual([false, false, false]);
    expect([isBelow('/a/b', '/'), isBelow('/r/a', '/r/')]).toEqual([true, true]);
  });
});

describe('languages', () => {
  it.each([
    ['a/b.py', 'python'],
    ['B.PYI', 'python'],
    ['Dockerfile', 'dockerfile'],
    ['x/Makefile', 'makefile'],
    ['.gitignore', 'text'],
    ['README', 'text'],
    ['a.constructor', 'text'],
    ['a.yml', 'yaml'],
    ['kernel.cu', 'cuda'],
  ])('of %s is %s', (path, language) => {
    expect(languageOf(path)).toBe(language);
  });
});
