import { ok, type Result } from '../base/index.ts';
import type { Target } from '../transport/index.ts';
import type { ConnectionOptions } from './command.ts';
import type { Failure } from './failure.ts';
import { say, type Io } from './io.ts';
import { openTarget, type OpenTarget } from './session.ts';
import { readTarget } from './targets.ts';

/** Which target a command is about. */
export interface Named {
  /** As typed, or as read already. */
  readonly target: string | Target;
  readonly connection: ConnectionOptions;
  /** Is told why the target cannot be opened, beside the sentence on standard error. */
  readonly failed?: (failure: Failure) => void;
}

/** Opens the target that a command names, uses it, and closes it; says why where it cannot be opened. */
export async function withTarget(
  io: Io,
  { target: named, connection, failed }: Named,
  use: (open: OpenTarget) => Promise<number>,
): Promise<number> {
  const target: Result<Target, Failure> = typeof named === 'string' ? readTarget(io, named) : ok(named);
  const open = target.ok ? await openTarget(io, target.value, connection) : target;
  if (!open.ok) {
    failed?.(open.error);
    say(io, `sonde: ${open.error.sentence}`);
    return open.error.status;
  }
  try {
    return await use(open.value);
  } finally {
    open.value.dispose();
  }
}
