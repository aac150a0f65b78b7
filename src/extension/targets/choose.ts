import * as vscode from 'vscode';
import { editorMessages, targetErrorMessage } from '../../messages/index.ts';
import { parseTarget } from '../../transport/index.ts';
import { writeTarget } from '../editor/settings.ts';
import { isTargetName, proposeName } from './names.ts';
import type { TargetRegistry } from './registry.ts';

interface Choice extends vscode.QuickPickItem {
  readonly pick: { readonly kind: 'target' | 'host'; readonly name: string } | { readonly kind: 'add' };
}

/** Asks for a target that is known, or for one to be added; undefined where the user gave up. */
export async function chooseTarget(targets: TargetRegistry): Promise<string | undefined> {
  const entries = targets.entries();
  const hosts = await targets.hosts();
  const choices: Choice[] = [
    ...entries.map(({ name, text, state }) => ({
      label: name,
      description: text,
      detail: editorMessages.targetState(state),
      pick: { kind: 'target', name } as const,
    })),
    ...hosts.map((host) => ({
      label: host,
      description: editorMessages.hostWithoutTarget(),
      pick: { kind: 'host', name: host } as const,
    })),
    { label: `$(add) ${editorMessages.addTarget()}`, alwaysShow: true, pick: { kind: 'add' } },
  ];
  const chosen = await vscode.window.showQuickPick(choices, {
    title: editorMessages.chooseTargetTitle(),
    placeHolder: editorMessages.chooseTargetHint(),
    matchOnDescription: true,
  });
  if (chosen === undefined) return undefined;
  if (chosen.pick.kind === 'target') return chosen.pick.name;
  return await defineTarget(targets, chosen.pick.kind === 'host' ? { host: chosen.pick.name } : {});
}

/** One of the connected targets; the only one needs no question. Undefined where none is, or the user gave up. */
export async function chooseLive(targets: TargetRegistry): Promise<string | undefined> {
  const live = targets.entries().filter(({ name }) => targets.live(name) !== undefined);
  if (live.length <= 1) return live[0]?.name;
  const items = live.map(({ name, text }) => ({ label: name, description: text }));
  return (await vscode.window.showQuickPick(items, { title: editorMessages.chooseTargetTitle() }))?.label;
}

/** The target that a command works on: a connected one, else any that is chosen or added. */
export async function chooseForWork(targets: TargetRegistry): Promise<string | undefined> {
  return targets.allLive().length > 0 ? await chooseLive(targets) : await chooseTarget(targets);
}

/** What is known of a target that is to be defined. */
export interface TargetDraft {
  readonly host?: string;
  /** The logical name, when a notebook gives it. */
  readonly name?: string;
  /** The default root that a notebook gives. */
  readonly root?: string;
}

/** Asks what is missing of a target and keeps it in the user's settings; returns its logical name. */
export async function defineTarget(targets: TargetRegistry, draft: TargetDraft): Promise<string | undefined> {
  const text = await askTarget(targets, draft);
  if (text === undefined) return undefined;
  const name = draft.name ?? (await askName(targets, text));
  if (name === undefined) return undefined;
  await writeTarget(name, text);
  targets.refresh();
  return name;
}

async function askTarget(targets: TargetRegistry, draft: TargetDraft): Promise<string | undefined> {
  const root = draft.root ?? '/';
  const host = draft.host ?? (draft.name === undefined ? '' : await askHost(targets, draft.name));
  if (host === undefined) return undefined;
  return await vscode.window.showInputBox({
    title:
      draft.name !== undefined
        ? editorMessages.mapTargetTitle(draft.name)
        : host === ''
          ? editorMessages.addTarget()
          : editorMessages.rootTitle(host),
    prompt: host === '' ? editorMessages.targetTextHint() : editorMessages.rootHint(host),
    value: host === '' ? '' : `${host}:${root}`,
    ...(host === '' ? {} : { valueSelection: [host.length + 1, host.length + 1 + root.length] }),
    ignoreFocusOut: true,
    validateInput: (value) => {
      const target = parseTarget(value);
      return target.ok ? undefined : targetErrorMessage(target.error);
    },
  });
}

/** A host of the SSH configuration; an empty text where the user wants to type the target. */
async function askHost(targets: TargetRegistry, name: string): Promise<string | undefined> {
  const hosts = await targets.hosts();
  if (hosts.length === 0) return '';
  const typed = `$(edit) ${editorMessages.typeTarget()}`;
  const chosen = await vscode.window.showQuickPick([...hosts, typed], {
    title: editorMessages.mapTargetTitle(name),
    placeHolder: editorMessages.mapTargetHint(name),
  });
  return chosen === typed ? '' : chosen;
}

async function askName(targets: TargetRegistry, text: string): Promise<string | undefined> {
  const taken = new Set(targets.entries().map((entry) => entry.name));
  const target = parseTarget(text);
  const place = !target.ok
    ? ''
    : target.value.container !== undefined
      ? target.value.container.name
      : target.value.kind === 'ssh'
        ? target.value.host
        : (target.value.root.split(/[\\/]/).at(-1) ?? '');
  return await vscode.window.showInputBox({
    title: editorMessages.nameTargetTitle(),
    prompt: editorMessages.nameTargetHint(),
    value: proposeName(place, taken),
    ignoreFocusOut: true,
    validateInput: (value) => {
      if (!isTargetName(value)) return editorMessages.targetNameForm();
      return taken.has(value) ? editorMessages.targetNameTaken(value) : undefined;
    },
  });
}
