import type { ApprovedCommand } from '../../src/transport/index.ts';

/** A command as if the policy had approved it: for tests of the layers below the policy only. */
export function testCommand(launcher: string, script = ''): ApprovedCommand {
  // A brand maker: only tests of the transport need commands that no policy has seen.
  return { launcher, script } as ApprovedCommand;
}
