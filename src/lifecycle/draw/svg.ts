import { Graphviz } from '@hpcc-js/wasm-graphviz';
import type { Lifecycle } from '../model.ts';
import { diagramModel, type DiagramModel, type DiagramOptions } from './diagram.ts';
import { toDot, type Palette } from './dot.ts';

export interface SvgOptions extends DiagramOptions {
  /** Default `light`, on white paper. */
  readonly theme?: 'light' | 'dark';
  /** Put before the ids of states and transitions, so that several pictures fit on one page. */
  readonly prefix?: string;
}

const palettes: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    paper: '#ffffff',
    ink: '#1f2328',
    faint: '#57606a',
    state: '#ddf4ff',
    terminal: '#dafbe1',
    danger: '#cf222e',
  },
  dark: {
    paper: '#1e1e1e',
    ink: '#e6edf3',
    faint: '#9ea7b3',
    state: '#0c2d6b',
    terminal: '#033a16',
    danger: '#ff7b72',
  },
};

/**
 * The picture of a lifecycle as one `<svg>` element: {@link diagramModel} drawn by Graphviz, each state and transition
 * a group with the model's id. Nothing in it is fetched, scripted or styled from outside; `<title>` and `<desc>` say
 * the same as text. The layout engine is loaded on first use.
 */
export async function toSvg(lifecycle: Lifecycle, options: SvgOptions = {}): Promise<string> {
  const model = diagramModel(lifecycle, options);
  const palette = palettes[options.theme ?? 'light'];
  const graphviz = await Graphviz.load();
  return described(graphviz.dot(toDot(model, palette)), model, palette, options.prefix ?? '');
}

/** Drops the prologue and Graphviz' own titles; names the picture and its parts for screen readers and pointers. */
function described(drawn: string, model: DiagramModel, palette: Palette, prefix: string): string {
  const titles = partTitles(model);
  const svg = drawn
    .slice(drawn.indexOf('<svg'))
    .replace(/<!--[\s\S]*?-->\n?/g, '')
    .trimEnd();
  const head = svg.indexOf('>');
  const body = svg
    .slice(head + 1)
    .replace(/<title>[^<]*<\/title>\n?/g, '')
    .replace(/<g id="graph0"/, '<g')
    .replace(/<g id="([se]\d+)" class="(node|edge)">\n/g, (_group, id: string, kind: string) => {
      return `<g id="${xml(prefix)}${id}" class="${kind}">\n<title>${xml(titles.get(id) ?? '')}</title>\n`;
    })
    .replace(
      /<text (?=[^>]*font-size="10\.00")/g,
      `<text paint-order="stroke" stroke="${palette.paper}" stroke-width="3" `,
    );
  const names = `<title>${xml(model.title)}</title>\n<desc>${xml(model.description)}</desc>`;
  return `${svg.slice(0, head)} role="img">\n${names}${body}\n`;
}

/** What a pointer over a state or an edge, and a screen reader in it, is told. */
function partTitles(model: DiagramModel): ReadonlyMap<string, string> {
  const titles = new Map(model.nodes.map((node) => [node.id, node.label]));
  for (const edge of model.edges) {
    const ends = `${titles.get(edge.from) ?? ''} → ${titles.get(edge.to) ?? ''}`;
    titles.set(edge.id, [ends, `(${edge.class})`, ...edge.labels].join('\n'));
  }
  return titles;
}

function xml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
