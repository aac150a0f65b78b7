import { toSvg } from '../../lifecycle/draw/index.ts';
import { analyse, toJson, toMermaid, toText, type Lifecycle } from '../../lifecycle/index.ts';
import {
  fileErrorMessage,
  lifecycleErrorMessage,
  lifecycleWords,
  nothingFoundHint,
} from '../../messages/index.ts';
import { createProgram, openCommitTree } from '../../source/index.ts';
import { loadParser } from '../assets.ts';
import type { FailOn, LifecycleCommand } from '../command.ts';
import { say, type Io } from '../io.ts';
import { allowReads, openSource, type OpenSource, type OpenTarget } from '../session.ts';
import { printable } from '../terminal.ts';
import { withTarget } from '../with-target.ts';
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

/** A lifecycle, and the whole name of the commit that it was read from; null for the files as they are. */
export interface FoundLifecycle {
  readonly lifecycle: Lifecycle;
  readonly commit: string | null;
}

/** The lifecycle that the command asks for, as a commit has it where `at` names one; null after saying why not. */
export async function analyseAt(
  io: Io,
  command: LifecycleCommand,
  open: OpenTarget,
  target: string,
  at: string | null,
): Promise<FoundLifecycle | null> {
  const source = await sourceAt(io, command, open, at);
  if (source === null) return null;
  const result = await analyse(
    {
      ...(command.states === null ? {} : { states: command.states }),
      ...(command.className === null ? {} : { class: command.className }),
      ...(command.store === null ? {} : { store: command.store }),
      ...(command.files.length === 0 ? {} : { files: command.files }),
    },
    { tree: source.tree, program: source.program, signal: io.signal },
  );
  if (!result.ok) {
    say(io, `sonde: ${lifecycleErrorMessage(result.error)}`);
    return null;
  }
  if (isEmpty(result.value)) say(io, nothingFoundHint(at === null ? target : `${target} (${at})`));
  return { lifecycle: result.value, commit: source.commit };
}

async function sourceAt(
  io: Io,
  command: LifecycleCommand,
  open: OpenTarget,
  at: string | null,
): Promise<(OpenSource & { readonly commit: string | null }) | null> {
  const parser = await loadParser();
  if (at === null) return { ...openSource(open, parser, allowReads(io, command.connection)), commit: null };
  const tree = await openCommitTree({ prober: open.runner, root: open.target.root, commit: at }, io.signal);
  if (tree.ok)
    return {
      tree: tree.value,
      program: createProgram({ tree: tree.value, parser }),
      commit: tree.value.commit,
    };
  const { error } = tree;
  const sentence = error.code === 'commit-unknown' ? lifecycleErrorMessage(error) : fileErrorMessage(error);
  say(io, `sonde: ${sentence}`);
  return null;
}

function isEmpty({ states, stores }: Lifecycle): boolean {
  return states.length === 0 && stores.length === 0;
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
