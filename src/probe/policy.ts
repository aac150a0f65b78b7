import { ok, unreachable, type Result } from '../base/index.ts';
import type { ApprovedCommand, ContainerEngine } from '../transport/index.ts';
import { engineScript, insideLauncher, type ContainerEntry, type EngineHome } from './emission/container.ts';
import { handshakeScript, type LayerAsk } from './emission/handshake.ts';
import { LAYERED_LAUNCHERS, layeredLauncher, type LayeredKind } from './emission/layers.ts';
import { NAME_FUNCTION } from './emission/guard.ts';
import {
  inlineCommand,
  LAUNCHER,
  PREPARATION,
  SETSID_LAUNCHER,
  testedLauncher,
} from './emission/launcher.ts';
import { probeScript, type ScriptOptions } from './emission/script.ts';
import type { ProbeError } from './evidence.ts';
import { fileScript, type FileQuestion, type FileScriptOptions } from './files/scripts.ts';
import type { LinePlan } from './plan/line-plan.ts';

/** `plain` where the server makes a process group for each command, `setsid` where it does not; or inside a layer. */
export type ShellKind = 'plain' | 'setsid' | LayeredKind;

/** The same inside a container. */
export interface InsideKind {
  readonly entry: ContainerEntry;
  readonly kind: ShellKind;
}

export type LauncherKind = ShellKind | InsideKind;

/** A kind where the target is: in a container, if there is a way into one. */
export function inside(entry: ContainerEntry | undefined, kind: ShellKind): LauncherKind {
  return entry === undefined ? kind : { entry, kind };
}

/**
 * The only place that makes an `ApprovedCommand`: a constant for the login shell, a script that was printed from
 * a plan or is our own, and both in one.
 */
function approve(launcher: string, script: string, more: Additions = {}): ApprovedCommand {
  const { preparation, inline } = more;
  return {
    launcher,
    ...(preparation === undefined ? {} : { preparation }),
    script,
    ...(inline === undefined ? {} : { inline }),
  } as ApprovedCommand;
}

interface Additions {
  readonly preparation?: string;
  readonly inline?: string | undefined;
}

function launcherOf(kind: LauncherKind): string {
  if (typeof kind !== 'string')
    return 'entry' in kind ? insideLauncher(kind.entry, launcherOf(kind.kind)) : layeredLauncher(kind);
  switch (kind) {
    case 'plain':
      return LAUNCHER;
    case 'setsid':
      return SETSID_LAUNCHER;
    default:
      return unreachable(kind);
  }
}

/**
 * The command that starts a guarded shell and asks it what the host is like; with the self-test, whether the
 * login shell may be given whole scripts.
 */
export function approveHandshake(
  kind: LauncherKind,
  nonce: string,
  root: string,
  selfTest: boolean,
  ask: LayerAsk = { kind: 'nothing' },
): ApprovedCommand {
  const launcher = launcherOf(kind);
  return approve(selfTest ? testedLauncher(launcher) : launcher, handshakeScript(nonce, root, ask));
}

/**
 * The command that asks a host where the program is that leads into its containers; with the self-test, whether the
 * host's login shell may be given whole scripts.
 */
export function approveEngineQuestion(
  kind: ShellKind,
  nonce: string,
  engine: ContainerEngine,
  selfTest: boolean,
  home: EngineHome,
): ApprovedCommand {
  const launcher = launcherOf(kind);
  return approve(selfTest ? testedLauncher(launcher) : launcher, engineScript(nonce, engine, home));
}

/** The command that starts a guarded shell in advance. */
export function approveSpare(kind: LauncherKind): ApprovedCommand {
  return approve(launcherOf(kind), '', { preparation: PREPARATION });
}

/** The command for a question about a file: our own script, in which the path alone is the caller's, quoted. */
export function approveFileQuestion(
  kind: LauncherKind,
  question: FileQuestion,
  options: FileScriptOptions,
): ApprovedCommand {
  const launcher = launcherOf(kind);
  const script = fileScript(question, options);
  return approve(launcher, script, { inline: inlineCommand(launcher, script) });
}

/** The command for a planned line on one host, or why its tools cannot do it. */
export function approvePlan(
  kind: LauncherKind,
  plan: LinePlan,
  options: ScriptOptions,
): Result<ApprovedCommand, ProbeError> {
  const script = probeScript(plan, options);
  if (!script.ok) return script;
  const launcher = launcherOf(kind);
  const inline = inlineCommand(launcher, script.value, NAME_FUNCTION);
  return ok(approve(launcher, script.value, { preparation: PREPARATION, inline }));
}

/** What is executed on hosts by the login shell and is constant: for servers that accept nothing else. */
export const launchers: readonly string[] = [
  ...[LAUNCHER, SETSID_LAUNCHER].flatMap((launcher) => [launcher, testedLauncher(launcher)]),
  ...LAYERED_LAUNCHERS,
];
