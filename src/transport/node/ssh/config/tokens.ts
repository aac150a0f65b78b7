import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Environment } from '../../shell.ts';

/** What the tokens of ssh_config(5) stand for. */
export interface TokenValues {
  readonly homeFolder: string;
  readonly environment: Environment;
  readonly localHost: string;
  readonly localUser: string;
  readonly userId: number;
  /** As typed. */
  readonly alias: string;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly hostKeyAlias: string | undefined;
  readonly proxyJump: string;
}

/** Replaces the `%` tokens of ssh_config(5); an unknown one stays as it is. */
export function replaceTokens(text: string, values: TokenValues): string {
  return text.replaceAll(/%(.)/g, (whole, letter: string) => tokenValue(letter, values) ?? whole);
}

/** A file name of the configuration: `~`, `${VARIABLE}` and tokens replaced. */
export function expandFile(text: string, values: TokenValues): string {
  const home = text === '~' || text.startsWith('~/') ? join(values.homeFolder, text.slice(1)) : text;
  const variables = home.replaceAll(
    /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g,
    (_, name: string) => values.environment[name] ?? '',
  );
  return replaceTokens(variables, values);
}

function tokenValue(letter: string, values: TokenValues): string | undefined {
  const table: Readonly<Record<string, string>> = {
    '%': '%',
    C: connectionHash(values),
    d: values.homeFolder,
    h: values.host,
    i: String(values.userId),
    j: values.proxyJump,
    k: values.hostKeyAlias ?? values.host,
    L: values.localHost.split('.')[0] ?? values.localHost,
    l: values.localHost,
    n: values.alias,
    p: String(values.port),
    r: values.user,
    u: values.localUser,
  };
  return table[letter];
}

function connectionHash(values: TokenValues): string {
  const text = `${values.localHost}${values.host}${values.port}${values.user}${values.proxyJump}`;
  return createHash('sha1').update(text).digest('hex');
}
