import { analyse, type Lifecycle } from '../../lifecycle/index.ts';
import { fileErrorMessage, lifecycleErrorMessage, nothingFoundHint } from '../../messages/index.ts';
import { createProgram, openCommitTree } from '../../source/index.ts';
import { loadParser } from '../assets.ts';
import type { FailOn, LifecycleCommand } from '../command.ts';
import { say, type Io } from '../io.ts';
import { allowReads, openSource, type OpenSource, type OpenTarget } from '../session.ts';

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

/** True where nothing was found that could be shown. */
export function isEmpty({ states, stores }: Lifecycle): boolean {
  return states.length === 0 && stores.length === 0;
}

/** True when a hazard that nobody called none is at least as severe as `level`. */
export function hasHazard(result: Pick<Lifecycle, 'hazards'>, level: FailOn): boolean {
  return result.hazards.some(
    ({ severity, accepted }) =>
      accepted === undefined && (severity === 'high' || (level === 'warning' && severity === 'warning')),
  );
}
