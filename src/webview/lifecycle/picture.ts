import type { EdgeView, LifecycleView } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { draw, type Drawing } from './draw.ts';

/** What the surroundings of a picture do for it. */
export interface PictureHost {
  /** Opens the code of a row of ours. */
  open(row: string): void;
  /** A name for the drawing, unique in the page. */
  readonly name: string;
}

/** The picture of a lifecycle: states and edges can be clicked and reached by Tab. */
export interface Picture {
  readonly element: HTMLElement;
  /** The drawn SVG; null where the diagram's text stands in for it. */
  readonly svg: SVGSVGElement | null;
  /** Shows edges of one role stronger than the others; null shows all alike. */
  highlight(role: string | null): void;
}

/** Draws `view`; where Mermaid cannot, its text is shown instead. */
export async function drawPicture(view: LifecycleView, host: PictureHost): Promise<Picture> {
  const drawing = await draw(view.mermaid, host.name);
  const box = element('div', { class: 'picture' });
  if (drawing === null) {
    box.append(element('pre', { class: 'source' }, view.mermaid));
    return { element: box, svg: null, highlight: () => undefined };
  }
  box.append(drawing.svg);
  const drawn = view.edges.filter((edge) => edge.class !== 'interleaving');
  attach(drawing, view, drawn, host);
  return {
    element: box,
    svg: drawing.svg,
    highlight: (role) => {
      for (const [index, edge] of drawn.entries()) {
        const faded = role !== null && !edge.roles.includes(role);
        drawing.edges[index]?.path.classList.toggle('faded', faded);
        drawing.edges[index]?.label?.classList.toggle('faded', faded);
      }
    },
  };
}

function attach(drawing: Drawing, view: LifecycleView, drawn: readonly EdgeView[], host: PictureHost): void {
  const names = new Map(view.states.map((state) => [state.id, state.name]));
  for (const state of view.states) {
    const node = drawing.nodes.get(state.id);
    if (node === undefined) continue;
    if (state.terminal) node.classList.add('terminal');
    if (state.place !== null) clickable(node, state.name, state.place.text, () => host.open(state.id));
  }
  for (const [index, edge] of drawn.entries()) {
    const line = drawing.edges[index];
    if (line === undefined) continue;
    line.path.classList.add(`edge-${edge.class}`);
    if (edge.sites.length === 0) continue;
    const title = `${names.get(edge.from) ?? ''} → ${names.get(edge.to) ?? ''}`;
    const sites = [edge.label, edge.sites.map((site) => site.text).join(', ')]
      .filter((text) => text !== '')
      .join('\n');
    clickable(wideLine(line.path), title, sites, () => host.open(edge.id));
    if (line.label !== null) clickable(line.label, title, sites, () => host.open(edge.id), false);
  }
}

/** A wide, invisible copy of a line, which is easier to hit. */
function wideLine(path: SVGElement): SVGElement {
  const wide = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  wide.setAttribute('d', path.getAttribute('d') ?? '');
  wide.setAttribute('class', 'hit');
  path.after(wide);
  return wide;
}

function clickable(target: SVGElement, name: string, hint: string, open: () => void, focus = true): void {
  target.classList.add('clickable');
  target.setAttribute('role', 'button');
  target.setAttribute('aria-label', `${name}: ${hint}`);
  if (focus) target.setAttribute('tabindex', '0');
  const title = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  title.textContent = `${name}\n${hint}`;
  target.prepend(title);
  target.addEventListener('click', (event) => {
    event.stopPropagation();
    open();
  });
  target.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    open();
  });
}
