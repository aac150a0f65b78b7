import * as vscode from 'vscode';
import { editorMessages } from '../../messages/index.ts';
import { visibleLabel } from '../../protocol/index.ts';
import type { ConnectPrompts, HostKeyQuestion, SecretQuestion, Target } from '../../transport/index.ts';
import { secretKey, type Secrets } from './secrets.ts';

/** The questions of one attempt to connect, asked in the editor one after another. */
export function editorPrompts(target: Target, secrets: Secrets): ConnectPrompts {
  /** Kept answers that were given in this attempt: when the same is asked again, the host refused them. */
  const given = new Set<string>();
  return {
    trustHostKey,
    async secret(question) {
      const key = secretKey(question);
      if (key !== undefined && !given.has(key)) {
        given.add(key);
        const kept = await secrets.find(question);
        if (kept !== undefined) return kept;
      } else if (key !== undefined) await secrets.forget(question);
      const answer = await ask(question, target);
      if (answer?.keep === true) await secrets.keep(question, answer.text);
      return answer?.text;
    },
  };
}

async function trustHostKey(question: HostKeyQuestion): Promise<boolean> {
  const trust = editorMessages.trustHostKey();
  const chosen = await vscode.window.showWarningMessage(
    editorMessages.hostKeyTitle(question.host, question.port),
    { modal: true, detail: editorMessages.hostKeyDetail(question) },
    trust,
  );
  return chosen === trust;
}

interface Answer {
  readonly text: string;
  readonly keep: boolean;
}

async function ask(question: SecretQuestion, target: Target): Promise<Answer | undefined> {
  const box = vscode.window.createInputBox();
  const keepButton = (on: boolean): vscode.QuickInputButton => ({
    iconPath: new vscode.ThemeIcon(on ? 'pass-filled' : 'save'),
    tooltip: on ? editorMessages.secretWillBeKept() : editorMessages.keepSecret(),
  });
  let keep = false;
  box.ignoreFocusOut = true;
  box.password = question.kind !== 'keyboard' || !question.echo;
  box.title = title(question, target);
  box.prompt = prompt(question);
  if (secretKey(question) !== undefined) box.buttons = [keepButton(false)];
  try {
    return await new Promise<Answer | undefined>((resolve) => {
      box.onDidTriggerButton(() => {
        keep = !keep;
        box.buttons = [keepButton(keep)];
      });
      box.onDidAccept(() => resolve({ text: box.value, keep }));
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
  } finally {
    box.dispose();
  }
}

function title(question: SecretQuestion, target: Target): string {
  const place = target.kind === 'ssh' ? target.host : target.root;
  return question.kind === 'passphrase'
    ? place
    : `${visibleLabel(question.user)}@${visibleLabel(question.host)}`;
}

function prompt(question: SecretQuestion): string {
  switch (question.kind) {
    case 'passphrase':
      return editorMessages.passphrase(question.file);
    case 'password':
      return editorMessages.password(question.user, question.host);
    case 'keyboard':
      // What a host wrote is never shown as ours.
      return editorMessages.hostAsks(question.host, visibleLabel(question.prompt));
  }
}
