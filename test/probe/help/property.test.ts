import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allPages,
  completeAt,
  explainAt,
  judge,
  pathWord,
  signatureAt,
  type Completion,
} from '../../../src/probe/index.ts';
import { tokenize } from '../../../src/probe/lines/lexer.ts';
import { readAccepted, readCorpus } from '../corpora.ts';

const ACCEPTED = readAccepted().map(({ line }) => line);
const REFUSED = readCorpus('refused.txt').map(({ line }) => line);

function put(line: string, item: Pick<Completion, 'insert' | 'start' | 'end'>): string {
  return line.slice(0, item.start) + item.insert + line.slice(item.end);
}

/** Every word of help for a place; it must never throw and never point outside the line. */
function helpAt(line: string, offset: number): readonly Completion[] {
  const { items, path } = completeAt(line, offset);
  const explanation = explainAt(line, offset);
  signatureAt(line, offset);
  for (const { start, end } of [...items, ...(path === undefined ? [] : [path])]) {
    if (start > offset || end < offset || start < 0 || end > line.length)
      throw new Error(`${JSON.stringify(line)} at ${offset}: ${start}-${end}`);
  }
  if (explanation !== undefined && (explanation.start < 0 || explanation.start > line.length))
    throw new Error(`${JSON.stringify(line)} at ${offset}: explained at ${explanation.start}`);
  return items;
}

test('every completion, put in its place, leaves a line that the lexer reads', () => {
  let tried = 0;
  fc.assert(
    fc.property(fc.constantFrom(...ACCEPTED), fc.nat(), fc.boolean(), (whole, seed, cut) => {
      const offset = seed % (whole.length + 1);
      const line = cut ? whole.slice(0, offset) : whole;
      for (const item of helpAt(line, offset)) {
        const made = put(line, item);
        const before = tokenize(line);
        // What was never read does not become readable; nothing that was read becomes unreadable.
        if (!before.ok) continue;
        tried += 1;
        expect([made, tokenize(made).ok]).toEqual([made, true]);
      }
    }),
    { numRuns: 1500, seed: 20260613 },
  );
  expect(tried).toBeGreaterThan(10_000);
});

test('a path, put in its place, leaves one word that is that path', () => {
  const names = ['src', 'my file.py', "it's", '-n', '~x', '{a,b}', 'a|b', '$HOME', 'a;b', '#1'];
  let tried = 0;
  fc.assert(
    fc.property(fc.constantFrom(...ACCEPTED), fc.nat(), fc.constantFrom(...names), (whole, seed, name) => {
      const offset = seed % (whole.length + 1);
      for (const line of [whole, whole.slice(0, offset)]) {
        const { path } = completeAt(line, offset);
        const insert = pathWord(name);
        if (path === undefined || insert === undefined) continue;
        // Behind an open quote everything belongs to the word that is replaced.
        const lexed = tokenize(put(line, { ...path, insert }));
        tried += 1;
        expect([line, offset, lexed.ok]).toEqual([line, offset, true]);
        const words = lexed.ok
          ? lexed.value.flatMap((token) => (token.kind === 'word' ? [token.word] : []))
          : [];
        const word = words.find(
          (one) => one.at === path.start || one.at + one.raw.length === path.start + insert.length,
        );
        expect(word?.text.endsWith(name.startsWith('-') ? `./${name}` : name)).toBe(true);
      }
    }),
    { numRuns: 2000, seed: 20260613 },
  );
  expect(tried).toBeGreaterThan(500);
});

/** Flags that mean something else together with the rest of the example. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  rg: ['--type-list'],
  'git grep': ['--and', '--or', '--not'],
};

test('a flag that is offered behind the command of an example leaves it accepted', () => {
  let tried = 0;
  for (const page of allPages()) {
    const line = page.example;
    const offset = line.indexOf(page.name) + page.name.length;
    if (page.subcommands.length > 0 || page.ownWords) continue;
    const spaced = `${line.slice(0, offset)} ${line.slice(offset)}`;
    const flags = completeAt(spaced, offset + 1).items.filter(
      (item) => item.kind === 'option' && item.takes === undefined,
    );
    for (const item of flags) {
      if (CHANGES[page.name]?.includes(item.label) === true) continue;
      tried += 1;
      const verdict = judge(put(spaced, item));
      expect([page.name, item.label, verdict.approved ? '' : verdict.refusal.rule]).toEqual([
        page.name,
        item.label,
        '',
      ]);
    }
  }
  expect(tried).toBeGreaterThan(400);
});

test('an option that stands in an accepted line is offered where it stands, and leaves the line as it is', () => {
  let found = 0;
  for (const page of allPages()) {
    for (const [match] of page.example.matchAll(/(?<= )--?[A-Za-z][\w-]*(?= |$)/g)) {
      const end = page.example.indexOf(` ${match}`) + 1 + match.length;
      const same = completeAt(page.example, end).items.filter(
        (item) => put(page.example, item) === page.example,
      );
      if (/^-[A-Za-z0-9]{2,}$/.test(match)) continue;
      found += 1;
      expect([page.example, match, same.length]).toEqual([page.example, match, 1]);
    }
  }
  expect(found).toBeGreaterThan(20);
});

test('an accepted line is explained at every word, and never as refused', () => {
  for (const line of ACCEPTED) {
    const lexed = tokenize(line);
    if (!lexed.ok) continue;
    for (const token of lexed.value) {
      if (token.kind !== 'word') continue;
      const found = explainAt(line, token.word.at);
      expect([line, token.word.raw, found?.refusal]).toEqual([line, token.word.raw, undefined]);
      if (!/^-[HLP]$/.test(token.word.raw))
        expect([line, token.word.raw, found?.subject.kind]).not.toContain(undefined);
    }
  }
});

test('a refused line says why at the refused word', () => {
  let said = 0;
  for (const line of REFUSED) {
    const verdict = judge(line);
    // A comment is no part of the line in a cell.
    const silent =
      verdict.approved || verdict.refusal.word.trim() === '' || verdict.refusal.rule === 'comment';
    if (silent || line.length > 4096) continue;
    said += 1;
    const found = explainAt(line, verdict.refusal.at);
    expect([line, found?.refusal?.rule]).toEqual([line, verdict.refusal.rule]);
  }
  expect(said).toBeGreaterThan(500);
});

test('whatever is typed, help answers', () => {
  const pieces = fc.constantFrom(
    ...[
      'grep',
      'git',
      'find',
      'log',
      'stash',
      '-',
      '--',
      '-n',
      '--include=',
      "'",
      '"',
      '\\',
      '|',
      '&&',
      ';',
      '>',
      '#',
    ],
    ...[
      '$x',
      '`',
      '{a,b}',
      '(',
      '~/',
      '~',
      'cd',
      '2>&1',
      '{{x}}',
      'src/a.py',
      '\u00a0',
      '\u0007',
      'é',
      '!',
      '*',
      ' ',
    ],
  );
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 14 }),
      fc.constantFrom('', ' '),
      fc.nat(),
      (parts, joint, seed) => {
        const line = parts.join(joint);
        helpAt(line, seed % (line.length + 1));
      },
    ),
    { numRuns: 5000, seed: 20260613 },
  );
  fc.assert(
    fc.property(fc.constantFrom(...REFUSED), fc.nat(), (line, seed) => {
      helpAt(line, seed % (line.length + 1));
    }),
    { numRuns: 2000, seed: 20260613 },
  );
});
