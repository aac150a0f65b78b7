import type { Notebook } from '../notebook/model.ts';
import type { RunResult } from '../run/result.ts';
import { anchor, html } from './escape.ts';
import { claimHtml, rawHtml } from './html-claim.ts';
import { lifecycleHtml } from './html-lifecycle.ts';
import { pinHtml } from './html-pin.ts';
import { probeHtml } from './html-probe.ts';
import { renderProse, type Heading } from './prose.ts';
import { REPORT_STYLE } from './style.ts';
import { reportView, type ReportPart, type ReportView } from './view.ts';
import type { ExportWords } from './words.ts';

export interface HtmlOptions {
  readonly words: ExportWords;
  /** Pictures of lifecycles by the id of their cell: one `<svg>` element each, made by us, put in as it is. */
  readonly svg?: ReadonlyMap<string, string>;
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/**
 * One HTML page that holds everything: no script, nothing fetched, its own content security policy. Shows
 * what the run brought, else what the notebook stores. Text from a host or a file is escaped everywhere.
 */
export function exportHtml(notebook: Notebook, run: RunResult | undefined, options: HtmlOptions): string {
  const { words } = options;
  const view = reportView(notebook, run, words);
  const headings: Heading[] = [];
  const opening = titleOfProse(view);
  const parts = opening.parts.map((part, index) => partHtml(part, index, options, headings));
  const title = html(view.title === '' ? 'Sonde' : view.title);
  return `<!doctype html>
<html lang="${html(words.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Sonde">
<title>${title}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<div class="page">
${contents(headings, words)}
<main>
${head(view, words, opening.heading ?? `<h1>${title}</h1>\n`)}
${parts.join('\n')}
</main>
</div>
</body>
</html>
`;
}

function partHtml(part: ReportPart, index: number, options: HtmlOptions, headings: Heading[]): string {
  const { words } = options;
  switch (part.kind) {
    case 'prose': {
      const prose = renderProse(part.markdown, `h${index}`);
      headings.push(...prose.headings);
      return `<section class="prose">\n${prose.html}</section>`;
    }
    case 'probe':
      return `<section class="probe"${idOf(part.id)}>\n${part.entries.map((entry) => probeHtml(entry, words)).join('\n')}\n</section>`;
    case 'pins':
      return part.pins.map((pin) => pinHtml(pin, words)).join('\n');
    case 'claim':
      return claimHtml(part.claim, words);
    case 'lifecycle':
      return lifecycleHtml(part, words, options.svg?.get(part.id));
    case 'raw':
      return rawHtml(part.text);
  }
}

function idOf(id: string): string {
  return id === '' ? '' : ` id="${anchor(id)}"`;
}

/** The side bar: headings of the second and third level. */
function contents(headings: readonly Heading[], words: ExportWords): string {
  const items = headings
    .filter((heading) => heading.level === 2 || heading.level === 3)
    .map(({ level, id, text }) => `<li class="level${level}"><a href="#${id}">${html(text)}</a></li>`);
  if (items.length === 0) return '';
  return `<nav aria-label="${html(words.label('contents'))}">
<p class="mark">Sonde</p>
<ul>
${items.join('\n')}
</ul>
</nav>`;
}

/** A notebook that starts with a heading of the first level has its title there: it goes into the head. */
function titleOfProse(view: ReportView): {
  readonly heading?: string;
  readonly parts: readonly ReportPart[];
} {
  const [first, ...rest] = view.parts;
  if (first?.kind !== 'prose' || !/^#[ \t]/.test(first.markdown)) return { parts: view.parts };
  const end = first.markdown.search(/\r|\n/);
  const line = end < 0 ? first.markdown : first.markdown.slice(0, end);
  const below = first.markdown.slice(line.length).trim() === '' ? '' : first.markdown.slice(line.length);
  return {
    heading: renderProse(line, 'title').html,
    parts: below === '' ? rest : [{ kind: 'prose', markdown: below.replace(/^[\r\n]+/, '') }, ...rest],
  };
}

/** The title, and what the report is about in one line. */
function head(view: ReportView, words: ExportWords, heading: string): string {
  const targets = view.front?.targets.map((target) => target.name) ?? [];
  const hazards = view.parts.flatMap((part) =>
    part.kind === 'lifecycle' ? (part.facts?.hazards ?? []) : [],
  );
  const count = (kind: ReportPart['kind']): number => view.parts.filter((part) => part.kind === kind).length;
  const probes = view.parts.reduce((sum, part) => sum + (part.kind === 'probe' ? part.entries.length : 0), 0);
  const pins = view.parts.reduce((sum, part) => sum + (part.kind === 'pins' ? part.pins.length : 0), 0);
  const facts = [
    ...(targets.length === 0 ? [] : [`${words.label('targets')}: ${targets.join(', ')}`]),
    ...(view.seen === undefined ? [] : [`${words.label('run-on')} ${view.seen}`]),
    words.count('probes', probes),
    words.count('pins', pins),
    words.count('claims', count('claim')),
    ...(count('lifecycle') === 0 ? [] : [words.count('hazards', hazards.length)]),
  ];
  return `<header>
${heading}<ul class="facts">
${facts.map((fact) => `<li>${html(fact)}</li>`).join('\n')}
</ul>
<p class="promise">${html(words.label('read-only'))}</p>
</header>`;
}
