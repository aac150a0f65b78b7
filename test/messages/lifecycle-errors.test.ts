import { describe, expect, it } from 'vitest';
import { lifecycleErrorMessage } from '../../src/messages/index.ts';

describe('why a lifecycle could not be given', () => {
  it('names each choice by options that can be pasted, also where its states have no name', () => {
    const choice = { owner: 'Future', store: '_state', file: 'futures.py', line: 50, writes: 4 };
    const text = lifecycleErrorMessage({
      code: 'lifecycle-ambiguous',
      choices: [
        { ...choice, states: null },
        { ...choice, states: 'Phase' },
      ],
    });
    expect(text.split('\n').slice(1)).toEqual([
      '  --class Future --store _state  (futures.py:50, 4 writes)',
      '  --states Phase --class Future --store _state  (futures.py:50, 4 writes)',
    ]);
  });

  it.each([
    ['', /^“HEAD~9” is no name of a commit: give a commit/],
    ['fatal: Needed a single revision', /^git knows no commit “HEAD~9” there .*: give a commit/],
    [
      'fatal: not a git repository (or any of the parent directories): .git',
      /^No git repository lies at the root there .*“HEAD~9”\. Take a root in a repository/,
    ],
  ])('tells an unknown commit from a folder without a repository: %s', (said, told) => {
    expect(lifecycleErrorMessage({ code: 'commit-unknown', commit: 'HEAD~9', said })).toMatch(told);
  });
});
