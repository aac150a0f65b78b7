import mermaid from 'mermaid';
import { withStandIns } from './entities.ts';
import { themeVariables } from './theme.ts';

/** A drawn diagram; nodes and edges are told apart by the ids of the diagram's text. */
export interface Drawing {
  readonly svg: SVGSVGElement;
  /** Node id to its group. */
  readonly nodes: ReadonlyMap<string, SVGElement>;
  /** By order in the diagram's text: the line, and its label where it has one. */
  readonly edges: readonly DrawnEdge[];
}

export interface DrawnEdge {
  readonly path: SVGElement;
  readonly label: SVGElement | null;
}

/** Characters of an edge's label in the picture. */
const LABEL_LIMIT = 64;

/** Elements that no diagram of ours holds. Mermaid's strict mode leaves none; this is the second lock. */
const FOREIGN = 'script, foreignObject, iframe, object, embed, image, a, use, animate, set, link, meta';

/**
 * Draws diagram text with Mermaid's strict mode: no HTML in labels, no links, nothing fetched. `null` where Mermaid
 * cannot read the text. `name` must be unique in the page.
 */
export async function draw(diagram: string, name: string): Promise<Drawing | null> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    htmlLabels: false,
    suppressErrorRendering: true,
    deterministicIds: true,
    maxTextSize: 200_000,
    maxEdges: 5000,
    theme: 'base',
    themeVariables: themeVariables(document.body),
    state: { useMaxWidth: false },
  });
  const labels = withStandIns(diagram);
  const text = shortLabels(labels.text);
  let written: string;
  try {
    written = (await mermaid.render(name, text)).svg;
  } catch {
    return null;
  }
  const svg = new DOMParser().parseFromString(written, 'text/html').querySelector('svg');
  if (svg === null) return null;
  clean(svg);
  restoreText(svg, labels.restore);
  const drawn = document.importNode(svg, true);
  const drawing = { svg: drawn, nodes: nodesOf(drawn), edges: edgesOf(drawn) };
  return isWhole(drawing, diagram) ? drawing : null;
}

/** Whether each state and each edge of the text was found in the picture: otherwise a click could open another's code. */
function isWhole({ nodes, edges }: Drawing, diagram: string): boolean {
  const states = [...diagram.matchAll(/^\s*state ".*" as ([sg]\d+)$/gm)].map((found) => found[1] ?? '');
  const arrows = [...diagram.matchAll(/^\s*[sg]\d+ --> [sg]\d+/gm)].length;
  return (
    states.every((id) => nodes.has(id)) &&
    edges.length === arrows &&
    [...edges].every((edge) => (edge as DrawnEdge | undefined) !== undefined)
  );
}

/**
 * Labels of edges name who takes them: guards stay in tooltips and tables, and how sure an edge is shows in its line.
 * A bracket that is not a guard's is an escape in the diagram's text.
 */
function shortLabels(diagram: string): string {
  return diagram.replace(/^(\s*[sg]\d+ --> [sg]\d+) : (.+)$/gm, (_line, arrow: string, label: string) => {
    const roles = label
      .replace(/ \[[^\]]*\]/g, '')
      .replace(/(?:^|, |(?<=^#\d+; ))\([^()]*\)$/, '')
      .trim();
    if (roles === '') return arrow;
    return `${arrow} : ${roles.length > LABEL_LIMIT ? `${roles.slice(0, LABEL_LIMIT - 1)}…` : roles}`;
  });
}

function clean(svg: SVGSVGElement): void {
  for (const each of svg.querySelectorAll(FOREIGN)) each.remove();
  for (const each of [svg, ...svg.querySelectorAll('*')])
    for (const { name, value } of [...each.attributes])
      if (/^on/i.test(name) || (/href$/i.test(name) && !value.startsWith('#'))) each.removeAttribute(name);
}

function restoreText(svg: SVGSVGElement, restore: (drawn: string) => string): void {
  const walker = document.createTreeWalker(svg, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.nodeValue !== null) node.nodeValue = restore(node.nodeValue);
}

function nodesOf(svg: SVGSVGElement): ReadonlyMap<string, SVGElement> {
  const nodes = new Map<string, SVGElement>();
  for (const group of svg.querySelectorAll<SVGElement>('g.node')) {
    const id = /-([sg]\d+)-\d+$/.exec(group.id)?.[1];
    if (id !== undefined) nodes.set(id, group);
  }
  return nodes;
}

function edgesOf(svg: SVGSVGElement): readonly DrawnEdge[] {
  const edges: DrawnEdge[] = [];
  for (const path of svg.querySelectorAll<SVGElement>('path[data-edge]')) {
    const id = path.getAttribute('data-id') ?? '';
    const number = /^edge(\d+)$/.exec(id)?.[1];
    if (number === undefined) continue;
    const index = Number(number);
    const label = svg.querySelector<SVGElement>(`g.label[data-id="edge${index}"]`);
    edges[index] = { path, label: label?.textContent === '' ? null : label };
  }
  return edges;
}
