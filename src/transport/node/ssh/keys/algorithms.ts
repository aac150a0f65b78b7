import type { ServerHostKeyAlgorithm } from 'ssh2';

/** What ssh2 can verify, in its order of preference; `ssh-rsa` (SHA-1) only where configured. */
const supported: readonly ServerHostKeyAlgorithm[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
  'ssh-rsa',
];

const standard = supported.filter((name) => name !== 'ssh-rsa');

/**
 * The host key algorithms to offer: those of the configuration that ssh2 has, the ones of known key types
 * first, so that a host which has several keys shows the known one. Empty when there is no common one.
 */
export function offeredAlgorithms(
  configured: readonly string[],
  types: readonly string[],
): ServerHostKeyAlgorithm[] {
  const wanted =
    configured.length === 0
      ? standard
      : configured.flatMap((name) => supported.filter((other) => other === name));
  const known = wanted.filter((name) => types.includes(typeOf(name)));
  return [...known, ...wanted.filter((name) => !known.includes(name))];
}

/** The key type that an algorithm signs with. */
function typeOf(algorithm: ServerHostKeyAlgorithm): string {
  return algorithm.startsWith('rsa-') ? 'ssh-rsa' : algorithm;
}
