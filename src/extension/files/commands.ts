import * as vscode from 'vscode';
import { editorMessages } from '../../messages/index.ts';
import { register } from '../editor/commands.ts';
import { chooseForWork } from '../targets/choose.ts';
import type { Connecting } from '../targets/connecting.ts';
import type { TargetRegistry } from '../targets/registry.ts';
import { targetNodeOf } from '../targets/view.ts';
import type { PlaceOpener } from './opener.ts';
import { splitPlace } from './place.ts';

/** Registers the command that opens a remote file by its path. */
export function registerFileCommands(
  targets: TargetRegistry,
  connecting: Connecting,
  opener: PlaceOpener,
): vscode.Disposable {
  return register('sonde.openRemoteFile', async (argument) => {
    const node = targetNodeOf(argument);
    const name = node?.kind === 'target' ? node.name : await chooseForWork(targets);
    if (name === undefined) return;
    const live = await connecting.ensure(name);
    if (live === undefined) return;
    const text = await vscode.window.showInputBox({
      title: editorMessages.openFileTitle(name),
      prompt: editorMessages.openFileHint(live.target.root),
      ignoreFocusOut: true,
    });
    const place = splitPlace(text ?? '');
    if (place === undefined) return;
    await opener.open({ on: name, file: place.file, first: place.line, last: place.line, typed: true });
  });
}
