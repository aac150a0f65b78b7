import { anchor, html } from './escape.ts';
import { numberedRow } from './html-probe.ts';
import type { PinEntry } from './view.ts';
import type { ExportWords } from './words.ts';

/** A pin: where it is, how it stands, its note, and its excerpt with the line numbers of the file. */
export function pinHtml(entry: PinEntry, words: ExportWords): string {
  const { pin, symbol, verdict } = entry;
  const id = pin.id === undefined ? '' : ` id="${anchor(pin.id)}"`;
  const chips = [
    ...(pin.on === undefined ? [] : [`<span class="chip">${html(pin.on)}</span>`]),
    ...(pin.role === undefined
      ? []
      : [`<span class="chip role" title="${html(words.label('role'))}">${html(pin.role)}</span>`]),
    ...(verdict === undefined
      ? []
      : [`<span class="badge verdict-${html(verdict)}">${html(words.verdict(verdict))}</span>`]),
  ];
  const name = symbol === undefined ? '' : `<span class="symbol">${html(symbol)}</span>`;
  const note = pin.note === undefined ? '' : `<p class="remark">${html(pin.note)}</p>\n`;
  return `<figure class="card pin"${id}>
<figcaption><span class="where"><span class="pinhead" aria-hidden="true">◆</span>${name}<code>${html(pin.file)}${html(rangeOf(entry))}</code></span>${chips.join('')}</figcaption>
${note}${excerptHtml(entry, words)}
</figure>`;
}

function rangeOf({ first, last }: PinEntry): string {
  if (first === undefined) return '';
  if (last === undefined) return `:${first}-`;
  return first === last ? `:${first}` : `:${first}-${last}`;
}

function excerptHtml({ excerpt, first }: PinEntry, words: ExportWords): string {
  if (excerpt === undefined) return `<p class="note">${html(words.label('no-excerpt'))}</p>`;
  const lines = excerpt.replace(/\r?\n$/, '').split('\n');
  const rows = lines.map((line, index) => numberedRow((first ?? 1) + index, line.replace(/\r$/, '')));
  return `<div class="scroll"><table class="lines">\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table></div>`;
}
