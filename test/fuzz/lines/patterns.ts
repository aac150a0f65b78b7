import fc from 'fast-check';

const join = (parts: readonly string[]): string => parts.join('');

/** A regular expression of modest depth. */
export const { regex } = fc.letrec<{ regex: string; group: string }>((tie) => ({
  regex: fc
    .array(
      fc.oneof(
        {
          weight: 6,
          arbitrary: fc.constantFrom('update', 'status', 'a', 'x', '.', 'import', '^', '$', '1', ' ', '_'),
        },
        {
          weight: 2,
          arbitrary: fc.constantFrom('.*', 'a*', 'x+', '[a-z]', '[^:]*', '[[:space:]]', '\\.', '\\w', '\\b'),
        },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'a{1,255}',
            '[]]',
            '[^]]',
            '\\(',
            '\\1',
            '{',
            '}',
            '|',
            '[[.a.]]',
            '\\x41',
          ),
        },
        { weight: 1, arbitrary: tie('group') },
      ),
      { minLength: 1, maxLength: 5 },
    )
    .map(join),
  group: fc
    .tuple(tie('regex'), tie('regex'), fc.constantFrom('*', '+', '?', '{1,3}', '{1,255}', ''))
    .map(([left, right, times]) => `(${left}|${right})${times}`),
}));

/** Regular expressions, some of them as deep and as long as a line may be. */
export const patterns: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: regex },
  {
    weight: 6,
    arbitrary: fc.constantFrom('update', 'x', 'import', '.', 'status', '', '-e', '--', '-', '$(id)', '*'),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 900 }).map((n) => `${'('.repeat(n)}a${')'.repeat(n)}`) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 60 }).map((n) => `${'('.repeat(n)}a${'{1,9})'.repeat(n)}`),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 1500 }).map((n) => 'a*'.repeat(n)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 1000 }).map((n) => '[a'.repeat(n)) },
);
