import type { Hit } from '../../probe/index.ts';
import { html } from './escape.ts';
import type { ProbeAnswer, ProbeEntry } from './view.ts';
import type { ExportWords } from './words.ts';

/** One probe line on one target with its answer: hits by file, or the output as it came. */
export function probeHtml(entry: ProbeEntry, words: ExportWords): string {
  const { answer, problem } = entry;
  const parts = [
    problem === undefined ? '' : `<p class="problem">${html(problem)}</p>`,
    answer === undefined ? '' : answerHtml(answer, words),
    answer === undefined && problem === undefined
      ? `<p class="note">${html(words.label('not-run-yet'))}</p>`
      : '',
  ];
  return `<figure class="card">
<figcaption><code class="command"><span class="prompt" aria-hidden="true">$ </span>${html(entry.line)}</code><span class="chip">${html(entry.on)}</span></figcaption>
${parts.filter((part) => part !== '').join('\n')}
</figure>`;
}

function answerHtml(answer: ProbeAnswer, words: ExportWords): string {
  const { hits, output, stderr } = answer;
  const body =
    output === ''
      ? `<p class="note">${html(words.label('no-output'))}</p>`
      : hits !== undefined && hits.length > 0 && isWhole(answer, hits)
        ? hitsHtml(hits)
        : `<pre class="output">${html(output)}</pre>`;
  const errors = stderr === '' ? '' : `<pre class="output errors">${html(stderr)}</pre>`;
  return `${body}${errors}\n<p class="foot">${foot(answer, words)}</p>`;
}

/** Hits stand for the output only where they say all of it. */
function isWhole(answer: ProbeAnswer, hits: readonly Hit[]): boolean {
  return hits.length === answer.output.replace(/\n$/, '').split('\n').length;
}

function hitsHtml(hits: readonly Hit[]): string {
  const groups: { readonly file: string; readonly hits: Hit[] }[] = [];
  for (const hit of hits) {
    const last = groups.at(-1);
    if (last?.file === hit.file) last.hits.push(hit);
    else groups.push({ file: hit.file, hits: [hit] });
  }
  const bodies = groups.map(({ file, hits: rows }) => {
    const lines = rows.map((hit) => numberedRow(hit.line, hit.text)).join('\n');
    return `<tbody>\n<tr class="file"><th colspan="2" scope="rowgroup">${html(file)}</th></tr>\n${lines}\n</tbody>`;
  });
  return `<div class="scroll"><table class="lines">\n${bodies.join('\n')}\n</table></div>`;
}

/** A row of code with its line number. */
export function numberedRow(line: number, text: string): string {
  return `<tr><td class="number">${line}</td><td class="code"><code>${html(text)}</code></td></tr>`;
}

function foot(answer: ProbeAnswer, words: ExportWords): string {
  const { exit, lines, leftOut, truncated, seen, commit } = answer;
  const facts = [
    ...(exit === undefined
      ? []
      : [exit === null ? words.label('stopped') : `${words.label('exit')} ${exit}`]),
    words.count('lines', lines),
    ...(leftOut === undefined ? [] : [`${words.count('lines', leftOut)} ${words.label('left-out')}`]),
    ...(truncated === undefined ? [] : [words.label(truncated === 'bytes' ? 'cut-bytes' : 'cut-time')]),
    ...(commit === undefined ? [] : [`${words.label('commit')} ${commit}`]),
    ...(seen === undefined ? [] : [`${words.label('seen')} ${seen}`]),
  ];
  return facts.map((fact) => `<span>${html(fact)}</span>`).join('');
}
