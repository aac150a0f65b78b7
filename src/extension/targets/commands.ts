import * as vscode from 'vscode';
import { editorMessages } from '../../messages/index.ts';
import { register } from '../editor/commands.ts';
import { writeTarget } from '../editor/settings.ts';
import { chooseLive, chooseTarget, defineTarget } from './choose.ts';
import type { Connecting } from './connecting.ts';
import type { TargetRegistry } from './registry.ts';
import type { Secrets } from './secrets.ts';
import { targetNodeOf, type Gesture, type TargetsView } from './view.ts';

/** What the commands about targets work on. */
export interface TargetCommandParts {
  readonly targets: TargetRegistry;
  readonly connecting: Connecting;
  readonly secrets: Secrets;
  readonly view: TargetsView;
}

/** Registers the commands about targets. */
export function registerTargetCommands(parts: TargetCommandParts): vscode.Disposable {
  const { targets, connecting, secrets, view } = parts;
  return vscode.Disposable.from(
    register('sonde.connect', async (argument) => {
      const node = targetNodeOf(argument);
      const name =
        node === undefined
          ? await chooseTarget(targets)
          : node.kind === 'target'
            ? node.name
            : await defineTarget(targets, { host: node.host });
      if (name !== undefined) await connecting.ensure(name);
    }),
    register('sonde.reconnect', async (argument) => {
      const node = targetNodeOf(argument);
      const name = node?.kind === 'target' ? node.name : await chooseTarget(targets);
      if (name === undefined) return;
      if (targets.live(name) !== undefined) targets.disconnect(name);
      await connecting.ensure(name);
    }),
    register('sonde.cancelConnect', (argument) => {
      const node = targetNodeOf(argument);
      if (node?.kind === 'target') targets.disconnect(node.name);
    }),
    register('sonde.disconnect', async (argument) => {
      const node = targetNodeOf(argument);
      const name = node?.kind === 'target' ? node.name : await chooseLive(targets);
      if (name !== undefined) targets.disconnect(name);
    }),
    register('sonde.addTarget', () => defineTarget(targets, {})),
    register('sonde.removeTarget', async (argument) => {
      const node = targetNodeOf(argument);
      if (node?.kind !== 'target') return;
      targets.removeSession(node.name);
      await writeTarget(node.name, undefined);
      targets.refresh();
    }),
    register('sonde.refreshTargets', () => view.refresh()),
    register('sonde.forgetSecrets', async (argument) => {
      const node = targetNodeOf(argument);
      const hosts = node === undefined ? undefined : hostsOf(targets, node);
      const count = hosts === undefined ? await secrets.forgetAll() : await secrets.forgetHosts(hosts);
      void vscode.window.showInformationMessage(editorMessages.secretsForgotten(count));
    }),
  );
}

/** The names by which passwords of a target's host are kept: as it is written, and as it is connected. */
function hostsOf(targets: TargetRegistry, node: Gesture): readonly string[] {
  if (node.kind === 'host') return [node.host];
  const entry = targets.entry(node.name);
  const written =
    entry?.target.ok === true && entry.target.value.kind === 'ssh' ? [entry.target.value.host] : [];
  const [, connected] = /@(.+?)(?::\d+)?$/.exec(entry?.label ?? '') ?? [];
  return connected === undefined ? written : [...written, connected];
}
