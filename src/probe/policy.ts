import { ok, type Result } from '../base/index.ts';
import type { ApprovedCommand } from '../transport/index.ts';
import { handshakeScript } from './emission/handshake.ts';
import { LAUNCHER, SETSID_LAUNCHER } from './emission/launcher.ts';
import { probeScript, type ScriptOptions } from './emission/script.ts';
import type { ProbeError } from './evidence.ts';
import type { LinePlan } from './plan/plan.ts';

/** `plain` where the server makes a process group for each command, `setsid` where it does not. */
export type LauncherKind = 'plain' | 'setsid';

/**
 * The only place that makes an `ApprovedCommand`: a constant for the login shell, and a script that was
 * printed from a plan or is our own.
 */
function approve(kind: LauncherKind, script: string): ApprovedCommand {
  return { launcher: kind === 'plain' ? LAUNCHER : SETSID_LAUNCHER, script } as ApprovedCommand;
}

/** The command that starts a guarded shell and asks it what the host is like. */
export function approveHandshake(kind: LauncherKind, nonce: string, root: string): ApprovedCommand {
  return approve(kind, handshakeScript(nonce, root));
}

/** The command for a planned line on one host, or why its tools cannot do it. */
export function approvePlan(
  kind: LauncherKind,
  plan: LinePlan,
  options: ScriptOptions,
): Result<ApprovedCommand, ProbeError> {
  const script = probeScript(plan, options);
  return script.ok ? ok(approve(kind, script.value)) : script;
}

/** What is executed on hosts by the login shell, whole: for servers that accept nothing else. */
export const launchers: readonly string[] = [LAUNCHER, SETSID_LAUNCHER];
