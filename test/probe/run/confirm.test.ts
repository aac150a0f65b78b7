import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmed, type ConfirmQuestion } from '../../../src/probe/index.ts';
import { makeFolder, openLocal, type Bench } from '../bench.ts';

let bench: Bench;
let before: number;

beforeAll(async () => {
  const root = makeFolder({ 'a.txt': 'alpha\nbeta\n' });
  mkdirSync(join(root, '.aws'));
  writeFileSync(join(root, '.aws', 'credentials'), 'x\n');
  bench = await openLocal(root);
});
afterAll(() => bench.close());

const asked = (
  answer: boolean | readonly boolean[],
): {
  readonly questions: ConfirmQuestion[];
  readonly run: ReturnType<typeof confirmed>['run'];
} => {
  const questions: ConfirmQuestion[] = [];
  const answers = typeof answer === 'boolean' ? undefined : [...answer];
  before = bench.ledger.entries.length;
  const prober = confirmed(bench.prober, (question) => {
    questions.push(question);
    return Promise.resolve(answers === undefined ? answer === true : (answers.shift() ?? false));
  });
  return { questions, run: (line, options) => prober.run(line, options) };
};
const sent = (): number => bench.ledger.entries.length - before;

test('a line that is confirmed is sent, and the question shows what this host would get', async () => {
  const { questions, run } = asked(true);
  const outcome = await run('grep -n beta a.txt | head -3');
  expect(outcome).toMatchObject({ kind: 'evidence', evidence: { exit: 0 } });
  expect(questions).toHaveLength(1);
  expect(questions[0]?.line).toBe('grep -n beta a.txt | head -3');
  const plain = (text: string | undefined): string => (text ?? '').replaceAll(/['"\\]/g, '');
  const command = plain(questions[0]?.command);
  expect(command).toMatch(/^\/\S*grep .*-n -e beta -- a\.txt \| \/\S*head -n 3/);
  // The words that are shown stand in what was sent.
  const entry = bench.ledger.entries.at(-1);
  for (const stage of command.split(' | '))
    expect(plain(`${entry?.launcher} ${entry?.script}`)).toContain(stage);
});

test('a line that nobody typed says what it is for', async () => {
  const { questions, run } = asked(false);
  await run('wc -l a.txt', { forCommit: true });
  await run('wc -l a.txt');
  expect(questions.map(({ forCommit }) => forCommit)).toEqual([true, undefined]);
});

test('a no is a refusal, and nothing is sent', async () => {
  const { run } = asked(false);
  expect(await run('cat a.txt')).toEqual({
    kind: 'refusal',
    line: 'cat a.txt',
    refusal: { rule: 'not-confirmed', word: 'cat a.txt', at: 0, data: {} },
  });
  expect(sent()).toBe(0);
});

test('what the policy refuses, and what the host cannot do, is not asked about', async () => {
  const { questions, run } = asked(true);
  expect(await run('rm a.txt')).toMatchObject({ kind: 'refusal', refusal: { rule: 'writes' } });
  expect(questions).toEqual([]);
  expect(sent()).toBe(0);
});

test('each line is asked about; a second time too', async () => {
  const { questions, run } = asked([true, false]);
  expect((await run('cat a.txt')).kind).toBe('evidence');
  expect((await run('cat a.txt')).kind).toBe('refusal');
  expect(questions).toHaveLength(2);
  expect(sent()).toBe(1);
});

test('a line that needs consent besides is confirmed once', async () => {
  const { questions, run } = asked(true);
  expect(await run('cat .aws/credentials')).toMatchObject({
    kind: 'error',
    error: { code: 'operand-sensitive' },
  });
  expect(await run('cat .aws/credentials', { sensitive: true })).toMatchObject({ kind: 'evidence' });
  expect(questions).toHaveLength(1);
  await run('cat .aws/credentials', { sensitive: true });
  expect(questions).toHaveLength(2);
});

test('blanks are filled in before it is shown', async () => {
  const { questions, run } = asked(false);
  await run('grep -n {{what}} a.txt', { blanks: { what: 'be ta' } });
  expect(questions[0]?.command).toContain("'be ta'");
});
