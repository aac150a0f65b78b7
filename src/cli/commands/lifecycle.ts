import { toSvg } from '../../lifecycle/draw/index.ts';
import { toJson, toMermaid, toText, type Lifecycle } from '../../lifecycle/index.ts';
import { lifecycleWords } from '../../messages/index.ts';
import type { LifecycleCommand } from '../command.ts';
import type { Io } from '../io.ts';
import { printable } from '../terminal.ts';
import { withTarget } from '../with-target.ts';
import { analyseAt, hasHazard, isEmpty } from './find-lifecycle.ts';
import { compare } from './lifecycle-compare.ts';

/** `sonde lifecycle`: one status, from the Python source on the target; or what differs between two. */
export async function lifecycle(io: Io, command: LifecycleCommand): Promise<number> {
  return withTarget(io, command, async (open) => {
    if (command.compare !== null && command.compare !== command.target)
      return withTarget(io, { target: command.compare, connection: command.connection }, (other) =>
        compare(io, command, open, other),
      );
    if (command.compare !== null || command.at.length > 1) return compare(io, command, open, open);
    const found = await analyseAt(io, command, open, command.target, command.at[0] ?? null);
    if (found === null) return 2;
    const { lifecycle: result } = found;
    // A reader has no use for empty tables; a program wants its document.
    if (!isEmpty(result) || command.format !== 'text' || result.unresolved.length > 0)
      io.stdout.write(await render(result, command.format));
    return command.failOn !== null && hasHazard(result, command.failOn) ? 1 : 0;
  });
}

async function render(result: Lifecycle, format: LifecycleCommand['format']): Promise<string> {
  switch (format) {
    case 'json':
      return `${JSON.stringify(toJson(result, lifecycleWords), null, 2)}\n`;
    case 'mermaid':
      return printable(toMermaid(result));
    case 'svg':
      return toSvg(result);
    case 'text':
      return printable(toText(result, lifecycleWords));
  }
}
