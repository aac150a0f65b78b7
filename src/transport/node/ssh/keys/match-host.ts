import { createHmac, timingSafeEqual } from 'node:crypto';
import { wildcard } from '../config/read.ts';

/** How a host is filed in known_hosts: in lower case, `[host]:port` unless the port is 22. */
export function knownName(host: string, port: number): string {
  const lower = host.toLowerCase();
  return port === 22 ? lower : `[${lower}]:${port}`;
}

/**
 * Whether the names of an entry cover `name`: a hashed name, or patterns with `*` and `?` of which none
 * with `!` may match.
 */
export function coversHost(patterns: readonly string[], name: string): boolean {
  let covered = false;
  for (const pattern of patterns) {
    if (pattern.startsWith('|')) {
      covered ||= matchesHash(pattern, name);
      continue;
    }
    const negated = pattern.startsWith('!');
    if (!wildcard((negated ? pattern.slice(1) : pattern).toLowerCase()).test(name)) continue;
    if (negated) return false;
    covered = true;
  }
  return covered;
}

/** `|1|salt|hash`: HMAC-SHA1 of the name under the salt, both in base64. */
function matchesHash(pattern: string, name: string): boolean {
  const [, scheme, salt, hash] = pattern.split('|');
  if (scheme !== '1' || salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, 'base64');
  const actual = createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest();
  return expected.byteLength === actual.byteLength && timingSafeEqual(expected, actual);
}
