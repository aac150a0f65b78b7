import { toSvg } from '../../lifecycle/draw/index.ts';
import { analyse, toJson, toMermaid, toText, type Lifecycle } from '../../lifecycle/index.ts';
import { lifecycleErrorMessage, lifecycleWords, nothingFoundHint } from '../../messages/index.ts';
import { loadParser } from '../assets.ts';
import type { FailOn, LifecycleCommand } from '../command.ts';
import { say, type Io } from '../io.ts';
import { allowReads, openSource } from '../session.ts';
import { printable } from '../terminal.ts';
import { withTarget } from '../with-target.ts';

/** `sonde lifecycle`: one status, from the Python source on the target. */
export async function lifecycle(io: Io, command: LifecycleCommand): Promise<number> {
  return withTarget(io, command, async (open) => {
    const source = openSource(open, await loadParser(), allowReads(io, command.connection));
    const result = await analyse(
      {
        ...(command.states === null ? {} : { states: command.states }),
        ...(command.className === null ? {} : { class: command.className }),
        ...(command.store === null ? {} : { store: command.store }),
        ...(command.files.length === 0 ? {} : { files: command.files }),
      },
      { ...source, signal: io.signal },
    );
    if (!result.ok) {
      say(io, `sonde: ${lifecycleErrorMessage(result.error)}`);
      return 2;
    }
    const nothing = result.value.states.length === 0 && result.value.stores.length === 0;
    if (nothing) say(io, nothingFoundHint(command.target));
    // A reader has no use for empty tables; a program wants its document.
    if (!nothing || command.format !== 'text' || result.value.unresolved.length > 0)
      io.stdout.write(await render(result.value, command.format));
    return command.failOn !== null && hasHazard(result.value, command.failOn) ? 1 : 0;
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

/** True when a hazard that nobody called none is at least as severe as `level`. */
export function hasHazard(result: Pick<Lifecycle, 'hazards'>, level: FailOn): boolean {
  return result.hazards.some(
    ({ severity, accepted }) =>
      accepted === undefined && (severity === 'high' || (level === 'warning' && severity === 'warning')),
  );
}
