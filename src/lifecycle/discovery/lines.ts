/** A statement or the head of one, on one line: comments are left out, brackets and continuations joined. */
export interface LogicalLine {
  readonly text: string;
  /** What it stands in directly: the body of a class, of a function, or neither. */
  readonly within: 'class' | 'function' | 'module';
}

/** A longer one is told in pieces, as its lines stand in the file: who looks at pieces asks every pair of them. */
const LONGEST = 4000;

const PIECE = /[#'"()[\]{}\\\n]/g;
const HEAD = /^(?:async\s+)?(class|def)\b/;

/** The logical lines of a Python text (Python reference, 2.1), with texts over several lines left empty. */
export function logicalLines(text: string): readonly LogicalLine[] {
  const lines: LogicalLine[] = [];
  const around: { readonly indent: number; readonly kind: 'class' | 'function' }[] = [];
  const end = (line: string): void => {
    const bare = line.trimStart();
    if (bare === '') return;
    const indent = line.length - bare.length;
    while ((around.at(-1)?.indent ?? -1) >= indent) around.pop();
    const within = around.at(-1)?.kind ?? 'module';
    const head = HEAD.exec(bare)?.[1];
    if (head !== undefined) around.push({ indent, kind: head === 'class' ? 'class' : 'function' });
    if (line.length <= LONGEST) lines.push({ text: line, within });
    else for (const piece of line.split('\0')) lines.push({ text: piece, within });
  };
  let line = '';
  let depth = 0;
  let at = 0;
  for (;;) {
    PIECE.lastIndex = at;
    const found = PIECE.exec(text);
    const stop = found?.index ?? text.length;
    line += text.slice(at, stop);
    if (found === null) break;
    const [sign] = found;
    at = stop + 1;
    if (sign === '#') {
      const next = text.indexOf('\n', at);
      at = next < 0 ? text.length : next;
    } else if (sign === '"' || sign === "'") {
      const close = endOfText(text, stop, sign);
      const literal = text.slice(stop, close);
      line += literal.includes('\n') ? sign + sign : literal;
      at = close;
    } else if (sign === '\\') {
      if (text.startsWith('\n', at) || text.startsWith('\r\n', at)) at = text.indexOf('\n', at) + 1;
      line += ' ';
    } else if (sign === '\n') {
      if (depth === 0) {
        end(line.replaceAll('\0', line.length > LONGEST ? '\0' : ' '));
        line = '';
      } else line += '\0';
    } else {
      depth = Math.max(0, depth + ('([{'.includes(sign) ? 1 : -1));
      line += sign;
    }
  }
  end(line.replaceAll('\0', line.length > LONGEST ? '\0' : ' '));
  return lines;
}

/** Behind the closing quotes of the text that opens at `start`; at the end of the line where it is not closed. */
function endOfText(text: string, start: number, quote: string): number {
  const triple = quote.repeat(3);
  const close = text.startsWith(triple, start) ? triple : quote;
  for (let at = start + close.length; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '\\') at += 1;
    else if (sign === '\n' && close.length === 1) return at;
    else if (text.startsWith(close, at)) return at + close.length;
  }
  return text.length;
}
