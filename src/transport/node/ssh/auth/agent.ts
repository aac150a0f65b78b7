import { createAgent, type BaseAgent, type ParsedKey } from 'ssh2';
import type { Logger } from '../../../../base/index.ts';
import { parsedKey } from './key-files.ts';
import type { Identity } from './identity.ts';

/** The keys of the agent behind `socket`, in its order; none when it does not answer. */
export async function agentIdentities(socket: string, logger: Logger): Promise<readonly Identity[]> {
  let agent: BaseAgent;
  try {
    agent = createAgent(socket);
  } catch (error) {
    logger.warn(`agent: ${socket}: ${String(error)}`);
    return [];
  }
  const keys = await new Promise<readonly ParsedKey[]>((resolve) => {
    agent.getIdentities((error, found) => {
      if (error) logger.info(`agent: ${socket}: ${String(error)}`);
      resolve((found ?? []).flatMap((key) => usable(key)));
    });
  });
  return keys.map((publicKey) => ({
    label: 'agent',
    publicKey,
    sign: (data, hash) =>
      new Promise((resolve) => {
        agent.sign(
          publicKey,
          data,
          hash === undefined ? {} : { hash: signingHash(hash) },
          (error, signature) => {
            if (error) logger.warn(`agent: ${String(error)}`);
            resolve(error ? undefined : signature);
          },
        );
      }),
  }));
}

/** ssh2's own agents give parsed keys; what else the types allow is parsed or left out. */
function usable(key: PublicKeyLike): readonly ParsedKey[] {
  if (typeof key === 'string' || Buffer.isBuffer(key)) {
    const parsed = parsedKey(key);
    return parsed === undefined ? [] : [parsed];
  }
  return 'pubKey' in key ? [] : [key];
}

type PublicKeyLike = ParsedKey | Buffer | string | { readonly pubKey: unknown };

/** The hashes that an agent can be asked for. */
function signingHash(hash: string): 'sha256' | 'sha512' {
  return hash === 'sha512' ? 'sha512' : 'sha256';
}
