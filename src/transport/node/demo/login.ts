import { timingSafeEqual } from 'node:crypto';
import { utils, type AuthContext } from 'ssh2';

/** The only account of the demo's host. */
export const demoUser = 'demo';

/** Lets in who proves to hold `clientKey`, as user `demo`; everybody else is refused. */
export function judgeLogin(context: AuthContext, clientKey: Buffer): void {
  if (context.method === 'publickey' && context.username === demoUser && isKey(context.key.data, clientKey)) {
    // Without a signature the client only asks whether the key would do.
    if (context.signature === undefined || verified(context, clientKey)) {
      context.accept();
      return;
    }
  }
  context.reject(['publickey']);
}

function isKey(shown: Buffer, clientKey: Buffer): boolean {
  return shown.byteLength === clientKey.byteLength && timingSafeEqual(shown, clientKey);
}

function verified(context: Extract<AuthContext, { method: 'publickey' }>, clientKey: Buffer): boolean {
  const key = utils.parseKey(clientKey);
  if (key instanceof Error || context.blob === undefined || context.signature === undefined) return false;
  // ssh2 returns an error for a signature that cannot be read, which its types do not say.
  const result: unknown = key.verify(context.blob, context.signature, context.hashAlgo);
  return result === true;
}
