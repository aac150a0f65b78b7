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
  /** Names of files that must not be opened. */
  readonly closed: readonly string[];
}

/** The system calls that are traced; those that this machine does not know are left out by `?`. */
export const TRACED: string = [
  'execve,execveat,openat,kill,write,clone,?clone3,?fork,?vfork',
  'unlinkat,renameat2,mkdirat,truncate,ftruncate,fchmod,fchmodat,fchown,fchownat,linkat,symlinkat,mknodat',
  'utimensat,setxattr,lsetxattr,fsetxattr,removexattr,lremovexattr,fremovexattr,fallocate,mount,umount2',
  'socket,connect,bind,sendto,sendmsg,ptrace,tkill,tgkill',
  '?open,?openat2,?creat,?unlink,?rmdir,?rename,?renameat,?mkdir,?chmod,?chown,?lchown,?link,?symlink,?mknod',
  '?utime,?utimes,?futimesat,?io_uring_setup',
].join(',');

const FORKS = ['clone', 'clone3', 'fork', 'vfork'];

/** Calls that are no hole by themselves. */
const HARMLESS = ['write', ...FORKS];

/** What the guarded shell itself starts; `cat` drains what standard error has beyond its limit. */
const OWN = ['env', 'sh', 'head', 'sleep', 'cat', 'setsid'];

const FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin'];

/** Tools that turn numbers of users and groups into names, for which the C library may ask a service. */
const LOOK_UP_NAMES = ['ls', 'stat', 'find', 'id', 'ps', 'git'];

/** Where the C library asks for names; nothing else may be connected to. */
const NAME_SERVICE = '{sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}';

/** Parts of git that write or open connections. */
const GIT_WRITES =
  /^(?:fetch|upload-pack|receive-pack|remote-\S+|credential\S*|gc|maintenance|update-index|pack-\S+)$/;

/** Reads what `strace -f -o` wrote. */
export function readTrace(text: string): readonly Call[] {
  const calls: Call[] = [];
  const unfinished = new Map<number, string>();
  for (const row of text.split('\n')) {
    const [, id = '', said = ''] = /^(\d+) +(.*)$/.exec(row) ?? [];
    const pid = Number(id);
    if (said === '' || said.startsWith('---') || said.startsWith('+++')) continue;
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
    const nonce = name === 'write' ? /^1, "([0-9a-f]{32}):B\\n"/.exec(args)?.[1] : undefined;
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

/** Looks at every call of one guarded shell and all that it started. */
export function checkTrace(calls: readonly Call[], allowed: Allowed): Checked {
  const holes: string[] = [];
  const images = new Map<number, string>();
  const started = new Set(
    calls.flatMap(({ pid, name, result }) => (FORKS.includes(name) ? [pid, Number(result)] : [pid])),
  );
  let programs = 0;
  let opened = 0;
  let lookups = 0;
  for (const call of calls) {
    const { pid, name, args, result } = call;
    const image = images.get(pid) ?? 'sh';
    const hole = (): void => {
      holes.push(`${image}: ${name}(${args}) = ${result}`);
    };
    switch (name) {
      case 'execve': {
        const program = /^"([^"]*)"/.exec(args)?.[1] ?? '';
        if (!mayStart(program, args, allowed)) hole();
        if (result.startsWith('0') || result === '') {
          programs += 1;
          images.set(pid, program.slice(program.lastIndexOf('/') + 1));
        }
        break;
      }
      case 'open':
      case 'openat':
      case 'openat2':
        opened += 1;
        if (!mayOpen(args, result, allowed)) hole();
        break;
      case 'kill':
        if (image !== 'sh' || !mayKill(args, started)) hole();
        break;
      case 'socket':
        if (!LOOK_UP_NAMES.includes(image) || !args.startsWith('AF_UNIX')) hole();
        break;
      case 'connect':
        lookups += 1;
        if (!LOOK_UP_NAMES.includes(image) || !args.includes(NAME_SERVICE)) hole();
        break;
      case 'sendto':
        if (!LOOK_UP_NAMES.includes(image)) hole();
        break;
      case 'tgkill':
        // A program that ends itself by the signal that it got.
        if (!args.startsWith(`${pid}, ${pid}, SIG`)) hole();
        break;
      case '???':
      case '????':
        // So strace calls what a process was about to call when it was killed: it did nothing any more.
        if (result !== '' && !result.startsWith('?')) hole();
        break;
      default:
        if (!HARMLESS.includes(name)) hole();
    }
  }
  return { holes, programs, opened, lookups };
}

function mayStart(program: string, args: string, { programs }: Allowed): boolean {
  const at = program.lastIndexOf('/');
  const name = program.slice(at + 1);
  if (name === 'git' && GIT_WRITES.test(/^"[^"]*", \["[^"]*", "([^"]*)"/.exec(args)?.[1] ?? '')) return false;
  if (programs.has(program)) return true;
  if (OWN.includes(name) && FOLDERS.includes(program.slice(0, at))) return true;
  // git starts itself for `git stash list`.
  return program === '/usr/lib/git-core/git' && [...programs].some((one) => one.endsWith('/git'));
}

function mayOpen(args: string, result: string, { closed }: Allowed): boolean {
  const path = /"((?:[^"\\]|\\.)*)"/.exec(args)?.[1] ?? '';
  const flags = args.slice(args.indexOf(`"${path}"`) + path.length + 2);
  if (/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE/.test(flags)) return path === '/dev/null';
  const isOpen = !result.startsWith('-1') && !flags.includes('O_PATH');
  return !(isOpen && closed.includes(path.slice(path.lastIndexOf('/') + 1)));
}

/** The shell ends its own group, or a process that it started. */
function mayKill(args: string, started: ReadonlySet<number>): boolean {
  const [, pid = '', signal = ''] = /^(-?\d+), (SIG[A-Z]+|0)/.exec(args) ?? [];
  return signal === 'SIGKILL' && (pid === '0' || started.has(Number(pid)));
}
