import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/base/index.ts';
import {
  createRunTarget,
  parseNotebook,
  runInvestigation,
  verifyRun,
} from '../../../src/investigation/index.ts';
import { lifecycleWords } from '../../../src/messages/index.ts';
import { PREPARATION } from '../../../src/probe/emission/launcher.ts';
import { createLedger, openProber, type Ledger, type Prober } from '../../../src/probe/index.ts';
import { createProgram, createSourceTree } from '../../../src/source/index.ts';
import { createPythonParser } from '../../../src/syntax/index.ts';
import type { Transport } from '../../../src/transport/index.ts';
import { createConnector } from '../../../src/transport/node/index.ts';
import { demoRoot } from '../../fixtures/demo/truth.ts';
import { value } from '../../support/channels.ts';
import { eventually } from '../../support/processes.ts';
import { noPrompts } from '../../support/prompts.ts';
import { makeRecorder, type Recorded, type Recorder } from '../../support/recorder.ts';
import { startSshd, type Sshd } from '../../support/sshd.ts';
import { asUser, plainUser, type TestUser } from '../../support/users.ts';

const require = createRequire(import.meta.url);
const guide = join(demoRoot, '..');
const folder = mkdtempSync(join(tmpdir(), 'sonde-wire-'));
const root = join(folder, 'project');
let user: TestUser | undefined;
let sshd: Sshd;
let recorder: Recorder;
let count = 0;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  cpSync(demoRoot, root, { recursive: true });
  const git = (...words: readonly string[]): Buffer =>
    execFileSync('git', ['-c', 'init.defaultBranch=main', '-C', root, ...words], { stdio: 'pipe' });
  git('init', '-q');
  execFileSync('git', ['-C', root, 'fast-import', '--quiet'], {
    input: readFileSync(join(guide, 'history.fi')),
  });
  git('reset', '-q');
  user = plainUser();
  if (user !== undefined) execFileSync('chown', ['-R', user.name, root]);
  recorder = makeRecorder(folder);
  sshd = await startSshd({ ...asUser(user), ...recorder.options });
});

afterAll(async () => {
  await sshd.stop();
  user?.remove();
  rmSync(folder, { recursive: true, force: true });
});

interface Open {
  readonly transport: Transport;
  readonly prober: Prober;
  readonly ledger: Ledger;
}

async function open(transportChoice: 'ssh2' | 'openssh' = 'ssh2'): Promise<Open> {
  count = recorder.read().length;
  const connector = createConnector({
    trustStoreFile: join(sshd.folder, 'trust'),
    sshConfigFile: sshd.sshConfigFile,
    transport: transportChoice,
  });
  const transport = value(
    await connector.connect({ kind: 'ssh', host: sshd.alias, root }, { prompts: noPrompts }),
  );
  const ledger = createLedger();
  return { transport, ledger, prober: value(await openProber(transport, { ledger })) };
}

function sentBy(ledger: Ledger): readonly Recorded[] {
  return ledger.sent().map(({ launcher, script }) => ({ command: launcher, input: script }));
}

/** Shells that wait. */
const waitingIn = (ledger: Ledger): number =>
  ledger.sent().filter(({ kind, over }) => kind === 'waiting' && !over).length;

/** A shell that was given nothing to run, or only prepared. */
const unused = ({ input }: Recorded): boolean => input === '' || input === PREPARATION;

const text = (record: Recorded): string => JSON.stringify(record);

/**
 * The ledger against what the host recorded since the connection was opened: the same, each as often, and in the
 * same order but for those that were on their way at the same time.
 */
async function compare({ prober, transport, ledger }: Open): Promise<readonly Recorded[]> {
  const before = count;
  // A shell that is being started when the connection ends may never come to the host.
  await eventually(() => expect(waitingIn(ledger)).toBe(2));
  await eventually(() => expect(recorder.read().length - before).toBe(sentBy(ledger).length));
  prober.dispose();
  transport.dispose();
  await eventually(() => {
    const seen = recorder.read().slice(before);
    expect(sentBy(ledger).map(text).toSorted()).toEqual(seen.map(text).toSorted());
  });
  const seen = recorder.read().slice(before);
  const places = new Map(seen.map((record, index) => [text(record), index]));
  for (const [index, record] of sentBy(ledger).entries()) {
    // Scripts differ by their nonces; shells that were given none cannot be told apart.
    if (!unused(record)) expect(Math.abs((places.get(text(record)) ?? 0) - index)).toBeLessThan(8);
  }
  return seen;
}

test('the ledger of a whole investigation is what the host itself recorded, byte for byte', async () => {
  const connection = await open();
  const { transport, prober, ledger } = connection;
  const parser = await createPythonParser({
    runtime: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammar: readFileSync(require.resolve('tree-sitter-python/tree-sitter-python.wasm')),
  });
  const tree = createSourceTree({ transport, prober, root });
  const target = await createRunTarget({
    prober,
    parser,
    tree,
    program: createProgram({ tree, parser }),
  });
  const notebook = value(parseNotebook(readFileSync(join(guide, 'demo.sonde.md'))));
  const run = await runInvestigation(notebook, {
    targets: new Map([['prefill', target]]),
    words: lifecycleWords,
    clock: systemClock,
  });
  expect(run.probes.length).toBeGreaterThan(15);
  expect(run.probes.map(({ outcome }) => outcome.kind)).not.toContain('error');
  expect(
    verifyRun(notebook, run).filter(({ kind, verdict }) => kind === 'pin' && verdict !== 'same'),
  ).toEqual([]);
  const seen = await compare(connection);
  // The handshake, every probe, every search of the analysis, and shells that were started in vain.
  const lines = ledger.sent().map(({ kind, line }) => line ?? kind);
  expect(lines[0]).toBe('handshake');
  expect(lines).toEqual(expect.arrayContaining([...run.probes.map(({ line }) => line), 'waiting']));
  expect(seen.length).toBeGreaterThan(run.probes.length + 2);
  expect(seen.filter(unused).length).toBeGreaterThan(0);
});

test('lines at the same time, a cancelled one, one that waited in vain and bytes of other scripts', async () => {
  const connection = await open();
  const { prober, ledger } = connection;
  mkdirSync(join(root, 'höher'), { recursive: true });
  const stop = new AbortController();
  const slow = prober.run('find / -name nonexistent-5813', { signal: stop.signal });
  const lines = Array.from({ length: 12 }, (_, index) => `grep -rn 'ü € 😀 ${index}' 'höher' .`);
  const running = Promise.all(lines.map((line) => prober.run(line)));
  const never = new AbortController();
  const waiting = prober.run('cat never-sent-4711', { signal: never.signal });
  never.abort();
  stop.abort();
  await Promise.all([slow, running, waiting]);
  await compare(connection);
  const sent = ledger.sent().flatMap(({ line }) => line ?? []);
  expect(sent.toSorted()).toEqual(expect.arrayContaining(lines.toSorted()));
  expect(sent).not.toContain('cat never-sent-4711');
});

test('the system’s ssh sends what its ledger says, too', async () => {
  const connection = await open('openssh');
  const { prober, ledger } = connection;
  const lines = Array.from({ length: 6 }, (_, index) => `grep -rn 'ü € ${index}' .`);
  for (const line of lines.slice(0, 2)) await prober.run(line);
  await Promise.all(lines.slice(2).map((line) => prober.run(line)));
  await compare(connection);
  expect(
    ledger
      .sent()
      .flatMap(({ line }) => line ?? [])
      .toSorted(),
  ).toEqual(lines.toSorted());
});

test('a connection that is killed: what was given to the host before is in the ledger', async () => {
  const connection = await open();
  await connection.prober.run('ls');
  const running = connection.prober.run('find / -name nonexistent-5814');
  await eventually(() => expect(recorder.read().length).toBeGreaterThan(count + 1));
  connection.transport.dispose();
  await running;
  // What was under way may have come in part, or not at all; nothing came that was not sent.
  const sent = sentBy(connection.ledger);
  for (const record of recorder.read().slice(count)) {
    const told = sent.some(
      ({ command, input }) => command === record.command && input.startsWith(record.input),
    );
    expect(told ? undefined : record).toBeUndefined();
  }
});
