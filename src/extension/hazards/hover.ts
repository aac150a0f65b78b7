import * as vscode from 'vscode';
import { aboutLine, aboutState, writesAt } from '../../lifecycle/index.ts';
import { hoverWords } from '../../messages/index.ts';
import { visibleLabel } from '../../protocol/index.ts';
import { relativePath } from '../files/paths.ts';
import { pathOfUri } from '../files/uriPath.ts';
import { FILE_SCHEME } from '../manifest.ts';
import type { KnownLifecycle, KnownLifecycles } from './known.ts';

/**
 * In remote Python files: which transitions a state takes part in where its name stands, and which ones a write makes
 * on its line, with guard and role. From what was analysed last; nothing is sent for it.
 */
export function registerLifecycleHover(known: KnownLifecycles): vscode.Disposable {
  return vscode.languages.registerHoverProvider(
    { scheme: FILE_SCHEME, language: 'python' },
    {
      provideHover: (document, position) => {
        const range = document.getWordRangeAtPosition(position, /[\p{L}_][\p{L}\p{N}_-]*/u);
        const word = range === undefined ? '' : document.getText(range);
        const parts = known
          .entries()
          .filter(({ on }) => on === document.uri.authority)
          .flatMap((each) => partsOf(known, each, { document, line: position.line + 1, word }));
        return parts.length === 0 ? undefined : new vscode.Hover(parts, range);
      },
    },
  );
}

interface Spot {
  readonly document: vscode.TextDocument;
  /** Starts at 1. */
  readonly line: number;
  readonly word: string;
}

function partsOf(
  known: KnownLifecycles,
  lifecycle: KnownLifecycle,
  { document, line, word }: Spot,
): vscode.MarkdownString[] {
  const root = known.rootOf(lifecycle);
  const file = root === undefined ? null : relativePath(root, pathOfUri(document.uri.path));
  if (file === null) return [];
  const { facts } = lifecycle;
  const title = facts.stores.map((store) => `${store.owner}.${store.name}`).join(', ');
  const text = new vscode.MarkdownString();
  const state = facts.states.find((each) => each.name === word);
  if (state !== undefined) {
    const { lines, more } = aboutState(facts, state.name);
    text.appendText(visibleLabel(hoverWords.state(state.name, title, state.terminal)));
    add(text, lines, more);
  }
  const { lines, more } = aboutLine(facts, { file, line });
  const here = lines.length > 0 ? lines : writesAt(facts, { file, line });
  if (here.length > 0) {
    if (state !== undefined) text.appendText('\n');
    text.appendText(visibleLabel(hoverWords.write(title)));
    add(text, here, more);
  }
  if (text.value === '') return [];
  const age = known.age(lifecycle, file, document.getText());
  if (age !== 'now') text.appendText(hoverWords.age(age));
  return [text];
}

function add(text: vscode.MarkdownString, lines: readonly string[], more: number): void {
  const all = more > 0 ? [...lines, hoverWords.more(more)] : lines;
  text.appendCodeblock(all.length === 0 ? hoverWords.none() : all.join('\n'), 'text');
}
