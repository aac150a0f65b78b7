import { readFile } from 'node:fs/promises';
import { utils, type ParsedKey } from 'ssh2';
import type { ConnectPrompts } from '../../../contract.ts';
import type { TransportError } from '../../../errors.ts';
import { keyTypeOf } from '../keys/public-key.ts';
import type { Identity } from './identity.ts';
import { convertPkcs8, isPkcs8 } from './pkcs8.ts';
import { readKeyFile } from './private-key.ts';

export type KeyProblem = Extract<TransportError, { code: 'key-unreadable' }>;

/** What an identity file came to. */
export type LoadedKey =
  | { readonly kind: 'identity'; readonly identity: Identity }
  /** Only its public half is a file: the agent may hold the other. */
  | { readonly kind: 'public'; readonly publicKey: Buffer }
  | { readonly kind: 'security-key' }
  | { readonly kind: 'problem'; readonly problem: KeyProblem };

/** Wrong passphrases that are taken for one key. */
const passphraseTries = 3;

/**
 * Loads an identity file. A passphrase is asked for only when the key has to sign, unless the public half
 * can be told in no other way; what goes wrong then is told to `report`.
 */
export async function loadKeyFile(
  file: string,
  prompts: ConnectPrompts,
  report: (problem: KeyProblem) => unknown,
): Promise<LoadedKey> {
  const text = await readText(file);
  const publicHalf = await readPublicHalf(`${file}.pub`);
  if (typeof text !== 'string') {
    if (publicHalf !== undefined) return { kind: 'public', publicKey: publicHalf };
    return { kind: 'problem', problem: { code: 'key-unreadable', file, reason: text.reason } };
  }
  const facts = readKeyFile(text);
  if (facts === undefined) {
    const itself = publicKeyOf(text);
    if (itself !== undefined) return { kind: 'public', publicKey: itself };
    return { kind: 'problem', problem: { code: 'key-unreadable', file, reason: 'format' } };
  }
  const shown = facts.publicKey ?? publicHalf;
  if (shown !== undefined && keyTypeOf(shown).startsWith('sk-')) return { kind: 'security-key' };
  const label = `publickey:${file}`;
  if (!facts.encrypted) {
    const key = parsedKey(text);
    if (key === undefined)
      return { kind: 'problem', problem: { code: 'key-unreadable', file, reason: 'format' } };
    return {
      kind: 'identity',
      identity: { label, publicKey: key, sign: signer(() => Promise.resolve(key)) },
    };
  }
  const unlock = once(() => decrypt(file, text, prompts, report));
  const publicKey = shown === undefined ? await unlock() : parsedKey(shown);
  if (publicKey === undefined)
    return { kind: 'problem', problem: { code: 'key-unreadable', file, reason: 'passphrase' } };
  return { kind: 'identity', identity: { label, publicKey, sign: signer(unlock) } };
}

/** A key that ssh2 can use, or `undefined`. */
export function parsedKey(data: Buffer | string, passphrase?: string): ParsedKey | undefined {
  if (typeof data === 'string' && isPkcs8(data)) {
    const converted = convertPkcs8(data, passphrase);
    return converted === undefined ? undefined : parsedKey(converted);
  }
  const key = passphrase === undefined ? utils.parseKey(data) : utils.parseKey(data, passphrase);
  if (key instanceof Error) return undefined;
  // Some formats may hold several keys; ssh2 then returns a list, which its types do not say.
  return Array.isArray(key) ? undefined : key;
}

async function decrypt(
  file: string,
  text: string,
  prompts: ConnectPrompts,
  report: (problem: KeyProblem) => unknown,
): Promise<ParsedKey | undefined> {
  for (let tries = 0; tries < passphraseTries; tries += 1) {
    const passphrase = await prompts.secret({ kind: 'passphrase', file });
    if (passphrase === undefined) break;
    const key = parsedKey(text, passphrase);
    if (key !== undefined) return key;
  }
  report({ code: 'key-unreadable', file, reason: 'passphrase' });
  return undefined;
}

function signer(unlock: () => Promise<ParsedKey | undefined>): Identity['sign'] {
  return async (data, hash) => {
    const key = await unlock();
    const signature: unknown = key?.sign(data, hash);
    return Buffer.isBuffer(signature) ? signature : undefined;
  };
}

function once<T>(task: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= task());
}

async function readText(file: string): Promise<string | { readonly reason: KeyProblem['reason'] }> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { reason: missing ? 'missing' : 'permission' };
  }
}

async function readPublicHalf(file: string): Promise<Buffer | undefined> {
  const text = await readText(file);
  return typeof text === 'string' ? publicKeyOf(text) : undefined;
}

/** The key of a line `type base64 comment`, whose type the key itself repeats. */
function publicKeyOf(text: string): Buffer | undefined {
  const [, type, encoded] = /^([a-z0-9@.-]+) ([A-Za-z0-9+/]+=*)(?:\s|$)/.exec(text) ?? [];
  if (encoded === undefined) return undefined;
  const key = Buffer.from(encoded, 'base64');
  return keyTypeOf(key) === type ? key : undefined;
}
