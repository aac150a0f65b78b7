import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';

/** A network namespace with one cable to this machine. */
export interface Network {
  /** The address of this machine at the cable; a server must listen on it. */
  readonly address: string;
  /** A command that runs another inside, such as a ProxyCommand's. */
  readonly within: readonly string[];
  /** Takes the cable down: packets are lost without a word, in both directions. */
  down(): void;
  up(): void;
  remove(): void;
}

/** Whether namespaces can be made here: that needs root and iproute2. */
export const hasNetworks = process.getuid?.() === 0 && existsSync('/usr/sbin/ip');

/** Makes a network; rejects nothing, throws where the machine does not let us. */
export function makeNetwork(): Network {
  const id = randomBytes(3).toString('hex');
  const name = `sonde-${id}`;
  const [near, far] = [`sn${id}`, `sf${id}`];
  const subnet = `10.${77 + (Number.parseInt(id.slice(0, 2), 16) % 100)}.${Number.parseInt(id.slice(2, 4), 16)}`;
  const ip = (...words: readonly string[]): void => void execFileSync('ip', words, { stdio: 'pipe' });
  ip('netns', 'add', name);
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name);
  ip('addr', 'add', `${subnet}.1/24`, 'dev', near);
  ip('link', 'set', near, 'up');
  ip('-n', name, 'addr', 'add', `${subnet}.2/24`, 'dev', far);
  ip('-n', name, 'link', 'set', far, 'up');
  ip('-n', name, 'link', 'set', 'lo', 'up');
  return {
    address: `${subnet}.1`,
    within: ['ip', 'netns', 'exec', name],
    down: () => ip('link', 'set', near, 'down'),
    up: () => ip('link', 'set', near, 'up'),
    remove: () => {
      ip('link', 'del', near);
      ip('netns', 'del', name);
    },
  };
}
