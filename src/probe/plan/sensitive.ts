import type { PolicyFacts } from './context.ts';

/** Folders whose files are keys, tokens or sessions. */
const FOLDERS = [
  '.ssh',
  '.aws',
  '.azure',
  '.gnupg',
  '.kube',
  '.oci',
  '.password-store',
  '.config/gh',
  '.config/glab-cli',
  '.config/gcloud',
  '.config/rclone',
  '.config/sops',
  '.config/op',
  '.config/chromium',
  '.config/google-chrome',
  '.local/share/keyrings',
  '.mozilla',
  '.thunderbird',
  '.terraform.d',
  '.bitcoin',
];

/** Files by their place in a folder. */
const PLACED = [
  '.docker/config.json',
  '.git/config',
  '.git/config.worktree',
  '.git/modules/*/config',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.cache/huggingface/token',
  '.huggingface/token',
  '.config/pip/pip.conf',
];

/** Files by their name alone: environments, logins of tools, histories, private keys, key stores, states. */
const NAMES = [
  '.env',
  '.env.*',
  '.envrc',
  '.netrc',
  '_netrc',
  '.pgpass',
  '.my.cnf',
  '.git-credentials',
  '.npmrc',
  '.pypirc',
  '.htpasswd',
  '.dockercfg',
  '.vault-token',
  '.vault_pass*',
  '.s3cfg',
  '.boto',
  '.passwd-s3fs',
  '.smbcredentials',
  '.msmtprc',
  '.fetchmailrc',
  '.Xauthority',
  '.ICEauthority',
  '.*_history',
  '.zhistory',
  'fish_history',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  'id_ecdsa_sk',
  'id_ed25519_sk',
  'ssh_host_*_key',
  '*.pem',
  '*.key',
  '*.p8',
  '*.p12',
  '*.pfx',
  '*.ppk',
  '*.jks',
  '*.keystore',
  '*.keytab',
  '*.kdbx',
  '*.ovpn',
  'krb5cc_*',
  'credentials.json',
  'client_secret*.json',
  'service-account*.json',
  'service_account*.json',
  'application_default_credentials.json',
  'secrets.json',
  'secrets.toml',
  'secrets.y*ml',
  'secret.y*ml',
  'kubeconfig',
  '*.kubeconfig',
  '*.tfstate',
  '*.tfstate.backup',
  '*.tfvars',
  'wallet.dat',
  '*.wallet',
];

/** Of the whole host. */
const ABSOLUTE = [
  '/etc/shadow*/',
  '/etc/gshadow*/',
  '/etc/sudoers*/*',
  '/etc/ssl/private/*',
  '/etc/wireguard/*',
  '/etc/networkmanager/system-connections/*',
];

/** What looks like these and is written to be read. */
const HARMLESS = ['.env.example', '.env.sample', '.env.template', '.env.dist', '.env.defaults'];

const PATTERNS = [
  ...FOLDERS.map((folder) => `*/${folder}/*`),
  ...[...PLACED, ...NAMES].map((name) => `*/${name}/`),
  ...ABSOLUTE,
];

/**
 * Shell patterns of resolved paths that hold keys, passwords or histories, in any case of their letters (file
 * systems of other systems do not tell it apart); the guard on the host and the policy use the same list. A
 * path is matched with a `/` behind it, so that folders match as well.
 */
export const SENSITIVE_PATTERNS: readonly string[] = PATTERNS.map(inAnyCase);

/** Patterns of paths that are not sensitive although one of the others fits. */
export const HARMLESS_PATTERNS: readonly string[] = HARMLESS.map((name) => inAnyCase(`*/${name}/`));

/** Each letter as a bracket of both its cases. */
function inAnyCase(pattern: string): string {
  return pattern.replaceAll(/[A-Za-z]/g, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

const SENSITIVE = expression(PATTERNS);
const NOT_SENSITIVE = expression(HARMLESS.map((name) => `*/${name}/`));

function expression(patterns: readonly string[]): RegExp {
  const all = patterns.map((pattern) => pattern.replaceAll('.', '\\.').replaceAll('*', '.*'));
  return new RegExp(`^(?:${all.join('|')})$`, 'is');
}

/** Folders in which names say nothing without the folder: what is sensitive there is known by its place alone. */
const HOLDERS = [
  '*/.git/*',
  ...['.config', '.docker', '.cargo', '.gem', '.huggingface', '.cache/huggingface', '.config/pip'].map(
    (folder) => `*/${folder}/`,
  ),
];

/**
 * Shell patterns of resolved folders that a walk on behalf of others does not start in: on the way down from above
 * such a folder is passed by, by its name.
 */
export const HOLDER_PATTERNS: readonly string[] = HOLDERS.map(inAnyCase);

const HOLDS = expression(HOLDERS);

/** True if a walk on behalf of others must not start at the path. */
export function holdsSecrets(path: string): boolean {
  return HOLDS.test(`${path.startsWith('/') ? '' : '/'}${path}/`);
}

/** True if a path, absolute or not, names something that should be asked about before it is read. */
export function isSensitive(path: string): boolean {
  const full = `${path.startsWith('/') ? '' : '/'}${path}/`;
  return SENSITIVE.test(full) && !NOT_SENSITIVE.test(full);
}

/**
 * The same by the name alone, for tools that walk through a tree and can leave out only what is called so:
 * wider than the patterns, as the folders above a name do not count. Shell patterns in any case.
 */
export const SENSITIVE_NAMES: {
  readonly folders: readonly string[];
  readonly files: readonly string[];
} = {
  folders: [
    ...FOLDERS.filter((folder) => !folder.includes('/')),
    '.docker',
    '.config',
    '.cargo',
    '.gem',
    '.git',
    '.huggingface',
    'keyrings',
  ].map(inAnyCase),
  files: [...NAMES, 'token'].map(inAnyCase),
};

/** The same as pathspecs of git that leave them out, wherever in the work tree the command runs. */
export const SENSITIVE_PATHSPECS: readonly string[] = [
  ...FOLDERS.map((folder) => `:(top,exclude,icase,glob)**/${folder}/**`),
  ...[...PLACED, ...NAMES].map((name) => `:(top,exclude,icase,glob)**/${name}`),
];

/** The note for evidence of a walk that left them out. */
export const SECRETS_LEFT_OUT = 'secrets-left-out';

/** True if a walk leaves them out: the line comes from others, and nobody said yes to them. */
export function leavesSecretsOut(facts: PolicyFacts): boolean {
  return facts.fence === true && facts.sensitive !== true;
}

/** Top-level folders that are never read: what is in them blocks, never ends, or is another process's. */
export const SYSTEM_FOLDERS: readonly string[] = ['dev', 'proc', 'sys'];
