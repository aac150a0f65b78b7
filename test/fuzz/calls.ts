/** The most frequent of the quiet calls, which are not even traced. */
const UNTRACED: readonly string[] = [
  ...['read', 'pread64', 'close', 'fstat', 'stat', 'lstat', 'newfstatat', 'statx', 'getdents64', 'lseek'],
  ...['access', 'readlink', 'brk', 'munmap', 'mprotect', 'rt_sigaction', 'rt_sigprocmask', 'rt_sigreturn'],
  ...['futex', 'wait4'],
];

/**
 * For `strace -e`: everything but those. The list is short because a long one makes strace pass over calls whose
 * numbers it does not know; the test of planted violations holds that.
 */
export const TRACED = `!${UNTRACED.map((name) => `?${name}`).join(',')}`;

/**
 * System calls that only read, wait, or change nothing but the process that makes them. Every other one that no
 * rule allows is a hole: calls that nobody thought of, and calls that are newer than the tracer, count as holes
 * and not as nothing.
 */
const QUIET: readonly string[] = [
  // What a descriptor gives, and what it is.
  ...['readv', 'preadv', 'preadv2', 'fadvise64', 'readahead', 'getdents', 'fstatfs', 'close_range'],
  ...['dup', 'dup2', 'dup3', 'pipe', 'pipe2'],
  // What a path is.
  ...['faccessat', 'faccessat2', 'readlinkat', 'statfs', 'getcwd', 'chdir', 'fchdir', 'name_to_handle_at'],
  ...['getxattr', 'lgetxattr', 'fgetxattr', 'listxattr', 'llistxattr', 'flistxattr'],
  // Waiting.
  ...['poll', 'ppoll', 'select', 'pselect6', 'epoll_create', 'epoll_create1', 'epoll_ctl', 'epoll_wait'],
  ...['epoll_pwait', 'nanosleep', 'clock_nanosleep', 'waitid', 'pause', 'alarm', 'setitimer', 'getitimer'],
  ...['eventfd', 'eventfd2', 'sched_yield', 'restart_syscall'],
  // Memory of its own; a shared mapping of a file is made by mmap, for which there is a rule.
  ...['mremap', 'madvise', 'mincore', 'mlock', 'munlock', 'membarrier', 'memfd_create'],
  ...['get_mempolicy', 'set_mempolicy'],
  // Signals that it gets, and the process itself.
  ...['rt_sigsuspend', 'rt_sigtimedwait', 'rt_sigpending', 'sigaltstack', 'exit', 'exit_group', 'umask'],
  ...['setrlimit', 'arch_prctl', 'set_tid_address', 'rseq', 'set_robust_list', 'get_robust_list'],
  // Who it is: an unprivileged user can only stay who that is.
  ...['setuid', 'setgid', 'setresuid', 'setresgid', 'setgroups'],
  // Who and when.
  ...[
    'getpid',
    'gettid',
    'getppid',
    'getpgrp',
    'getpgid',
    'getsid',
    'getuid',
    'geteuid',
    'getgid',
    'getegid',
  ],
  ...['getresuid', 'getresgid', 'getgroups', 'getrlimit', 'getrusage', 'getpriority', 'ioprio_get', 'times'],
  ...['time', 'gettimeofday', 'clock_gettime', 'clock_getres', 'uname', 'sysinfo', 'getrandom', 'getcpu'],
  ...['sched_getaffinity', 'sched_getparam', 'sched_getscheduler', 'capget'],
];

/** Programs that turn numbers of users and groups into names, for which the C library may ask a service. */
const LOOK_UP_NAMES = ['ls', 'stat', 'find', 'id', 'ps', 'git', 'whoami'];

/** Where the C library asks for names; nothing else may be connected to. */
const NAME_SERVICE = '{sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}';

/** What may be asked of an open file: kinds and sizes, never its flags or its content. */
const IOCTLS =
  /^(?:TCGETS|TCGETS2|TIOCGWINSZ|TIOCGPGRP|FIONREAD|FIOCLEX|FS_IOC_FIEMAP|FIGETBSZ|BLKGETSIZE64)$/;

const FCNTLS =
  /^(?:F_GETFD|F_SETFD|F_GETFL|F_SETFL|F_DUPFD|F_DUPFD_CLOEXEC|F_GETLK|F_GETPIPE_SZ|F_SETPIPE_SZ)$/;

/** What only names or restricts the process itself. */
const PRCTLS =
  /^(?:PR_SET_NAME|PR_GET_\w+|PR_SET_NO_NEW_PRIVS|PR_SET_PDEATHSIG|PR_CAPBSET_READ|PR_SET_SECCOMP|PR_SET_VMA|PR_SET_DUMPABLE)$/;

/** A descriptor that is not a file: what is written to it goes to the client, another stage, or nowhere. */
const NO_FILE = /^\d+<(?:pipe:|socket:|UNIX|\/dev\/null>|anon_inode:\[eventfd\])/;

const argument = (args: string, index: number): string => args.split(', ')[index] ?? '';

/** Calls that are allowed if what they are given is harmless; `image` is the program that makes them. */
const RULES: Readonly<Record<string, (args: string, image: string) => boolean>> = {
  write: (args) => NO_FILE.test(args),
  writev: (args) => NO_FILE.test(args),
  copy_file_range: (args) => NO_FILE.test(argument(args, 2)),
  splice: (args) => NO_FILE.test(argument(args, 2)),
  sendfile: (args) => NO_FILE.test(args),
  mmap: (args) =>
    !args.includes('MAP_SHARED') || !args.includes('PROT_WRITE') || args.includes('MAP_ANONYMOUS'),
  ioctl: (args) => IOCTLS.test(argument(args, 1).replace(/^.* or /, '')),
  fcntl: (args) => FCNTLS.test(argument(args, 1).replace(/\).*$/, '')),
  prctl: (args) => PRCTLS.test(argument(args, 0)),
  // A limit of its own.
  prlimit64: (args) => args.startsWith('0, '),
  // file puts itself into a sandbox.
  seccomp: (_args, image) => image === 'file',
  // The one admitted change: git renews the times of the shared part of a split index.
  utimensat: (args, image) =>
    image === 'git' && /"(?:[^"]*\/)?sharedindex\.[0-9a-f]{40}", NULL, 0$/.test(args),
  clone: () => true,
  clone3: () => true,
  fork: () => true,
  vfork: () => true,
  socket: (args, image) => LOOK_UP_NAMES.includes(image) && args.startsWith('AF_UNIX'),
  connect: (args, image) => LOOK_UP_NAMES.includes(image) && args.includes(NAME_SERVICE),
  sendto: (_args, image) => LOOK_UP_NAMES.includes(image),
};

/** The tracer's names for what a process was about to call when it was killed: it did nothing any more. */
const NO_CALL = /^(?:\?+|syscall_0xf{15}e)$/;

/** The part of a traced call that counts. */
interface Made {
  readonly name: string;
  readonly args: string;
  /** Empty if the process was killed in it. */
  readonly result: string;
}

/** True of a call that is harmless in itself: neither opens, starts nor ends anything. */
export function isHarmless({ name, args, result }: Made, image: string): boolean {
  if (NO_CALL.test(name)) return result === '' || result.startsWith('?');
  return QUIET.includes(name) || (Object.hasOwn(RULES, name) && RULES[name]?.(args, image) === true);
}
