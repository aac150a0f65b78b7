import fc from 'fast-check';

const join = (parts: readonly string[]): string => parts.join('');

const value = fc.constantFrom(
  '$1',
  '$2',
  '$NF',
  '$0',
  'NR',
  'NF',
  'FNR',
  'length',
  'length($1)',
  '$(NF-1)',
  'n',
  'a[$1]',
  '3',
  '"x"',
  '"a\\tb"',
  'FILENAME',
);
const test = fc.oneof(
  fc
    .tuple(
      value,
      fc.constantFrom('==', '!=', '<', '>', '<=', '>=', '~', '!~', '%2=='),
      fc.oneof(value, fc.constantFrom('1', '"x"', '/x/')),
    )
    .map(join),
  fc.constantFrom(
    '/update/',
    '!/x/',
    'NR>1',
    '!seen[$0]++',
    '/a/,/b/',
    'END',
    'BEGIN',
    'n',
    '/[/]/',
    '$1~/x/',
  ),
);
const statement = fc.oneof(
  { weight: 6, arbitrary: fc.array(value, { maxLength: 3 }).map((values) => `print ${values.join(', ')}`) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'n++',
      'n += $2',
      's = $1',
      'a[$1]++',
      'next',
      'for (k in a) print k, a[k]',
      'print n/NR',
      '++c[$2]',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'print > "made"',
      'print >> "made"',
      'print | "sh"',
      'system("id")',
      'getline < "pipe"',
      '"id" | getline',
      'close("x")',
      'printf "%s", $1',
      'while (1) n++',
      'exit',
      'NR = 1',
      'FS = ":"',
      'print > $1',
      'print $1 > "/dev/stderr"',
      'delete a',
      '@load "x"',
      '$1 = 2',
      'print (1)(2)',
    ),
  },
);

/** Programs of awk: what prints and counts, and every other way of the language. */
export const awkPrograms: fc.Arbitrary<string> = fc
  .array(
    fc
      .tuple(
        fc.option(fc.array(test, { minLength: 1, maxLength: 3 }), { nil: [] }),
        fc.array(statement, { maxLength: 3 }),
      )
      .map(
        ([tests, statements]) =>
          `${tests.join(' && ')}${statements.length === 0 ? '' : ` {${statements.join('; ')}}`}`,
      ),
    { minLength: 1, maxLength: 3 },
  )
  .map((rules) => rules.join(' '));
