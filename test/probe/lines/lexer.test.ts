import fc from 'fast-check';
import { parse, type SyntaxNode } from 'unbash';
import { describe, expect, test } from 'vitest';
import { parseLine } from '../../../src/probe/lines/grammar.ts';
import { LINE_LIMIT, tokenize } from '../../../src/probe/lines/lexer.ts';
import type { Word } from '../../../src/probe/lines/words.ts';
import { readCorpus } from '../corpora.ts';

function words(line: string): readonly string[] {
  const tokens = tokenize(line);
  if (!tokens.ok) throw new Error(JSON.stringify(tokens.error));
  return tokens.value.flatMap((token) => (token.kind === 'word' ? [token.word.text] : []));
}

function word(line: string): Word {
  const tokens = tokenize(line);
  const [first] = tokens.ok ? tokens.value : [];
  if (first?.kind !== 'word') throw new Error(line);
  return first.word;
}

/** Rule, word and offset of the refusal of a line. */
function refused(line: string): readonly [string, string, number] {
  const parsed = parseLine(line);
  if (parsed.ok) throw new Error(`accepted: ${line}`);
  return [parsed.error.rule, parsed.error.word, parsed.error.at];
}

describe('words', () => {
  test.each([
    ['a b\tc', ['a', 'b', 'c']],
    ["a'b c'd", ['ab cd']],
    ['a"b c"d', ['ab cd']],
    ['a\\ b', ['a b']],
    ['"a\\"b" "a\\$b" "a\\\\b" "a\\nb"', ['a"b', 'a$b', 'a\\b', 'a\\nb']],
    ["''", ['']],
    ['""', ['']],
    ["'a\"b'", ['a"b']],
    ['"it\'s"', ["it's"]],
    ['a#b', ['a#b']],
    ['x$ $', ['x$', '$']],
    ['"x$" "a$ b" "a$|b" "a$)" "a$/"', ['x$', 'a$ b', 'a$|b', 'a$)', 'a$/']],
    ["'$HOME' '`x`' '$(x)'", ['$HOME', '`x`', '$(x)']],
    ['HEAD@{1} {} a{b}c {a', ['HEAD@{1}', '{}', 'a{b}c', '{a']],
    ["{'a,b'}", ['{a,b}']],
    ['HEAD~1 a~', ['HEAD~1', 'a~']],
    ['!x a!b ^', ['!x', 'a!b', '^']],
    ['é naïve', ['é', 'naïve']],
    ['x2 2', ['x2', '2']],
  ])('%s', (line, expected) => {
    expect(words(line)).toEqual(expected);
  });

  test('what stood unquoted is remembered', () => {
    expect(word('*.py')).toMatchObject({ glob: true, home: false });
    expect(word("'*.py'")).toMatchObject({ glob: false });
    expect(word('\\*.py')).toMatchObject({ glob: false });
    expect(word('a[0]')).toMatchObject({ glob: true });
    expect(word('a]')).toMatchObject({ glob: false });
    expect(word('~/x')).toMatchObject({ home: true });
    expect(word("'~/x'")).toMatchObject({ home: false });
    expect(word(`a'*'b*`).parts).toEqual([
      { text: 'a', quoted: false },
      { text: '*', quoted: true },
      { text: 'b*', quoted: false },
    ]);
  });

  test('offsets count UTF-16 units', () => {
    const tokens = tokenize("grep '🙂' f");
    const last = tokens.ok ? tokens.value.at(-1) : undefined;
    expect(last?.kind === 'word' ? last.word.at : undefined).toBe(10);
  });
});

describe('refusals', () => {
  test.each([
    ['', 'empty', '', 0],
    ['   ', 'empty', '', 0],
    ['grep x f; ls', 'sequence', ';', 8],
    ['ls && id', 'sequence', '&&', 3],
    ['cd a && ls && id', 'sequence', '&&', 11],
    ['ls || id', 'sequence', '||', 3],
    ['ls &', 'background', '&', 3],
    ['ls |& cat', 'redirection', '|&', 3],
    ['ls &> x', 'redirection', '&> x', 3],
    ['ls >x', 'redirection', '>x', 3],
    ['ls 2>x', 'redirection', '2>x', 3],
    ['ls a2>x', 'redirection', '>x', 5],
    ["ls '2'>x", 'redirection', '>x', 6],
    ['ls 2>&1 2>&1', 'redirection', '2>&1', 8],
    ['ls 2>&1 x', 'redirection', 'x', 8],
    ['ls 2>&12', 'redirection', '2>&12', 3],
    ['ls 2>/dev/nullx', 'redirection', '2>/dev/nullx', 3],
    ['2>&1', 'redirection', '', 0],
    ['ls <(id)', 'substitution', '<(', 3],
    ['ls >(id)', 'substitution', '>(', 3],
    ['ls =(id)', 'substitution', '=(', 3],
    ['ls `id`', 'substitution', '`', 3],
    ['ls "`id`"', 'substitution', '`', 4],
    ['ls "$(id)"', 'substitution', '$(', 4],
    ['ls $((1))', 'expansion', '$((', 3],
    ['ls $x', 'expansion', '$x', 3],
    ['ls "a$x"', 'expansion', '$x', 5],
    ['ls ${x}', 'expansion', '${x}', 3],
    ['ls $1', 'expansion', '$1', 3],
    ['ls $?', 'expansion', '$?', 3],
    ["ls $'a'", 'expansion', "$'", 3],
    ['ls $"a"', 'expansion', '$"', 3],
    ['ls $)', 'expansion', '$)', 3],
    ['ls {a,b}', 'brace', '{a,b}', 3],
    ['ls a{1..3}', 'brace', 'a{1..3}', 3],
    ['ls {a{b,c}', 'brace', '{a{b,c}', 3],
    ['ls ~', 'tilde', '~', 3],
    ['ls ~root/x', 'tilde', '~root/x', 3],
    ['ls x=~/y', 'tilde', 'x=~/y', 3],
    ['ls (a)', 'group', '(', 3],
    ['{ ls', 'group', '{', 0],
    ['ls | { cat', 'group', '{', 5],
    ['!ls', 'history', '!ls', 0],
    ['ls # all', 'comment', '# all', 3],
    ['# all', 'comment', '# all', 0],
    ['|', 'empty-stage', '|', 0],
    ['ls |', 'empty-stage', '', 4],
    ['ls | | cat', 'empty-stage', '|', 5],
    ["ls 'x", 'unterminated-quote', "'x", 3],
    ['ls "x', 'unterminated-quote', '"x', 3],
    ['ls x\\', 'unterminated-quote', '\\', 4],
    ['A=1 ls', 'assignment', 'A=1', 0],
    ['A+=1 ls', 'assignment', 'A+=1', 0],
    ['./ls', 'command-word', './ls', 0],
    ["'ls'", 'command-word', "'ls'", 0],
    ['[ -f x ]', 'command-word', '[', 0],
    ['lſ', 'look-alike', 'lſ', 0],
    ['ls –l', 'look-alike', '–', 3],
    ['ls 🙂', 'look-alike', '🙂', 3],
    ['ls\u00a0-l', 'invisible-character', '\u00a0', 2],
    ["ls 'a\u202eb'", 'invisible-character', '\u202e', 5],
    ["ls 'a\u200bb'", 'invisible-character', '\u200b', 5],
    ["ls 'a\u3164b'", 'invisible-character', '\u3164', 5],
    ["ls 'a\ufe0fb'", 'invisible-character', '\ufe0f', 5],
    ["ls 'a\ud800b'", 'invisible-character', '\ud800', 5],
    ["ls 'a\u2800b'", 'invisible-character', '\u2800', 5],
    ["ls 'a\u007fb'", 'control-character', '\u007f', 5],
    ['ls\r', 'control-character', '\r', 2],
    ['cd', 'missing-operand', 'cd', 0],
    ['cd a', 'missing-operand', '', 4],
    ['cd a b && ls', 'extra-operand', 'b', 5],
    ['cd a* && ls', 'glob', 'a*', 3],
    ['a|b|c|d|e|f|g', 'too-many-stages', 'g', 12],
  ])('%j: %s', (line, rule, name, at) => {
    expect(refused(line)).toEqual([rule, name, at]);
  });

  test('a line that is too long', () => {
    const longest = `cat ${'x'.repeat(LINE_LIMIT - 4)}`;
    expect(parseLine(longest).ok).toBe(true);
    expect(refused(`${longest}y`)).toEqual(['too-long', 'y', LINE_LIMIT]);
  });
});

type Words = readonly (readonly string[])[] | undefined;

/** The words of a line as another parser reads them; undefined where it finds more than words and pipes. */
function oracle(line: string): Words {
  const script = parse(line);
  const [only, more] = script.commands;
  return (script.errors ?? []).length > 0 || only === undefined || more !== undefined
    ? undefined
    : flatten(only);
}

function flatten(node: SyntaxNode): Words {
  if (node.type === 'Statement') return flatten(node.command);
  if (node.type === 'Pipeline') {
    const all = node.commands.map(flatten);
    return all.some((one) => one === undefined) ? undefined : all.flatMap((one) => one ?? []);
  }
  if (node.type !== 'Command') return undefined;
  return [
    [
      node.name?.value ?? '',
      ...node.suffix.flatMap((one) => ('value' in one && typeof one.value === 'string' ? [one.value] : [])),
    ],
  ];
}

function ours(line: string): readonly (readonly string[])[] | undefined {
  const parsed = parseLine(line);
  return parsed.ok && parsed.value.cwd === undefined
    ? parsed.value.stages.map((stage) => [stage.name.text, ...stage.words.map((one) => one.text)])
    : undefined;
}

describe('against another parser', () => {
  test.each(readCorpus('accepted.txt').filter(({ line }) => !line.startsWith('cd ')))('$line', ({ line }) => {
    expect(oracle(line)).toEqual(ours(line));
  });

  test('every generated line that is accepted has the same words', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'a',
        'b',
        '-n',
        '.',
        '/',
        '=',
        ',',
        '~',
        '{',
        '}',
        '[',
        ']',
        '*',
        '?',
        '!',
        '^',
        '%',
        '@',
        '+',
        '#',
        '2',
        ':',
      ),
      fc.constantFrom(
        "'x y'",
        '"x y"',
        "'$'",
        '"a$"',
        '\\ ',
        "\\'",
        '\\"',
        '\\\\',
        '"\\""',
        "''",
        '""',
        '$',
        '\\$',
      ),
    );
    const token = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
    const stage = fc.array(token, { maxLength: 4 }).map((rest) => ['grep', ...rest].join(' '));
    const line = fc.array(stage, { minLength: 1, maxLength: 3 }).map((stages) => stages.join(' | '));
    let compared = 0;
    fc.assert(
      fc.property(line, (typed) => {
        const read = ours(typed);
        if (read === undefined) return;
        compared += 1;
        expect([typed, oracle(typed)]).toEqual([typed, read]);
      }),
      { numRuns: 5000, seed: 11 },
    );
    expect(compared).toBeGreaterThan(1000);
  });
});
