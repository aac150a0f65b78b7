import type { PolicyFacts } from './context.ts';

/**
 * Shell patterns of resolved paths that hold keys, passwords or histories; the guard on the host and the
 * policy use the same list. A path is matched with a `/` behind it, so that folders match as well.
 */
export const SENSITIVE_PATTERNS: readonly string[] = [
  '*/.ssh/*',
  '*/.aws/*',
  '*/.gnupg/*',
  '*/.kube/*',
  '*/.docker/config.json/',
  '*/.netrc/',
  '*/.pgpass/',
  '*/.git-credentials/',
  '*/.config/gh/*',
  '*/.config/gcloud/*',
  '*/.env/',
  '*/.env.*/',
  '*/.*_history/',
  '*/id_rsa/',
  '*/id_ecdsa/',
  '*/id_ed25519/',
  '/etc/shadow*/',
  '/etc/gshadow*/',
  '/etc/sudoers*/*',
  '/etc/ssl/private/*',
];

const SENSITIVE = new RegExp(
  `^(?:${SENSITIVE_PATTERNS.map((pattern) => pattern.replaceAll('.', '\\.').replaceAll('*', '.*')).join('|')})$`,
  's',
);

/** True if a path, absolute or not, names something that should be asked about before it is read. */
export function isSensitive(path: string): boolean {
  return SENSITIVE.test(`${path.startsWith('/') ? '' : '/'}${path}/`);
}

/**
 * The same by the name alone, for tools that walk through a tree and can leave out only what is called so:
 * wider than the patterns, as the folders above a name do not count.
 */
export const SENSITIVE_NAMES = {
  folders: ['.ssh', '.aws', '.gnupg', '.kube', '.docker', '.config'],
  files: [
    '.netrc',
    '.pgpass',
    '.git-credentials',
    '.env',
    '.env.*',
    '.*_history',
    'id_rsa',
    'id_ecdsa',
    'id_ed25519',
  ],
} as const;

/** The note for evidence of a walk that left them out. */
export const SECRETS_LEFT_OUT = 'secrets-left-out';

/** True if a walk leaves them out: the line comes from others, and nobody said yes to them. */
export function leavesSecretsOut(facts: PolicyFacts): boolean {
  return facts.fence === true && facts.sensitive !== true;
}

/** Top-level folders that are never read: what is in them blocks, never ends, or is another process's. */
export const SYSTEM_FOLDERS: readonly string[] = ['dev', 'proc', 'sys'];
