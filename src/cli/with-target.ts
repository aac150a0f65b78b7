import { ok, type Result } from '../base/index.ts';
import type { Target } from '../transport/index.ts';
import type { ConnectionOptions } from './command.ts';
import type { Failure } from './failure.ts';
import { say, type Io } from './io.ts';
import { openTarget, type OpenTarget } from './session.ts';
import { readTarget } from './targets.ts';

/** Opens the target that a command names, uses it, and closes it; says why where it cannot be opened. */
export async function withTarget(
  io: Io,
  named: string | Target,
  connection: ConnectionOptions,
  use: (open: OpenTarget) => Promise<number>,
): Promise<number> {
  const target: Result<Target, Failure> = typeof named === 'string' ? readTarget(io, named) : ok(named);
  const open = target.ok ? await openTarget(io, target.value, connection) : target;
  if (!open.ok) {
    say(io, `sonde: ${open.error.sentence}`);
    return open.error.status;
  }
  try {
    return await use(open.value);
  } finally {
    open.value.dispose();
  }
}
