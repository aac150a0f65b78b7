import * as vscode from 'vscode';
import { explanationParts } from '../../messages/index.ts';
import { explainAt, type Explanation } from '../../probe/index.ts';
import { PROBE_LANGUAGE } from '../manifest.ts';

/** Says what the word under the pointer is, and why it is refused where no mark says it already. */
export class ProbeHover implements vscode.HoverProvider {
  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const line = document.lineAt(position.line).text;
    const found = explainAt(line, position.character);
    if (found === undefined) return undefined;
    const text = markdown(isMarked(document, position) ? unrefused(found) : found);
    if (text.value === '') return undefined;
    return new vscode.Hover(text, new vscode.Range(position.line, found.start, position.line, found.end));
  }
}

/** The editor shows the sentence of a mark beside ours. */
function isMarked(document: vscode.TextDocument, position: vscode.Position): boolean {
  return vscode.languages
    .getDiagnostics(document.uri)
    .some((mark) => mark.source === 'Sonde' && mark.range.contains(position));
}

function unrefused({ start, end, subject }: Explanation): Explanation {
  return { start, end, subject };
}

/** Nothing in it is trusted: sentences and code go in as text. */
function markdown(explanation: Explanation): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  for (const part of explanationParts(explanation)) {
    if (part.kind === 'code') text.appendCodeblock(part.text, PROBE_LANGUAGE);
    else {
      appendSentence(text, part.text);
      text.appendMarkdown('\n\n');
    }
  }
  return text;
}

/** Word by word: text that is appended whole cannot be broken into lines. */
function appendSentence(text: vscode.MarkdownString, sentence: string): void {
  for (const [index, word] of sentence.split(' ').entries()) {
    if (index > 0) text.appendMarkdown(' ');
    text.appendText(word);
  }
}
