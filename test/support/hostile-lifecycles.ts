import fc from 'fast-check';
import { ABSENT, type Lifecycle, type TransitionClass } from '../../src/lifecycle/index.ts';

/** Names that mean something to a diagram grammar, to Markdown, to HTML, or that hide. */
const nasty = [
  'State',
  'state',
  'end',
  'as',
  'note',
  'end note',
  'class',
  'classDef',
  'style',
  'click',
  'href',
  'default',
  'direction LR',
  'DIRECTION  TB',
  'my direction RL',
  'scale 3',
  'accTitle: x',
  'accDescr { x }',
  'hide empty description',
  '[*]',
  '<<fork>>',
  '[[choice]]',
  '-->',
  '--',
  ':::',
  '%% comment',
  '%%{init: {}}%%',
  '---',
  '#35;',
  '#quot;',
  '#',
  ';',
  ':',
  '"',
  '""',
  "'",
  '`',
  '```',
  '\\',
  '\\n',
  '\\"',
  '<script>alert(1)</script>',
  '<br/>',
  '<b>',
  '&amp;',
  '&',
  '<!-- -->',
  ']]>',
  '**bold**',
  '__init__',
  '_x_',
  '*',
  '1. item',
  '- item',
  '+ item',
  '# head',
  '$$x$$',
  '[a](b)',
  '{',
  '}',
  '{{x}}',
  '\n',
  'a\nb',
  '\r\n',
  '\t',
  '\0',
  '\u202e\u202c',
  '\u200f',
  '\u2028',
  '\ufeff',
  '\ud800',
  'ﬂ°°35¶ß',
  'ﬂ°lt¶ß',
  '__proto__',
  'constructor',
  'toString',
  '0',
  '-1',
  ' ',
  '  a  b  ',
  '状态',
  'é',
  '\u0301',
  '👩‍🚀',
  '∅',
  'x'.repeat(300),
  'style: #fff;',
  'classDef a:b#c;',
  's0',
  's0 --> s1',
  'stateDiagram-v2',
];

/** Any text, with the nasty ones often. */
export const hostileName: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...nasty), { minLength: 2, maxLength: 4 })
      .map((parts) => parts.join(' ')),
  },
);

const classes: readonly TransitionClass[] = ['proved', 'possible', 'interleaving'];

/** A lifecycle whose every name is hostile; edges join states of it, each ordered pair and class at most once. */
export const hostileLifecycle: fc.Arbitrary<Lifecycle> = fc
  .record({
    names: fc.uniqueArray(hostileName, { minLength: 1, maxLength: 6 }),
    ends: fc.uniqueArray(fc.tuple(fc.nat(6), fc.nat(6), fc.nat(2)), { maxLength: 10, selector: String }),
    role: hostileName,
    guard: hostileName,
    owner: hostileName,
    terminal: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  })
  .map(({ names, ends, role, guard, owner, terminal }): Lifecycle => {
    const states = names.filter((name) => name !== ABSENT);
    const all = [...states, ABSENT];
    const edges = ends
      .map(([a, b, c]) => ({
        from: all[a % all.length] ?? ABSENT,
        to: all[b % all.length] ?? ABSENT,
        class: classes[c] ?? 'proved',
      }))
      .filter((edge) => edge.from !== edge.to);
    const unique = [...new Map(edges.map((edge) => [JSON.stringify(edge), edge])).values()];
    return {
      states: states.map((name, index) => ({
        name,
        value: name,
        terminal: terminal[index] ?? false,
        file: 'a.py',
        line: index + 1,
      })),
      stores: [{ name: owner, owner: role, file: 'a.py', line: 30 }],
      setters: [
        {
          name: owner,
          file: guard,
          line: 1,
          table: Object.fromEntries(
            all.map((old) => [old, Object.fromEntries(states.map((argument) => [argument, argument]))]),
          ),
        },
      ],
      writes: unique.map((edge, index) => ({
        file: 'b.py',
        line: index + 1,
        function: owner,
        role,
        from: [edge.from],
        to: [edge.to],
        class: edge.class,
        guard,
      })),
      removals: [],
      transitions: unique.map((edge, index) => ({ ...edge, sites: [{ file: 'b.py', line: index + 1 }] })),
      hazards: [
        {
          rule: 'H1',
          severity: 'high',
          confidence: 'low',
          file: guard,
          line: 1,
          data: { from: owner, to: role, function: guard },
          witness: [
            { step: 1, role, file: owner, line: 2, action: 'checks', data: { text: guard }, state: owner },
          ],
        },
      ],
      roles: [{ name: role, kind: 'thread', file: 'b.py', line: 1 }],
      unresolved: [{ what: guard, why: 'value-not-known', file: 'b.py', line: 1 }],
      cost: { files: 1, bytes: 1, reads: 1, ms: 1 },
    };
  });
