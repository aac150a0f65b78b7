import * as vscode from 'vscode';
import { editorMessages, fileErrorMessage, filesWords } from '../../messages/index.ts';
import { visibleLabel } from '../../protocol/index.ts';
import { register } from '../editor/commands.ts';
import { chooseForWork } from '../targets/choose.ts';
import type { Connecting } from '../targets/connecting.ts';
import type { LiveTarget } from '../targets/live.ts';
import type { TargetRegistry } from '../targets/registry.ts';
import { targetNodeOf } from '../targets/view.ts';
import { browse } from './browse.ts';
import type { PlaceOpener } from './opener.ts';
import { partUri } from './parts.ts';
import { absolutePath } from './paths.ts';
import { splitPlace } from './place.ts';
import { readPart } from './range.ts';
import type { PathRules } from './rules.ts';

/** What the commands about files work on. */
export interface FileCommandParts {
  readonly targets: TargetRegistry;
  readonly connecting: Connecting;
  readonly opener: PlaceOpener;
  readonly rules: PathRules;
}

/** Registers the commands that open remote files: by path, from the root down, and by lines. */
export function registerFileCommands(parts: FileCommandParts): vscode.Disposable {
  return vscode.Disposable.from(
    register('sonde.openRemoteFile', async (argument) => {
      const live = await liveFor(parts, argument);
      if (live !== undefined) await openTyped(parts, live);
    }),
    register('sonde.openRoot', async (argument) => {
      const live = await liveFor(parts, argument);
      if (live === undefined) return;
      const chosen = await browse(live);
      if (chosen?.kind === 'type') await openTyped(parts, live);
      else if (chosen !== undefined)
        await parts.opener.open({ on: live.name, file: chosen.path, first: 1, last: 1, typed: true });
    }),
    register('sonde.openLines', async (argument) => {
      const given = partOf(argument);
      const live = await liveFor(parts, given === undefined ? argument : { kind: 'target', name: given.on });
      if (live === undefined) return;
      const path = given?.path ?? (await askPath(live))?.file;
      if (path !== undefined) await openPart(parts, live, absolutePath(live.target.root, path), given);
    }),
  );
}

async function liveFor(
  { targets, connecting }: FileCommandParts,
  argument: unknown,
): Promise<LiveTarget | undefined> {
  const node = targetNodeOf(argument);
  const name = node?.kind === 'target' ? node.name : await chooseForWork(targets);
  return name === undefined ? undefined : await connecting.ensure(name);
}

async function askPath(live: LiveTarget): Promise<ReturnType<typeof splitPlace>> {
  const text = await vscode.window.showInputBox({
    title: editorMessages.openFileTitle(live.name),
    prompt: editorMessages.openFileHint(live.target.root),
    ignoreFocusOut: true,
  });
  return splitPlace(text ?? '');
}

async function openTyped({ opener }: FileCommandParts, live: LiveTarget): Promise<void> {
  const place = await askPath(live);
  if (place === undefined) return;
  await opener.open({ on: live.name, file: place.file, first: place.line, last: place.line, typed: true });
}

/** Asks which part, where it is not given, and shows it. The reader typed or chose the path. */
async function openPart(
  { rules }: FileCommandParts,
  live: LiveTarget,
  path: string,
  given: { readonly part?: string; readonly asText: boolean } | undefined,
): Promise<void> {
  if (rules.mustAsk(live, path)) rules.allowOutside(live.name);
  const shown = visibleLabel(path);
  const stat = await live.prober.files.stat(path);
  if (!stat.ok || stat.value.kind !== 'file') {
    const error = stat.ok ? ({ code: 'file-kind', path, kind: stat.value.kind } as const) : stat.error;
    void vscode.window.showErrorMessage(fileErrorMessage(error));
    return;
  }
  const part =
    given?.part ??
    (await vscode.window.showInputBox({
      title: filesWords.openPartTitle(shown),
      prompt: filesWords.openPartHint(stat.value.size),
      value: '1-1000',
      ignoreFocusOut: true,
      validateInput: (value) => (readPart(value) === undefined ? filesWords.partForm() : undefined),
    }));
  if (part === undefined) return;
  const document = await vscode.workspace.openTextDocument(partUri(live.name, path, part, given?.asText));
  await vscode.window.showTextDocument(document, { preview: false });
}

/** The part that the command was started with. */
function partOf(
  argument: unknown,
):
  | { readonly on: string; readonly path: string; readonly part?: string; readonly asText: boolean }
  | undefined {
  if (typeof argument !== 'object' || argument === null || !('kind' in argument)) return undefined;
  if (argument.kind !== 'part' || !('on' in argument) || !('path' in argument)) return undefined;
  const { on, path } = argument;
  if (typeof on !== 'string' || typeof path !== 'string') return undefined;
  const part = 'part' in argument && typeof argument.part === 'string' ? argument.part : undefined;
  const asText = 'asText' in argument && argument.asText === true;
  return { on, path, asText, ...(part === undefined ? {} : { part }) };
}
