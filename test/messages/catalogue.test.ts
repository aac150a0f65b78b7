import { describe, expect, test } from 'vitest';
import {
  explanationParts,
  missingSentence,
  optionLimits,
  operandName,
  optionSpelling,
  refusedHeading,
  signatureText,
  stageCostSentence,
  synopsis,
  userlandSentence,
} from '../../src/messages/index.ts';
import { formName } from '../../src/messages/catalogue.ts';
import { VALUE_FORMS } from '../../src/probe/catalogue/options.ts';
import { allPages, explainAt, findPage, signatureAt, type CommandPage } from '../../src/probe/index.ts';

function page(name: string): CommandPage {
  const found = findPage(name);
  if (found === undefined) throw new Error(name);
  return found;
}

function option(name: string, key: string): string {
  const row = page(name).options.find((one) => one.key === key);
  return row === undefined ? '' : optionSpelling(row);
}

test.each([
  ['grep', 'grep [OPTION]… PATTERN [PATH]…'],
  ['cat', 'cat [OPTION]… [PATH]…'],
  ['tac', 'tac PATH…'],
  ['diff', 'diff [OPTION]… PATH PATH'],
  ['tr', 'tr [OPTION]… SET [SET]'],
  ['uniq', 'uniq [OPTION]… [PATH]'],
  ['date', 'date [OPTION]… [FORMAT]'],
  ['find', 'find [PATH]… [EXPRESSION]…'],
  ['git', 'git [OPTION]… SUBCOMMAND …'],
  ['git blame', 'git blame [OPTION]… [REVISION] PATH'],
  ['git ls-tree', 'git ls-tree [OPTION]… REVISION [PATH]…'],
  ['whoami', 'whoami'],
])('the synopsis of %s', (name, wanted) => {
  const { text, places } = synopsis(page(name), page(name).operands);
  expect(text).toBe(wanted);
  for (const [index, [start, end]] of places.entries()) {
    const kind = page(name).operands[index]?.kind;
    expect(text.slice(start, end)).toContain(kind === undefined ? '?' : operandName(kind));
  }
});

test.each([
  ['grep', 'A', '-A COUNT, --after-context=COUNT'],
  ['grep', 'n', '-n, --line-number'],
  ['ls', 'sort', '--sort=none|time|size|extension|version|width'],
  ['git log', 'M', '-M[PERCENTAGE], --find-renames[=PERCENTAGE]'],
  ['git branch', 'merged', '--merged [REVISION]'],
  ['git branch', 'sort', '--sort=SORT-KEY'],
  ['find', 'name', '-name GLOB'],
  ['find', '(', '('],
])('the spelling of %s %s', (name, key, wanted) => {
  expect(option(name, key)).toBe(wanted);
});

test('a cost names a way to make it smaller only where nothing bounds it', () => {
  expect(stageCostSentence({ cost: 'tree', bounded: true, narrow: ['-d'] })).toBe(
    'Walks a tree: reads everything below its folders.',
  );
  expect(stageCostSentence({ cost: 'tree', bounded: false, narrow: ['-d', '-g'] })).toContain(
    'one of -d, -g',
  );
  expect(stageCostSentence({ cost: 'tree', bounded: false, narrow: [] })).toContain('name a folder.');
  expect(stageCostSentence({ cost: 'history', bounded: false, narrow: ['-n'] })).toContain('v1..v2');
});

test('whose version is run', () => {
  expect(userlandSentence({ userlands: ['gnu', 'busybox'] })).toContain('GNU, busybox');
  expect(userlandSentence({ userlands: ['git'] })).toBe('Runs where the host has git.');
});

test('who lacks an option, and with whose tools it is refused', () => {
  expect(missingSentence([])).toBe('');
  expect(missingSentence(['busybox', 'bsd'])).toBe('Not in busybox, BSD.');
  expect(missingSentence(['bsd', 'toybox', 'uutils'])).toBe('Not in BSD. Refused with toybox, uutils.');
  expect(userlandSentence({ userlands: ['gnu', 'toybox'], needsOption: ['toybox'] })).toBe(
    'Runs where the host has it from GNU, toybox. With toybox only with an option.',
  );
});

test('which values of an option are refused, and with whose tools', () => {
  const [lines] = page('head').options;
  if (lines === undefined) throw new Error('head has no options');
  expect(optionLimits(lines)).toBe('Not in toybox, BSD, OpenBSD with a number below zero.');
  const forms = ['negative', 'unit', 'large', 'odd', 'scaled', 'beside', 'several', 'door', 'any'] as const;
  expect(Object.keys(VALUE_FORMS)).toEqual(forms);
  expect(new Set(forms.map(formName)).size).toBe(forms.length);
});

test('options are refused for reasons that differ', () => {
  const rules = ['writes', 'runs-programs', 'network', 'follow', 'option'] as const;
  expect(new Set(rules.map(refusedHeading)).size).toBe(rules.length);
});

describe('a hover', () => {
  const said = (line: string, offset: number): string => {
    const found = explainAt(line, offset);
    return found === undefined
      ? ''
      : explanationParts(found)
          .map(({ text }) => text)
          .join('\n');
  };

  test('of a command: synopsis, operands, cost, userlands, what Sonde adds, an example', () => {
    const text = said('rg x', 0);
    expect(text).toMatch(/^rg \[OPTION\]… PATTERN \[PATH\]…\nrg: lines that match/);
    for (const part of [
      'PATTERN: what to look for.',
      'Walks a tree',
      'ripgrep',
      '--no-config',
      "rg -n 'def update' src",
    ])
      expect(text).toContain(part);
  });

  test('of an option: its spelling, its help, who lacks it', () => {
    expect(said('grep --include=x y f', 6)).toBe(
      '--include=GLOB\ngrep: searches only files with such names.\nNot in busybox, OpenBSD.',
    );
  });

  test('of a refused word: why, and what to type', () => {
    expect(said('tail -f log', 6)).toMatch(/never end.*Type instead: tail log/);
    expect(said('find . -delete', 8)).toContain('can make find write');
  });

  test('of everything in every example is a sentence', () => {
    for (const { example } of allPages())
      for (let offset = 0; offset < example.length; offset += 1)
        if (example.charAt(offset) !== ' ' && example.charAt(offset) !== '|')
          expect([example, offset, said(example, offset)]).not.toContain('');
  });
});

test('a signature marks its parameters in its label', () => {
  const of = (line: string): ReturnType<typeof signatureText> | undefined => {
    const found = signatureAt(line, line.length);
    return found === undefined ? undefined : signatureText(found);
  };
  const marked = (line: string): string | undefined => {
    const text = of(line);
    const place = text?.active === undefined ? undefined : text.parameters[text.active]?.place;
    return place === undefined ? undefined : text?.label.slice(...place);
  };
  expect(marked('grep x ')).toBe('[PATH]…');
  expect(marked('grep -A ')).toBe('-A COUNT, --after-context=COUNT');
  expect(marked('tr a b ')).toBeUndefined();
  expect(of('grep ')?.help).toBe('lines that match a pattern');
});
