import * as vscode from 'vscode';
import { editorMessages } from '../../messages/index.ts';
import { register } from '../editor/commands.ts';
import type { Investigations } from '../notebook/investigations.ts';
import { pinTitle } from '../notebook/pinsView.ts';
import type { PinActions } from './actions.ts';
import { pinKey } from './items.ts';
import { pinNodeOf, type PinNode, type PinsView } from './view.ts';

export interface PinCommandParts {
  readonly pins: PinActions;
  readonly view: PinsView;
  readonly tree: vscode.TreeView<PinNode>;
  readonly investigations: Investigations;
}

/** Registers the commands about pins. From a key they act on the row that is selected in the view. */
export function registerPinCommands(parts: PinCommandParts): vscode.Disposable {
  const { pins, view, tree } = parts;
  const on = (argument: unknown): string | undefined => (pinNodeOf(argument) ?? tree.selection[0])?.key;
  const withPin = (run: (key: string) => unknown) => async (argument: unknown) => {
    const key = on(argument);
    if (key !== undefined) await run(key);
  };
  const moveBy = async (key: string, step: -1 | 1): Promise<void> => {
    const keys = view.items().map((item) => pinKey(item));
    const index = keys.indexOf(key);
    const target = index + step;
    if (index < 0 || target < 0 || target >= keys.length) return;
    // Down means behind the next one, which is before the one after it.
    await pins.move(key, (step < 0 ? keys[target] : keys[target + 1]) ?? null);
    await tree.reveal({ key }, { select: true, focus: true });
  };
  return vscode.Disposable.from(
    register(
      'sonde.openPin',
      withPin((key) => pins.openPin(key)),
    ),
    register(
      'sonde.renamePin',
      withPin((key) => pins.rename(key)),
    ),
    register(
      'sonde.notePin',
      withPin((key) => pins.note(key)),
    ),
    register(
      'sonde.removePin',
      withPin((key) => pins.remove(key)),
    ),
    register(
      'sonde.movePinUp',
      withPin((key) => moveBy(key, -1)),
    ),
    register(
      'sonde.movePinDown',
      withPin((key) => moveBy(key, 1)),
    ),
    register('sonde.pinSelection', () => pins.pinSelection(vscode.window.activeTextEditor)),
    register('sonde.nextPin', () => step(parts, 1)),
    register('sonde.previousPin', () => step(parts, -1)),
  );
}

/** Walks through the pins in their order: from the one selected last. */
async function step({ pins, view, tree }: PinCommandParts, by: -1 | 1): Promise<void> {
  const items = view.items();
  const keys = items.map((item) => pinKey(item));
  const at = keys.indexOf(pins.lastOpened ?? '');
  const index = at < 0 ? (by > 0 ? 0 : keys.length - 1) : Math.min(Math.max(at + by, 0), keys.length - 1);
  const key = keys[index];
  const item = items[index];
  if (key === undefined || item === undefined) return;
  await pins.openPin(key);
  if (tree.visible) await tree.reveal({ key }, { select: true });
  vscode.window.setStatusBarMessage(
    editorMessages.pinStep(index + 1, keys.length, item.pin.note ?? pinTitle(item.pin)),
    15_000,
  );
}
