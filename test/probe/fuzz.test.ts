import { posix } from 'node:path';
import fc from 'fast-check';
import { parse, type SyntaxNode } from 'unbash';
import { expect, test } from 'vitest';
import { CATALOGUE } from '../../src/probe/catalogue/index.ts';
import { GIT_ENVIRONMENT } from '../../src/probe/catalogue/git/hardening.ts';
import { printStage } from '../../src/probe/emission/print.ts';
import { judge, type HostFacts } from '../../src/probe/index.ts';
import { argvOf } from '../../src/probe/plan/argv.ts';
import { planLine } from '../../src/probe/plan/plan-line.ts';
import { readCorpus } from './corpora.ts';

/** A GNU host with every tool. */
const HOST: HostFacts = {
  system: 'Linux',
  home: '/home/u',
  noise: '',
  tools: Object.fromEntries(
    CATALOGUE.map((row) => [
      row.tool,
      { path: `/usr/bin/${row.tool}`, kind: row.userlands[0] ?? 'gnu', version: '99.0' },
    ]),
  ),
};

const TOKENS = [
  '-i',
  '--in-place',
  '-delete',
  '-exec',
  ';',
  '|',
  '||',
  '&',
  '&&',
  '>',
  '<',
  '>>',
  '2>',
  '2>&1',
  '2>/dev/null',
  '$(id)',
  '`id`',
  '$x',
  '${x}',
  '$',
  "'",
  '"',
  '\\',
  '*',
  '?',
  '[',
  '{a,b}',
  '~',
  '~/',
  '#',
  '!',
  '--',
  '-',
  '-o',
  '--output=x',
  '-f',
  '-e',
  '-n',
  '-c',
  '/proc',
  '/dev/zero',
  '../..',
  '..',
  'w out',
  "'w out'",
  "'1e id'",
  '-x',
  '+2',
  '--pre',
  '-z',
  '-T',
  '-O',
  '--textconv',
  '--ext-diff',
  '%G',
  '\t',
  ' ',
  '\n',
  '\r',
  '\u0000',
  '\u200b',
  '\u00a0',
  '(',
  ')',
  '=',
  ',',
  ':',
  '{}',
  'é',
  '\u2019',
  'cd a && ',
  '-C',
  'tee',
  'sh',
  'xargs',
  '-print',
  '-name',
];

/** As many from either corpus. */
const LINES = fc.oneof(
  ...(['accepted.txt', 'refused.txt'] as const).map((name) =>
    fc.constantFrom(...readCorpus(name).map(({ line }) => line)),
  ),
);

/** Lines of the corpora with pieces put in, taken out, doubled or swapped. */
const mutants = fc
  .tuple(
    LINES,
    fc.array(
      fc.tuple(
        fc.constantFrom('insert', 'remove', 'replace', 'join'),
        fc.nat(200),
        fc.constantFrom(...TOKENS),
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    LINES,
  )
  .map(([line, changes, other]) =>
    changes.reduce((text, [kind, place, token]) => {
      const at = place % (text.length + 1);
      switch (kind) {
        case 'insert':
          return text.slice(0, at) + token + text.slice(at);
        case 'remove':
          return text.slice(0, at) + text.slice(at + 1 + (place % 3));
        case 'replace':
          return text.slice(0, at) + token + text.slice(at + token.length);
        default:
          return `${text} ${other.split(' ')[place % 4] ?? ''}`;
      }
    }, line),
  );

/** The words of a printed command as another parser reads them; undefined for anything but plain words. */
function readBack(command: string): readonly string[] | undefined {
  const script = parse(command.replace(/^ulimit -[dv] [0-9]+ 2>\/dev\/null; /, ''));
  const [statement, more] = script.commands;
  if ((script.errors ?? []).length > 0 || more !== undefined || statement === undefined) return undefined;
  const node: SyntaxNode = statement.command;
  if (node.type !== 'Command') return undefined;
  const words = node.suffix.flatMap((one) =>
    'value' in one && typeof one.value === 'string' ? [one.value] : [],
  );
  return [node.name?.value ?? '', ...words];
}

test('judge says something of every line, never throws, and refuses at a place in the line', () => {
  fc.assert(
    fc.property(fc.oneof(mutants, fc.string({ unit: 'binary', maxLength: 80 })), (line) => {
      const verdict = judge(line);
      if (verdict.approved) return;
      const { word, at, instead } = verdict.refusal;
      expect(line.slice(at, at + word.length)).toBe(word);
      if (instead !== undefined) expect(judge(instead).approved).toBe(true);
    }),
    { numRuns: 6000, seed: 21 },
  );
});

test('what is printed for an accepted line is read back as exactly its words', () => {
  let accepted = 0;
  fc.assert(
    fc.property(mutants, (line) => {
      const plan = planLine(line, { home: HOST.home });
      if (!plan.ok) return;
      for (const stage of plan.value.stages) {
        accepted += 1;
        const printed = printStage(stage, HOST);
        if (!printed.ok) throw new Error(JSON.stringify(printed.error));
        expect(printed.value).not.toMatch(/[\n\r\0]/);
        const [tool, ...words] = argvOf(stage, HOST.home);
        expect([line, readBack(printed.value)]).toEqual([line, [`/usr/bin/${tool ?? ''}`, ...words]]);
      }
    }),
    { numRuns: 20_000, seed: 22 },
  );
  expect(accepted).toBeGreaterThan(1500);
});

/** Words of a stage that a tool could take for something that writes, runs a program or never ends. */
const HARMFUL: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-i|-[nErs]*i|--in-place|-f|--file|-s)/,
  find: /^-(?:delete|exec|execdir|ok|okdir|fprint|fprint0|fprintf|fls|files0-from)$/,
  sort: /^(?:-o|--output|--compress-program|--random-source|-R)/,
  tail: /^(?:-f|-F|--follow|--retry)/,
  rg: /^(?:--pre(?:=|-|$)|-z|--search-zip|--hostname-bin|-f|--file(?:=|$))/,
  git: /^(?:--output|--ext-diff|--textconv|--show-signature|--open-files-in-pager|-O|--exec|--upload-pack|--recurse-submodules|--filters|--remerge-diff)/,
  grep: /^(?:-f|--file(?:=|$))/,
  file: /^(?:-C|-p|-z|-Z|-m|-f)/,
  diff: /^(?:-l|--paginate)/,
};

test('no accepted line gives a tool an option that harms, however it is spelled', () => {
  fc.assert(
    fc.property(mutants, (line) => {
      const verdict = judge(line);
      if (!verdict.approved) return;
      for (const { argv } of verdict.stages) {
        const [tool = '', ...all] = argv;
        const dashes = all.indexOf('--');
        // Behind `--` only operands stand; behind -e, -S, -G and the like, a value.
        const options = (dashes < 0 ? all : all.slice(0, dashes)).filter(
          (_word, index, words) =>
            !/^-(?:e|S|G|name|path|regex|iname|ipath|iregex|lname|printf|user|group|F|T|t|d|c)$/.test(
              words[index - 1] ?? '',
            ),
        );
        const own = tool === 'sort' ? options.filter((word) => word !== '-T') : options;
        expect([line, own.filter((word) => HARMFUL[tool]?.test(word) === true)]).toEqual([line, []]);
        // awk and tr have a program and sets there; patterns may say /proc.
        const operands = dashes < 0 || tool === 'awk' || tool === 'tr' ? [] : all.slice(dashes + 1);
        expect([
          line,
          operands.filter((word) => /^\/+(?:dev|proc|sys)(?:\/|$)/.test(posix.normalize(word))),
        ]).toEqual([line, []]);
      }
    }),
    { numRuns: 20_000, seed: 23 },
  );
});

test('the environment of git is what switches off locks, fetching, prompts and traces', () => {
  const plan = planLine('git log', {});
  const [stage] = plan.ok ? plan.value.stages : [];
  if (stage === undefined) throw new Error('git log');
  const printed = printStage(stage, HOST);
  const environment = GIT_ENVIRONMENT.map(([name, value]) => `${name}=${value === '' ? "''" : value}`);
  // In front stands the limit of memory.
  expect(printed.ok ? printed.value : '').toMatch(/^ulimit -d \d+ 2>\/dev\/null; /);
  expect(printed.ok ? printed.value : '').toContain(`; ${environment.join(' ')} /usr/bin/git `);
});
