import type { Result } from '../../../base/index.ts';
import type { DemoError } from '../../errors.ts';
import type { DemoHost, DemoHostOptions } from './host.ts';

/**
 * Starts the demo's host. `no-shell` where the machine has no POSIX shell. The server's code is loaded by the
 * first call: a start of the program that shows no demo does not pay for it.
 */
export async function startDemoHost(options: DemoHostOptions): Promise<Result<DemoHost, DemoError>> {
  const host = await import('./host.ts');
  return host.startDemoHost(options);
}
