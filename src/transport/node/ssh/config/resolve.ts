import { existsSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { err, ok, type Result } from '../../../../base/index.ts';
import type { TransportError } from '../../../errors.ts';
import { isHost, isPlainName } from '../../../parse-target.ts';
import type { Environment } from '../../shell.ts';
import { computeSettings } from './fallback.ts';
import { words } from './read.ts';
import type { HostSettings, RawSettings } from './settings.ts';
import { askSystemSsh } from './system-ssh.ts';
import { expandFile, replaceTokens, type TokenValues } from './tokens.ts';

export interface ResolveOptions {
  readonly configFile?: string | undefined;
  readonly homeFolder: string;
  readonly environment: Environment;
  /** The system's `ssh`; default the one on PATH. */
  readonly sshProgram?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface HostQuery {
  readonly host: string;
  readonly user?: string | undefined;
  readonly port?: number | undefined;
}

/** ssh's own identity files, in its order: what it tries where the configuration names none. */
const defaultIdentities = [
  'id_rsa',
  'id_ecdsa',
  'id_ecdsa_sk',
  'id_ed25519',
  'id_ed25519_sk',
  'id_xmss',
  'id_dsa',
];

/** The longest time limit that is kept, in seconds: timers end at once beyond 31 bits of milliseconds. */
const longest = 2_000_000;

/** What the configuration says about a host; `ssh-config` when it is broken or names an impossible host. */
export async function resolveHost(
  query: HostQuery,
  options: ResolveOptions,
): Promise<Result<HostSettings, TransportError>> {
  const configFile = options.configFile ?? '~/.ssh/config';
  const wrong = impossible(query);
  if (wrong !== undefined) return err({ code: 'ssh-config', file: configFile, detail: wrong });
  if (options.configFile !== undefined && !existsSync(options.configFile))
    return err({ code: 'ssh-config', file: options.configFile, detail: 'no such file' });
  const asked = { ...options, alias: query.host, user: query.user, port: query.port };
  const raw = (await askSystemSsh(asked)) ?? computeSettings(asked, options.homeFolder);
  if (!raw.ok) return raw;
  const settings = readSettings(query.host, raw.value, options);
  const bad = impossible(settings);
  return bad === undefined ? ok(settings) : err({ code: 'ssh-config', file: configFile, detail: bad });
}

/** Reads the values of `ssh -G`, which prints `true` and `false` as well as `yes` and `no`. */
export function readSettings(alias: string, raw: RawSettings, options: ResolveOptions): HostSettings {
  const first = (keyword: string): string | undefined => noneIsAbsent(raw.get(keyword)?.[0]);
  const flag = (keyword: string, standard: boolean): boolean => {
    const text = first(keyword)?.toLowerCase();
    return text === undefined ? standard : text === 'yes' || text === 'true';
  };
  const number = (keyword: string, standard: number): number => {
    const value = Number(first(keyword));
    return Number.isInteger(value) && value > 0 ? value : standard;
  };
  const localUser = userName(options.environment);
  const tokens: TokenValues = {
    homeFolder: options.homeFolder,
    environment: options.environment,
    localHost: hostname(),
    localUser,
    userId: process.getuid?.() ?? 0,
    alias,
    host: (first('hostname') ?? alias).replaceAll('%h', alias).replaceAll('%%', '%'),
    port: number('port', 22),
    user: first('user') ?? localUser,
    hostKeyAlias: first('hostkeyalias'),
    proxyJump: first('proxyjump') ?? '',
  };
  const file = (text: string): string => expandFile(text, tokens);
  const identities = identityFiles(raw, file, options.homeFolder);
  const proxyCommand = first('proxycommand');
  const revoked = first('revokedhostkeys');
  return {
    alias,
    host: tokens.host,
    port: tokens.port,
    user: tokens.user,
    ...identities,
    certificateFiles: (raw.get('certificatefile') ?? []).filter((text) => text !== 'none').map(file),
    identitiesOnly: flag('identitiesonly', false),
    agent: agentOf(raw.get('identityagent')?.[0], options.environment, file),
    hostKeyAlias: tokens.hostKeyAlias,
    knownHostsFiles: [
      ...fileList(first('userknownhostsfile') ?? defaultKnownHosts, file),
      ...fileList(first('globalknownhostsfile') ?? defaultGlobalKnownHosts, file),
    ],
    hostKeyAlgorithms: (first('hostkeyalgorithms') ?? '').split(',').filter((name) => name !== ''),
    revokedHostKeysFile: revoked === undefined ? undefined : file(revoked),
    knownHostsCommand: first('knownhostscommand'),
    strictHostKeys: flag('stricthostkeychecking', false),
    proxyJump: tokens.proxyJump === '' ? [] : tokens.proxyJump.split(',').map((hop) => hop.trim()),
    proxyCommand: proxyCommand === undefined ? undefined : replaceTokens(proxyCommand, tokens),
    preferredAuthentications: (first('preferredauthentications') ?? '')
      .split(',')
      .filter((method) => method !== ''),
    gssapiAllowed: flag('gssapiauthentication', false),
    publicKeyAllowed: flag('pubkeyauthentication', true),
    passwordAllowed: flag('passwordauthentication', true),
    keyboardAllowed: flag('kbdinteractiveauthentication', true),
    passwordPrompts: number('numberofpasswordprompts', 3),
    connectSeconds: Math.min(number('connecttimeout', 20), longest),
    addressFamily: { inet: 4 as const, inet6: 6 as const }[first('addressfamily') ?? ''] ?? 0,
  };
}

const defaultKnownHosts = '~/.ssh/known_hosts ~/.ssh/known_hosts2';
const defaultGlobalKnownHosts = '/etc/ssh/ssh_known_hosts /etc/ssh/ssh_known_hosts2';

function impossible(names: HostQuery): string | undefined {
  if (!isHost(names.host)) return `host name ${JSON.stringify(names.host)}`;
  if (names.user !== undefined && !isPlainName(names.user)) return `user name ${JSON.stringify(names.user)}`;
  if (names.port !== undefined && names.port > 65_535) return `port ${names.port}`;
  return undefined;
}

/** `none` is a value of ProxyJump, ProxyCommand and others, not a host or a file. */
function noneIsAbsent(text: string | undefined): string | undefined {
  return text === undefined || text === '' || text.toLowerCase() === 'none' ? undefined : text;
}

function identityFiles(
  raw: RawSettings,
  file: (text: string) => string,
  homeFolder: string,
): Pick<HostSettings, 'identityFiles' | 'identitiesNamed'> {
  const standard = defaultIdentities.map((name) => join(homeFolder, '.ssh', name));
  const listed = raw.get('identityfile') ?? [];
  if (listed.length === 0) return { identityFiles: standard, identitiesNamed: false };
  const files = listed.filter((text) => text !== 'none').map(file);
  return { identityFiles: files, identitiesNamed: listed.some((text) => !isDefaultIdentity(text, standard)) };
}

function isDefaultIdentity(text: string, standard: readonly string[]): boolean {
  return standard.includes(text) || defaultIdentities.some((name) => text === `~/.ssh/${name}`);
}

/** `ssh -G` prints several files without quotes: a name that exists as a whole is one file with spaces. */
function fileList(text: string, file: (text: string) => string): readonly string[] {
  if (text.includes(' ') && !text.includes('"') && existsSync(file(text))) return [file(text)];
  return words(text).map(file);
}

function agentOf(
  named: string | undefined,
  environment: Environment,
  file: (text: string) => string,
): string | undefined {
  if (named?.toLowerCase() === 'none') return undefined;
  if (named !== undefined && named !== '' && named !== 'SSH_AUTH_SOCK')
    return named.startsWith('$') && !named.startsWith('${') ? environment[named.slice(1)] : file(named);
  const standard = process.platform === 'win32' ? '\\\\.\\pipe\\openssh-ssh-agent' : undefined;
  return noneIsAbsent(environment['SSH_AUTH_SOCK']) ?? standard;
}

function userName(environment: Environment): string {
  try {
    return userInfo().username;
  } catch {
    return environment['USER'] ?? environment['USERNAME'] ?? '';
  }
}
