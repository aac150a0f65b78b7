import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createLedger, openProber, type PolicyFacts, type Prober } from '../../src/probe/index.ts';
import { planLine } from '../../src/probe/plan/plan-line.ts';
import { createConnector } from '../../src/transport/node/index.ts';
import { value } from '../support/channels.ts';
import { eventually } from '../support/processes.ts';
import { noPrompts } from '../support/prompts.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { makeTestUser, type TestUser } from '../support/users.ts';
import { makeBusyboxJail } from './jail.ts';
import { acceptedMutants } from './lines/mutants.ts';
import { TRACED } from './calls.ts';
import { checkTrace, nonceOf, readTrace } from './trace.ts';
import { makeHostileTree, SECRET, snapshot, withoutSharedIndexTimes, type HostileTree } from './tree/tree.ts';

export interface TracedOptions {
  readonly count: number;
  readonly seed: number;
  /** Whose tools the host has; default GNU's. Busybox has no git, so its lines name none. */
  readonly userland?: 'gnu' | 'busybox';
  /** Lines at a time. */
  readonly lanes?: number;
  /** Told now and then how many lines have run. */
  readonly progress?: (ran: number) => void;
}

/** What a traced run found. */
export interface TracedReport {
  /** Mutants that were made to get the approved ones. */
  readonly tried: number;
  readonly approved: number;
  /** How the approved lines ended: `evidence`, `time`, `bytes`, or the code of an error. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Probes and handshakes whose whole trace was read. */
  readonly traces: number;
  readonly programs: number;
  readonly opened: number;
  readonly lookups: number;
  /** The line and what it did that it must not do. */
  readonly holes: readonly (readonly [line: string, hole: string])[];
  /** Rows of the snapshots that differ. */
  readonly changed: readonly string[];
  /** Probes of which no trace was found. */
  readonly untraced: readonly string[];
}

/** A program for the server that runs what a client asks for under strace, one trace a session. */
export function writeTracer(folder: string): { readonly program: string; readonly traces: string } {
  const traces = join(folder, 'traces');
  mkdirSync(traces);
  chmodSync(traces, 0o1777);
  const program = join(folder, 'tracer');
  // The tracer is a grandchild in a session of its own, so that the shell leads its group as without it.
  const trace = `strace -DDD -f -qq -y --seccomp-bpf -s 512 -e signal=none -e 'trace=${TRACED}' -o '${traces}'/$$`;
  const text = `#!/bin/sh\nexec ${trace} sh -c "\${1:-$SSH_ORIGINAL_COMMAND}"\n`;
  writeFileSync(program, text, { mode: 0o755 });
  return { program, traces };
}

/** Runs approved mutants over a real server as an unprivileged user, under strace, in the hostile tree. */
export async function runTraced(options: TracedOptions): Promise<TracedReport> {
  const user = makeTestUser();
  const outside = mkdtempSync(join(tmpdir(), 'sonde-traced-'));
  chmodSync(outside, 0o755);
  try {
    const { program, traces } = writeTracer(outside);
    const tree = makeHostileTree(user, join(outside, 'vault'));
    const jail = options.userland === 'busybox' ? makeBusyboxJail([user.home, outside]) : undefined;
    try {
      const sshd = await startSshd({
        user: user.name,
        sftp: false,
        maxSessions: 20,
        forceCommand: `exec ${program}`,
        config: jail === undefined ? [] : [`ChrootDirectory ${jail.folder}`],
      });
      try {
        return await runOn(sshd, user, tree, traces, options);
      } finally {
        await sshd.stop();
      }
    } finally {
      jail?.remove();
    }
  } finally {
    user.remove();
    rmSync(outside, { recursive: true, force: true });
  }
}

async function runOn(
  sshd: Sshd,
  user: TestUser,
  tree: HostileTree,
  traces: string,
  { count, seed, userland = 'gnu', lanes = 4, progress }: TracedOptions,
): Promise<TracedReport> {
  const { root, watched } = tree;
  const { lines, tried } = acceptedMutants(count, seed, { root, home: user.home }, (line) =>
    userland === 'gnu' ? true : !/\b(?:git|rg)\b/.test(line),
  );
  const before = withoutSharedIndexTimes(snapshot(watched));
  const connector = createConnector({
    trustStoreFile: join(sshd.folder, 'trust'),
    sshConfigFile: sshd.sshConfigFile,
  });
  const target = { kind: 'ssh', host: sshd.alias, root } as const;
  const transport = value(await connector.connect(target, { prompts: noPrompts }));
  const ledger = createLedger();
  const prober = value(await openProber(transport, { ledger, sandbox: 'off' }));
  const outcomes: Record<string, number> = {};
  const holes: [string, string][] = [];
  const waiting = [...lines];
  const lane = async (): Promise<void> => {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
      const outcome = await outcomeOf(prober, line);
      outcomes[outcome.name] = (outcomes[outcome.name] ?? 0) + 1;
      if (outcome.text.includes(SECRET)) holes.push([line, 'printed what is behind a link']);
      if (waiting.length % 100 === 0) progress?.(count - waiting.length);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  prober.dispose();
  transport.dispose();
  await eventually(() => expect(running(user.name)).toEqual([]));
  const lineOf = new Map<string, string>();
  for (const { launcher, script, line } of ledger.entries) {
    const nonce = /echo ([0-9a-f]{32}):B/.exec(launcher + script)?.[1];
    if (nonce !== undefined) lineOf.set(nonce, line ?? '');
  }
  const sums = { traces: 0, programs: 0, opened: 0, lookups: 0 };
  for (const name of readdirSync(traces)) {
    const calls = readTrace(readFileSync(join(traces, name), 'latin1'));
    const nonce = nonceOf(calls);
    const line = nonce === undefined ? undefined : lineOf.get(nonce);
    if (nonce !== undefined) lineOf.delete(nonce);
    const programs = programsOf(prober, line, { root, home: user.home });
    const checked = checkTrace(calls, {
      programs,
      // Only the handshake is no line of somebody.
      asksForHome: line === '',
      isClosed: isClosedIn(tree, isWalk(line)),
    });
    holes.push(...checked.holes.map((hole): [string, string] => [line ?? '(no probe)', hole]));
    if (nonce !== undefined) sums.traces += 1;
    sums.programs += checked.programs;
    sums.opened += checked.opened;
    sums.lookups += checked.lookups;
  }
  return {
    tried,
    approved: lines.length,
    outcomes,
    ...sums,
    holes,
    changed: difference(before, withoutSharedIndexTimes(snapshot(watched))),
    untraced: [...lineOf.values()],
  };
}

/** What programs read of themselves and of the machine, and what a device may be opened. */
const SYSTEM: Readonly<Record<string, RegExp>> = {
  sh: /^\/proc\/\d+\/stat$/,
  ps: /^\/(?:proc|sys\/devices\/system)\//,
  uptime: /^\/proc\/(?:uptime|loadavg|stat|sys\/kernel\/osrelease)$/,
};
/** What the C library and runtimes read: their own mappings, how many processors there are, file systems. */
const EVERYBODY =
  /^\/proc\/(?:\d+\/(?:maps|cgroup|mountinfo|mounts)|filesystems|meminfo|stat|sys\/kernel\/ngroups_max)$|^\/sys\/(?:devices\/system\/(?:cpu|node)|fs\/cgroup)(?:\/|$)/;

/** Nothing that blocks, never ends or is secret is opened by any name, nor what the kernel shows of others. */
function isClosedIn(
  { closed, vault }: HostileTree,
  walks: boolean,
): (path: string, image: string) => boolean {
  return (path, image) => {
    if (!/^\/(?:dev|proc|sys)\//.test(path)) return closed.has(path) && !(walks && path.startsWith(vault));
    const isOwn =
      EVERYBODY.test(path) || (Object.hasOwn(SYSTEM, image) && SYSTEM[image]?.test(path) === true);
    return path !== '/dev/null' && !isOwn;
  };
}

/** True of a line that searches a tree: who names a folder of keys there has them searched. */
function isWalk(line: string | undefined): boolean {
  const plan = planLine(line ?? '', {});
  if (!plan.ok) return false;
  return plan.value.stages.some((stage) =>
    stage.args.some((one) => one.kind === 'path' && one.path.recursive),
  );
}

/** Bytes that a line may print: some tools write each few of them by a call of its own, and all are traced. */
const OUTPUT = 100_000;

async function outcomeOf(
  prober: Prober,
  line: string,
): Promise<{ readonly name: string; readonly text: string }> {
  const outcome = await prober.run(line, { time: 5, limit: OUTPUT });
  switch (outcome.kind) {
    case 'evidence': {
      const { stdout, stderr, truncated } = outcome.evidence;
      return { name: truncated ?? 'evidence', text: Buffer.concat([stdout, stderr]).toString('latin1') };
    }
    case 'error':
      return { name: outcome.error.code, text: '' };
    case 'refusal':
      return { name: `refused: ${outcome.refusal.rule}`, text: '' };
  }
}

/** What a probe of this line may start; the handshake ('') asks every tool, and an unused shell none. */
function programsOf(prober: Prober, line: string | undefined, facts: PolicyFacts): ReadonlySet<string> {
  const { tools } = prober.host;
  if (line === undefined) return new Set();
  const uname = ['/usr/bin/uname', '/bin/uname'];
  if (line === '') return new Set([...uname, ...Object.values(tools).map(({ path }) => path)]);
  const plan = planLine(line, facts);
  const stages = plan.ok ? plan.value.stages : [];
  const walks = stages.some(
    (stage) => stage.walk?.userlands.includes(tools[stage.row.tool]?.kind ?? 'unknown') === true,
  );
  const named = [...stages.map(({ row }) => row.tool), 'readlink', ...(walks ? ['find', 'xargs'] : [])];
  return new Set(named.flatMap((tool) => tools[tool]?.path ?? []));
}

/** What the user runs; what is dead but not reaped does not count. */
function running(user: string): readonly string[] {
  return execFileSync('ps', ['-eo', 'user:64=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((row) => row.startsWith(`${user} `) && !/^\S+\s+Z/.test(row));
}

function difference(before: string, after: string): readonly string[] {
  const [old, now] = [before, after].map((text) => new Set(text.split('\n')));
  if (old === undefined || now === undefined) return [];
  return [
    ...[...old].filter((row) => !now.has(row)).map((row) => `- ${row}`),
    ...[...now].filter((row) => !old.has(row)).map((row) => `+ ${row}`),
  ];
}
