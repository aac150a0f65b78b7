import { createInterface } from 'node:readline';
import { cliError, refusalMessage, sensitiveAsked } from '../../messages/index.ts';
import { judge, type Verdict } from '../../probe/index.ts';
import { say, type Io } from '../io.ts';
import { verdictJson } from '../json.ts';
import { printable } from '../terminal.ts';

type PolicyInput = { readonly kind: 'line'; readonly line: string } | { readonly kind: 'stdin' };

/** `sonde policy`: verdicts without a host. Exit status 3 when a line was refused. */
export async function policy(io: Io, input: PolicyInput, json: boolean): Promise<number> {
  if (input.kind === 'line') {
    const verdict = judge(input.line);
    io.stdout.write(
      json ? `${JSON.stringify(verdictJson(verdict), null, 2)}\n` : printable(describe(verdict)),
    );
    return verdict.approved ? 0 : 3;
  }
  let refused = false;
  let number = 0;
  for await (const text of createInterface({ input: io.stdin, crlfDelay: 0 })) {
    number += 1;
    const verdict = judge(decode(io, text, number));
    refused ||= !verdict.approved;
    io.stdout.write(json ? `${JSON.stringify(verdictJson(verdict))}\n` : printable(describe(verdict)));
  }
  return refused ? 3 : 0;
}

/** A line that starts with `json:` is a JSON string, for lines that hold control characters. */
function decode(io: Io, text: string, number: number): string {
  if (!text.startsWith('json:')) return text;
  try {
    const value: unknown = JSON.parse(text.slice('json:'.length));
    if (typeof value === 'string') return value;
  } catch {
    // Falls through to the sentence below.
  }
  say(io, cliError({ code: 'bad-json-line', line: number }));
  return text;
}

/** What would be sent, or the sentence of the refusal with a mark below the word. */
function describe(verdict: Verdict): string {
  if (verdict.approved) {
    const asks = verdict.asks === undefined ? '' : `${sensitiveAsked()}\n`;
    return `${verdict.stages.map((stage) => stage.argv.map(shown).join(' ')).join(' | ')}\n${asks}`;
  }
  return `${refusalText(verdict.line, verdict.refusal)}\n`;
}

/** A word as it would be quoted for reading. */
export function shown(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The line, a caret below the refused word, and the sentence. */
export function refusalText(line: string, refusal: Parameters<typeof refusalMessage>[0]): string {
  const printable = line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
  if (line === '') return refusalMessage(refusal);
  const mark = `${' '.repeat(refusal.at)}${'^'.repeat(Math.max(1, refusal.word.length))}`;
  return `${printable}\n${mark}\n${refusalMessage(refusal)}`;
}
