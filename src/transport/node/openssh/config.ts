import { join, resolve } from 'node:path';
import type { HostSettings } from '../ssh/config/settings.ts';
import { isAtLeast, type SshVersion } from './program.ts';

export interface PrivateConfigOptions {
  /** The target's settings and those of every jump, each under the name that `ssh` is given for it. */
  readonly hops: readonly HostSettings[];
  /** Our own store of accepted host keys. */
  readonly trustStoreFile: string;
  /** The program that is asked for host keys (see `helperFiles`). */
  readonly hostKeyProgram: string;
  /** Another configuration than the user's and the system's. */
  readonly configFile: string | undefined;
  readonly homeFolder: string;
  readonly version: SshVersion;
}

/**
 * What may not be otherwise, whatever the user's configuration says: no terminal, nothing forwarded, no command
 * of the configuration's, host keys verified and never written, no control socket of the user's. `ssh` takes the
 * first value of a keyword, so these lines stand before the user's own.
 */
const fixed: readonly string[] = [
  'StrictHostKeyChecking yes',
  'UpdateHostKeys no',
  'CheckHostIP no',
  'VerifyHostKeyDNS no',
  'NoHostAuthenticationForLocalhost no',
  'ClearAllForwardings yes',
  'ForwardAgent no',
  'ForwardX11 no',
  'Tunnel no',
  'PermitLocalCommand no',
  'RemoteCommand none',
  // Only the first SetEnv counts, and there is no empty one.
  'SetEnv LC_ALL=C',
  'RequestTTY no',
  'ControlMaster no',
  'ControlPath none',
  'ControlPersist no',
  'BatchMode no',
  'LogLevel INFO',
  // As our own client has it: a stall of nine seconds is borne.
  'ServerAliveInterval 3',
  'ServerAliveCountMax 3',
];

/**
 * The configuration that our `ssh` runs with: the fixed lines and the known_hosts files of each hop with our own,
 * then the user's configuration, then the end of SendEnv, which only removes what came before it. `ssh` hands the
 * file on to the processes of ProxyJump, so that every hop is held to it.
 */
export function privateConfig(options: PrivateConfigOptions): string {
  const { hops, version, configFile } = options;
  const own = hops.flatMap((hop) => [
    `Host ${hop.alias}`,
    `  ${knownHosts(hop, options)}`,
    ...command(hop, options),
  ]);
  const lines = [
    ...fixed,
    ...(isAtLeast(version, { major: 8, minor: 7 }) ? ['ForkAfterAuthentication no'] : []),
  ];
  const included =
    configFile === undefined
      ? [join(options.homeFolder, '.ssh', 'config'), '/etc/ssh/ssh_config']
      : [resolve(configFile)];
  return [
    ...own,
    'Host *',
    ...lines.map((line) => `  ${line}`),
    ...included.flatMap((file) => ['Match all', `  Include ${quoted(file)}`]),
    'Match all',
    '  SendEnv -*',
    '',
  ].join('\n');
}

/** A file name in an ssh configuration; undefined where none of its quoting can hold it. */
export function quotable(file: string): boolean {
  return !/["\\\u0000-\u001f]|\$\{/.test(file);
}

function knownHosts(hop: HostSettings, options: PrivateConfigOptions): string {
  const files = [...hop.knownHostsFiles, options.trustStoreFile].filter(quotable);
  return `UserKnownHostsFile ${files.map(tokenFree).join(' ')}`;
}

/** A command of the user's own that knows host keys is left in place; unknown keys are then refused. */
function command(hop: HostSettings, { hostKeyProgram }: PrivateConfigOptions): readonly string[] {
  if (hop.knownHostsCommand !== undefined) return [];
  return [`  KnownHostsCommand ${tokenFree(hostKeyProgram)} %I %n %H %t %K`];
}

function tokenFree(file: string): string {
  return quoted(file.replaceAll('%', '%%'));
}

function quoted(file: string): string {
  return `"${file}"`;
}
