import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../src/probe/catalogue/index.ts';
import { GIT_PREFIX } from '../../src/probe/catalogue/git/hardening.ts';
import { judge, type Stage } from '../../src/probe/index.ts';
import { countKinds, pointsAt, readAccepted, readRefused } from './corpora.ts';
import { acceptedOptions, commandsOf, missingOptions, missingRefusals } from './coverage.ts';

const ACCEPTED = readAccepted();
const REFUSED = readRefused();

/** The words of each stage as they would be typed; the hardening of git as an ellipsis. */
function sent(stages: readonly Stage[]): string {
  return stages
    .map(({ argv: [tool = '', ...words] }) => {
      if (tool !== 'git') return [tool, ...words].map(shown).join(' ');
      expect(words.slice(0, GIT_PREFIX.length)).toEqual(GIT_PREFIX);
      return `…${words.slice(GIT_PREFIX.length).map(shown).join(' ')}`;
    })
    .join(' | ');
}

function shown(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

describe('accepted', () => {
  test.each(ACCEPTED)('$kind: $line', ({ line, sent: expected }) => {
    const verdict = judge(line);
    if (!verdict.approved) throw new Error(JSON.stringify(verdict.refusal));
    if (expected !== undefined) expect(sent(verdict.stages)).toBe(expected);
  });
});

describe('refused, for the right reason', () => {
  test.each(REFUSED)('$kind, $rule: $line', ({ line, rule, because }) => {
    const verdict = judge(line);
    if (verdict.approved) throw new Error(`approved: ${line}`);
    const { refusal } = verdict;
    expect(refusal.rule).toBe(rule);
    expect(pointsAt(refusal)).toContain(because);
    expect(line.slice(refusal.at, refusal.at + refusal.word.length)).toBe(refusal.word);
    for (const one of [refusal.instead, ...(refusal.then ?? [])])
      if (one !== undefined) expect([one, judge(one).approved]).toEqual([one, true]);
  });
});

describe('the corpora are whole', () => {
  test('each line stands once, under a kind and with a reason', () => {
    const lines = [...ACCEPTED, ...REFUSED];
    expect(new Set(lines.map(({ line }) => line)).size).toBe(lines.length);
    expect(lines.filter(({ kind, reason }) => kind === '' || reason === '')).toEqual([]);
    expect(ACCEPTED.filter(({ sent: held }) => held !== undefined).length).toBeGreaterThanOrEqual(100);
  });

  test('as many lines of each kind as there are', () => {
    const [accepted, refused] = [countKinds(ACCEPTED), countKinds(REFUSED)];
    expect(ACCEPTED.length).toBeGreaterThanOrEqual(250);
    expect(REFUSED.length).toBeGreaterThanOrEqual(500);
    const report = [...refused, ...accepted].map(([kind, count]) => `  ${String(count).padStart(4)} ${kind}`);
    process.stdout.write(
      `corpora: ${String(REFUSED.length)} refused in ${String(refused.size)} kinds, ` +
        `${String(ACCEPTED.length)} accepted in ${String(accepted.size)} kinds\n${report.join('\n')}\n`,
    );
  });

  test('every way in which a command can harm has a kind of its own', () => {
    const kinds = new Set(REFUSED.map(({ kind, rule }) => `${kind} [${rule}]`));
    for (const kind of HARMS) expect([kind, kinds.has(kind)]).toEqual([kind, true]);
  });

  const commands = [...new Set(CATALOGUE.map((row) => row.name))];

  test.each(commands)('%s stands in both', (name) => {
    expect(ACCEPTED.some(({ line }) => commandsOf(line).includes(name))).toBe(true);
    expect(REFUSED.some(({ line }) => new RegExp(`(?:^|[|&\\s])${name}(?:\\s|$)`).test(line))).toBe(true);
  });

  test('every subcommand of git stands in both', () => {
    for (const { name } of CATALOGUE.flatMap((row) => row.subcommands ?? [])) {
      const typed = new RegExp(`^git (?:-\\S+ )*${name}(?: |$)`);
      expect([name, ACCEPTED.some(({ line }) => typed.test(line))]).toEqual([name, true]);
      expect([name, REFUSED.some(({ line }) => typed.test(line))]).toEqual([name, true]);
    }
  });

  test('every option of every row stands in an accepted line', () => {
    expect(missingOptions(acceptedOptions(ACCEPTED.map(({ line }) => line)))).toEqual([]);
  });

  test('every option that a row refuses stands in a line that is refused because of it', () => {
    expect(missingRefusals(REFUSED)).toEqual([]);
  });
});

/** The cells of what commands can do besides reading, each with lines of its own. */
const HARMS: readonly string[] = [
  'sed, writes [writes]',
  'sed, runs programs [runs-programs]',
  'sed, scripts that read more, loop or hide a command [script]',
  'awk, writes [writes]',
  'awk, runs programs [runs-programs]',
  'awk, loops and grows [script]',
  'find, writes [writes]',
  'find, runs programs [runs-programs]',
  'grep, reads more [option]',
  'grep, hangs [option]',
  'ripgrep, runs programs [runs-programs]',
  'ripgrep, reads more [option]',
  'sort, writes [writes]',
  'sort, runs programs [runs-programs]',
  'sort, hangs or eats memory [option]',
  'uniq, writes [extra-operand]',
  'head and tail, never end [follow]',
  'other filters, take memory [option-value]',
  'gzip, writes [writes]',
  'files, write [writes]',
  'files, run programs [runs-programs]',
  'files, read more or block [option]',
  'ps, the environment and more [option]',
  'commands that write [writes]',
  'commands that run others [runs-programs]',
  'commands that start another [wrapper]',
  'commands that use the network [network]',
  'git, options that write [writes]',
  'git, options that run programs [runs-programs]',
  'git, options that wait or read more [option]',
  'git, subcommands that write [subcommand]',
  'git, subcommands that use the network [network]',
  'syntax, substitution [substitution]',
  'syntax, expansion [expansion]',
  'syntax, redirection [redirection]',
  'syntax, control characters [control-character]',
  'syntax, invisible characters [invisible-character]',
  'syntax, look-alikes [look-alike]',
];
