import { describe, expect, it } from 'vitest';
import { NAME_LIMIT, offer, placeOf } from '../../../src/extension/probe/place.ts';
import { completeAt, judge, type PathSlot } from '../../../src/probe/index.ts';
import type { DirectoryEntry } from '../../../src/transport/index.ts';

const HOST = { root: '/srv/app', home: '/home/u' };

function slot(marked: string): PathSlot {
  const { path } = completeAt(marked.replace('¦', ''), marked.indexOf('¦'));
  if (path === undefined) throw new Error(`no path at ${marked}`);
  return path;
}

describe('where a path leads while it is typed', () => {
  it.each([
    ['cat ¦', '/srv/app', '', ''],
    ['cat sr¦', '/srv/app', '', 'sr'],
    ['cat src/a¦', '/srv/app/src', 'src/', 'a'],
    ["cat 'my dir/a¦", '/srv/app/my dir', 'my dir/', 'a'],
    ['cat /etc/ho¦', '/etc', '/etc/', 'ho'],
    ['cat ../o¦', '/srv', '../', 'o'],
    ['cat ~/pro¦', '/home/u', '~/', 'pro'],
    ['cd src && cat a¦', '/srv/app/src', '', 'a'],
    ['cd ~/x && cat a/b¦', '/home/u/x/a', 'a/', 'b'],
    ['cd src && git -C sub blame f¦', '/srv/app/src/sub', '', 'f'],
    ['git -C ¦', '/srv/app', '', ''],
  ])('%s', (line, folder, front, prefix) => {
    expect(placeOf(slot(line), HOST)).toEqual({ folder, front, prefix });
  });

  it('is not known of wildcards and of the homes of others', () => {
    expect(placeOf(slot('cat src/*.p¦'), HOST)).toBeUndefined();
    expect(placeOf(slot("cat '~'¦"), HOST)).toBeUndefined();
  });
});

const ENTRIES: readonly DirectoryEntry[] = [
  { name: 'b.py', kind: 'file' },
  { name: 'a b.py', kind: 'file' },
  { name: 'sub', kind: 'directory' },
  { name: 'link', kind: 'symlink' },
  { name: '.env', kind: 'file' },
  { name: 'bad\nname', kind: 'file' },
  { name: '-n', kind: 'file' },
];

function names(marked: string): readonly string[] {
  const at = slot(marked);
  const place = placeOf(at, HOST);
  return place === undefined ? [] : offer(ENTRIES, place, at).paths.map(({ insert }) => insert);
}

describe('names that are offered', () => {
  it('are words of the line, folders first; names that no line may hold are left out', () => {
    expect(names('cat ¦')).toEqual(['sub/', './-n', "'a b.py'", 'b.py', 'link']);
    expect(names('cat d/¦')).toEqual(['d/sub/', 'd/-n', "'d/a b.py'", 'd/b.py', 'd/link']);
    expect(names('cat ~/¦')).toEqual(['~/sub/', '~/-n', "~/'a b.py'", '~/b.py', '~/link']);
  });

  it('are hidden ones only behind a dot, and only folders for cd', () => {
    expect(names('cat .¦')).toEqual(['.env']);
    expect(names('cd ¦')).toEqual(['sub/', 'link']);
    expect(names('cat b¦')).toEqual(['b.py']);
  });

  it('are what the policy reads them as', () => {
    for (const insert of names('cat ~/¦')) {
      const verdict = judge(`cat ${insert}`, { home: '/home/u' });
      expect(verdict.approved && verdict.stages[0]?.argv.at(-1)).toMatch(/^\/home\/u\//);
    }
  });

  it('are not endless', () => {
    const many = Array.from({ length: NAME_LIMIT + 1 }, (_, index): DirectoryEntry => ({
      name: `f${index}`,
      kind: 'file',
    }));
    const at = slot('cat ¦');
    const found = offer(many, { folder: '/', front: '', prefix: '' }, at);
    expect([found.paths.length, found.more]).toEqual([NAME_LIMIT, true]);
  });
});
