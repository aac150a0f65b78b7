import fc from 'fast-check';
import { regex } from './patterns.ts';

const address = fc.oneof(
  fc.nat(40).map(String),
  fc.constantFrom(
    '$',
    '0~3',
    '2~4',
    '/update/',
    '/x/I',
    '/[/]/',
    '\\,x,',
    '/a\\/b/',
    '+3',
    '~4',
    '0',
    '999999999',
  ),
  regex.map((text) => `/${text.replaceAll('/', '\\/')}/`),
);

const substitution = fc
  .tuple(
    fc.constantFrom('/', '|', ',', '#', ':', '@', '%', '_', 'w', ';'),
    regex,
    fc.constantFrom('y', '&', '\\1', '\\n', 'e', 'w x', '', '\\U&'),
    fc.constantFrom('', 'g', 'p', '2', 'I', 'gp', 'w made', 'e', 'ge', 'M', 'gw', '3g'),
  )
  .map(([mark, from, to, flags]) => `s${mark}${from}${mark}${to}${mark}${flags}`);

const sedCommand = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('p', 'd', '=', 'q') },
  { weight: 4, arbitrary: substitution },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'w made',
      'e id',
      'r f',
      'W x',
      'R pipe',
      'F',
      'l',
      'n',
      'N',
      'G;D',
      '{p;d}',
      ':a;ba',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'y/a/b/',
      'i\\x',
      'q3',
      'Q',
      'x',
      'h',
      'z',
      '}',
      '#n',
      '#w made',
      '{',
      'v',
      'p;w made',
      'p\nw made',
    ),
  },
);

/** Scripts of sed: what prints, and every other way of the language. */
export const sedScripts: fc.Arbitrary<string> = fc
  .array(
    fc
      .tuple(
        fc.option(address, { nil: '' }),
        fc.option(address, { nil: '', freq: 2 }),
        fc.constantFrom('', '', '', '!', ' '),
        sedCommand,
      )
      .map(
        ([first, last, not, command]) =>
          `${first}${first !== '' && last !== '' ? `,${last}` : ''}${not}${command}`,
      ),
    { minLength: 1, maxLength: 4 },
  )
  .map((commands) => commands.join(';'));
