import type { Claim } from '../cells/claim.ts';
import { anchor, html } from './escape.ts';
import type { ExportWords } from './words.ts';

/** A claim with its kind and status, and links to what stands for and against it. */
export function claimHtml(claim: Claim, words: ExportWords): string {
  const id = claim.id === undefined ? '' : ` id="${anchor(claim.id)}"`;
  const links = (ids: readonly string[]): string =>
    ids.map((other) => `<a href="#${anchor(other)}">${html(other)}</a>`).join(' ');
  const rests = [
    ...(claim.for.length === 0 ? [] : [`<span>${html(words.label('for'))} ${links(claim.for)}</span>`]),
    ...(claim.against.length === 0
      ? []
      : [`<span>${html(words.label('against'))} ${links(claim.against)}</span>`]),
  ];
  const foot = rests.length === 0 ? '' : `\n<p class="foot">${rests.join('')}</p>`;
  return `<aside class="claim status-${claim.status}"${id}>
<p class="kind"><span>${html(words.claimKind(claim.kind))}</span><span class="badge status-${claim.status}">${html(words.claimStatus(claim.status))}</span></p>
<p class="said">${html(claim.text)}</p>${foot}
</aside>`;
}

/** A block that is shown as it stands in the file. */
export function rawHtml(text: string): string {
  return `<pre class="raw">${html(text)}</pre>`;
}
