import { isHarmless } from './calls.ts';

/** One traced system call, whole even where the trace shows it in two parts. */
export interface Call {
  readonly pid: number;
  readonly name: string;
  readonly args: string;
  /** Behind `=`; empty if the process was killed in it. */
  readonly result: string;
}

/** What a trace is allowed to hold. */
export interface Allowed {
  /** Absolute paths of the programs that the line names. */
  readonly programs: ReadonlySet<string>;
  /** The shell asks for the home of the account, as `id` asks for its name. */
  readonly asksForHome?: boolean;
  /** True of a resolved path that this program must not open for reading. */
  readonly isClosed: (path: string, image: string) => boolean;
}

const FORKS = ['clone', 'clone3', 'fork', 'vfork'];

/** What the guarded shell itself starts; `cat` drains what standard error has beyond its limit. */
const OWN = ['env', 'sh', 'head', 'sleep', 'cat', 'setsid'];

const FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin'];

/** Programs that start what the line names: the shell and what starts it, and xargs in a walk of ours. */
const STARTERS = ['sh', 'env', 'setsid', 'xargs'];

/** Parts of git that write or open connections. */
const GIT_WRITES =
  /^(?:fetch|upload-pack|receive-pack|remote-\S+|credential\S*|gc|maintenance|update-index|pack-\S+)$/;

/** Stands for the end of a process, whose number may be given to another one from then on. */
const ENDED = '+++';

/** Reads what `strace -f -y -o` wrote. */
export function readTrace(text: string): readonly Call[] {
  const calls: Call[] = [];
  const unfinished = new Map<number, string>();
  for (const row of text.split('\n')) {
    const [, id = '', said = ''] = /^(\d+) +(.*)$/.exec(row) ?? [];
    const pid = Number(id);
    if (said === '' || said.startsWith('---')) continue;
    if (said.startsWith('+++')) {
      const last = unfinished.get(pid);
      unfinished.delete(pid);
      if (last !== undefined) calls.push(toCall(pid, last));
      calls.push({ pid, name: ENDED, args: '', result: '' });
      continue;
    }
    if (said.endsWith('<unfinished ...>')) {
      unfinished.set(pid, said.slice(0, -'<unfinished ...>'.length).trimEnd());
      continue;
    }
    const rest = /^<\.\.\. \S+ resumed>(.*)$/.exec(said)?.[1];
    const whole = rest === undefined ? said : `${unfinished.get(pid) ?? ''}${rest}`;
    unfinished.delete(pid);
    calls.push(toCall(pid, whole));
  }
  for (const [pid, whole] of unfinished) calls.push(toCall(pid, whole));
  return calls;
}

function toCall(pid: number, text: string): Call {
  const [, name = '', args = text, result = ''] =
    /^([a-z0-9_]+|\?+)\((.*?)(?:\)\s+= (-?\d.*|\?.*))?$/.exec(text) ?? [];
  return { pid, name, args, result };
}

/** The nonce with which a guarded shell began, if it ran anything. */
export function nonceOf(calls: readonly Call[]): string | undefined {
  for (const { name, args } of calls) {
    const nonce = name === 'write' ? /^1(?:<[^>]*>)?, "([0-9a-f]{32}):B\\n"/.exec(args)?.[1] : undefined;
    if (nonce !== undefined) return nonce;
  }
  return undefined;
}

/** What a checked trace held. */
export interface Checked {
  /** What should not be there; empty is the proof. */
  readonly holes: readonly string[];
  readonly programs: number;
  readonly opened: number;
  /** Attempts to ask the name service. */
  readonly lookups: number;
}

/** Which program a process is: its own, or the one that it was forked from. */
class Images {
  readonly #own = new Map<number, string>();
  readonly #parents = new Map<number, number>();

  constructor(calls: readonly Call[]) {
    for (const { pid, name, result } of calls)
      if (FORKS.includes(name) && Number(result) > 0) this.#parents.set(Number(result), pid);
  }

  of(pid: number): string {
    const parent = this.#parents.get(pid);
    return this.#own.get(pid) ?? (parent === undefined ? 'sh' : this.of(parent));
  }

  set(pid: number, image: string): void {
    this.#own.set(pid, image);
  }

  /** Its number is free. */
  ended(pid: number): void {
    this.#own.delete(pid);
  }

  /** A child stays what it was when its parent becomes another program. */
  forked(parent: number, result: string): void {
    const child = Number(result);
    if (child > 0 && !this.#own.has(child)) this.#own.set(child, this.of(parent));
  }
}

/** Looks at every call of one guarded shell and all that it started. */
export function checkTrace(calls: readonly Call[], allowed: Allowed): Checked {
  const holes: string[] = [];
  const images = new Images(calls);
  const started = new Set(
    calls.flatMap(({ pid, name, result }) => (FORKS.includes(name) ? [pid, Number(result)] : [pid])),
  );
  let programs = 0;
  let opened = 0;
  let lookups = 0;
  for (const call of calls) {
    const { pid, name, args, result } = call;
    if (name === ENDED) {
      images.ended(pid);
      continue;
    }
    const image = images.of(pid);
    if (!isAllowed(call, image, allowed, started)) holes.push(`${image}: ${name}(${args}) = ${result}`);
    if (name === 'execve' && (result.startsWith('0') || result === '')) {
      programs += 1;
      images.set(pid, nameOf(programOf(args)));
    }
    if (FORKS.includes(name)) images.forked(pid, result);
    if (/^open(?:at2?)?$/.test(name)) opened += 1;
    if (name === 'connect') lookups += 1;
  }
  return { holes, programs, opened, lookups };
}

function isAllowed(call: Call, image: string, allowed: Allowed, started: ReadonlySet<number>): boolean {
  const { pid, name, args } = call;
  switch (name) {
    case 'execve':
      return mayStart(args, image, allowed);
    case 'open':
    case 'openat':
    case 'openat2':
      return mayOpen(call, image, allowed);
    case 'kill':
      return image === 'sh' && mayKill(args, started);
    case 'setsid':
      // Where the server made no group, the shell makes its own before anything else.
      return image === 'setsid' && started.values().next().value === pid;
    case 'tgkill':
      // A program that ends itself by the signal that it got.
      return args.startsWith(`${pid}, ${pid}, SIG`);
    default:
      return isHarmless(call, image === 'sh' && allowed.asksForHome === true ? 'id' : image);
  }
}

function programOf(args: string): string {
  return /^"([^"]*)"/.exec(args)?.[1] ?? '';
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function mayStart(args: string, image: string, { programs }: Allowed): boolean {
  const program = programOf(args);
  const name = nameOf(program);
  if (name === 'git' && GIT_WRITES.test(/^"[^"]*", \["[^"]*", "([^"]*)"/.exec(args)?.[1] ?? '')) return false;
  // git starts itself for `git stash list`.
  if (image === 'git') return program === '/usr/lib/git-core/git' && hasGit(programs);
  if (!STARTERS.includes(image)) return false;
  return (
    programs.has(program) || (OWN.includes(name) && FOLDERS.includes(program.slice(0, -name.length - 1)))
  );
}

function hasGit(programs: ReadonlySet<string>): boolean {
  return [...programs].some((one) => one.endsWith('/git'));
}

function mayOpen({ args, result }: Call, image: string, { isClosed }: Allowed): boolean {
  const path = /"((?:[^"\\]|\\.)*)"/.exec(args)?.[1] ?? '';
  const flags = args.slice(args.indexOf(`"${path}"`) + path.length + 2);
  if (/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE/.test(flags)) return path === '/dev/null';
  // The shell lists folders for a wildcard, behind links too; what it finds is guarded before it is read.
  if (image === 'sh' && flags.includes('O_DIRECTORY')) return true;
  const resolved = /^\d+<(.*)>$/.exec(result)?.[1];
  return resolved === undefined || flags.includes('O_PATH') || !isClosed(resolved, image);
}

/** The shell ends its own group, or a process that it started. */
function mayKill(args: string, started: ReadonlySet<number>): boolean {
  const [, pid = '', signal = ''] = /^(-?\d+), (SIG[A-Z]+|0)/.exec(args) ?? [];
  return signal === 'SIGKILL' && (pid === '0' || started.has(Number(pid)));
}
