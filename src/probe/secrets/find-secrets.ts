import { assignments, credentials } from './assignments.ts';
import { FORMATS, type SecretFormat } from './formats.ts';
import { keyBlocks } from './key-blocks.ts';
import type { SecretMark, Span } from './marks.ts';
import { isPlaceholder } from './random.ts';

/**
 * Finds what looks like a secret in text: private keys, tokens in the published formats of services, web
 * tokens, credentials of headers and URLs, passwords and random values behind names that say so. In the order
 * of the text, without overlaps. The text may be cut at either end. Pure, linear in the text's length, and
 * nothing of the secret is in the answer. It looks at one value at a time, so what looks like none is none:
 * a mark is a question to a person, and no mark is no promise.
 */
export function findSecrets(text: string): readonly SecretMark[] {
  return placed(
    text,
    merged([
      ...keyBlocks(text),
      ...FORMATS.flatMap((format) => known(text, format)),
      ...credentials(text),
      ...assignments(text),
    ]),
  );
}

function known(text: string, { kind, pattern }: SecretFormat): readonly Span[] {
  return Array.from(text.matchAll(pattern)).flatMap((found) => {
    const value = found[1] ?? found[0];
    const start = found.index + found[0].length - value.length;
    const isReal = kind !== 'service-token' || !isPlaceholder(value);
    return isReal ? [{ kind, start, end: start + value.length }] : [];
  });
}

/** What overlaps becomes one span of the kind that was found first. */
function merged(spans: readonly Span[]): readonly Span[] {
  const ordered = spans
    .map((span, order) => ({ span, order }))
    .sort((a, b) => a.span.start - b.span.start || a.order - b.order);
  const out: { span: Span; order: number }[] = [];
  for (const next of ordered) {
    const last = out.at(-1);
    if (last === undefined || next.span.start >= last.span.end) {
      out.push(next);
      continue;
    }
    const kind = next.order < last.order ? next.span.kind : last.span.kind;
    const end = Math.max(last.span.end, next.span.end);
    out[out.length - 1] = {
      span: { kind, start: last.span.start, end },
      order: Math.min(last.order, next.order),
    };
  }
  return out.map(({ span }) => span);
}

function placed(text: string, spans: readonly Span[]): readonly SecretMark[] {
  const marks: SecretMark[] = [];
  let line = 1;
  let lineStart = 0;
  // Looked for once: a text may be one line with many marks.
  let next = text.indexOf('\n');
  for (const { kind, start, end } of spans) {
    while (next >= 0 && next < start) {
      line += 1;
      lineStart = next + 1;
      next = text.indexOf('\n', lineStart);
    }
    marks.push({ kind, line, column: start - lineStart + 1, length: end - start, at: start });
  }
  return marks;
}
