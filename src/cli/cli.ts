import { unreachable } from '../base/index.ts';
import { generalHelp, topicHelp, usageError } from '../messages/index.ts';
import { parseCommandLine } from './arguments.ts';
import type { Command } from './command.ts';
import { demo } from './commands/demo.ts';
import { exportNotebook } from './commands/export.ts';
import { lifecycle } from './commands/lifecycle.ts';
import { lifecycles } from './commands/lifecycles.ts';
import { policy } from './commands/policy.ts';
import { policyHelp } from './commands/policy-help.ts';
import { probe } from './commands/probe.ts';
import { run } from './commands/run.ts';
import { verify } from './commands/verify.ts';
import { say, type Io } from './io.ts';
import { version } from './version.ts';

/** Runs one command line (without the program's own name) and returns its exit status. */
export async function runCli(argv: readonly string[], io: Io): Promise<number> {
  const command = parseCommandLine(argv);
  if (!command.ok) {
    say(io, `sonde: ${usageError(command.error)}`);
    return 2;
  }
  return dispatch(command.value, io);
}

async function dispatch(command: Command, io: Io): Promise<number> {
  switch (command.name) {
    case 'help':
      io.stdout.write(`${command.topic === null ? generalHelp() : topicHelp(command.topic)}\n`);
      return 0;
    case 'policy-help':
      return policyHelp(io, command.about, command.json);
    case 'version':
      io.stdout.write(`${version}\n`);
      return 0;
    case 'policy':
      return policy(io, command.input, command.json);
    case 'probe':
      return probe(io, command);
    case 'run':
      return run(io, command);
    case 'verify':
      return verify(io, command);
    case 'lifecycle':
      return lifecycle(io, command);
    case 'lifecycles':
      return lifecycles(io, command);
    case 'demo':
      return demo(io, command);
    case 'export':
      return exportNotebook(io, command);
    default:
      return unreachable(command);
  }
}
