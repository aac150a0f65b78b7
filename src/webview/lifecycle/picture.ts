import type { LifecycleView } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { badges, middle, type Badge } from './badges.ts';
import { draw, type Drawing } from './draw.ts';
import { edgeHint, nodeHint } from './hints.ts';
import { Rover, type RoverItem } from './rover.ts';
import type { Shown, ShownEdge, ShownNode } from './shown.ts';
import { diagramText } from './text.ts';
import { Tip } from './tip.ts';

/** What the surroundings of a picture do for it. */
export interface PictureHost {
  /** Opens the code of a row of ours. */
  open(row: string): void;
  /** A name for the drawing, unique in the page. */
  readonly name: string;
  /** Whether edges have labels; they have by default. */
  readonly labels?: boolean;
  /** Where hints stay inside of; the picture itself by default. */
  readonly frame?: HTMLElement;
  /** The state or edge at which Tab comes in; the first by default. */
  readonly start?: string | null;
  /** Opens a fold. */
  unfold?(group: string): void;
  /** A state or edge got the focus, by a key or by the pointer. */
  chosen?(id: string, target: SVGElement, byKey: boolean): void;
}

/** What stands out in a picture, by ids of states and edges. */
export interface Emphasis {
  readonly now: ReadonlySet<string>;
  readonly trail: ReadonlySet<string>;
  /** Numbers of steps at what they are about. */
  readonly badges: readonly Badge[];
}

/** The picture of a lifecycle: one stop of Tab, and the arrow keys go through states and edges. */
export interface Picture {
  readonly element: HTMLElement;
  /** The drawn SVG; null where the diagram's text stands in for it. */
  readonly svg: SVGSVGElement | null;
  /** The drawn text, as Mermaid has it. */
  readonly text: string;
  /** Lets things stand out and the others fade; null shows all alike. */
  emphasise(emphasis: Emphasis | null): void;
  /** Gives the focus to a state, fold or edge; false where it is not drawn. */
  focus(id: string): boolean;
  /** What of a state, fold or edge can have the focus. */
  part(id: string): SVGElement | undefined;
  /** Closes the hint; false where none was open. */
  closeHint(): boolean;
}

/** Draws what is shown of `view`; where Mermaid cannot, its text is shown instead. */
export async function drawPicture(view: LifecycleView, shown: Shown, host: PictureHost): Promise<Picture> {
  const text = diagramText(view, shown);
  const drawn = host.labels === false ? diagramText(view, shown, false) : text;
  const drawing = await draw(drawn, host.name);
  const box = element('div', { class: 'picture' });
  if (drawing === null) {
    box.append(
      element('p', { class: 'note' }, view.words.notDrawnText),
      element('pre', { class: 'source', attributes: { tabindex: '0' } }, text),
    );
    return {
      element: box,
      svg: null,
      text,
      emphasise: () => undefined,
      focus: () => false,
      part: () => undefined,
      closeHint: () => false,
    };
  }
  box.append(drawing.svg);
  const tip = new Tip(host.frame ?? box, `${host.name}-tip`);
  const parts = attach(drawing, { view, shown, host, tip });
  return {
    element: box,
    svg: drawing.svg,
    text,
    emphasise: (emphasis) => emphasise(drawing.svg, parts, emphasis),
    focus: (id) => parts.rover.focus(id),
    part: (id) => parts.rover.element(parts.found.get(id) ?? []),
    closeHint: () => {
      const open = tip.isShown;
      tip.hide();
      return open;
    },
  };
}

interface Scene {
  readonly view: LifecycleView;
  readonly shown: Shown;
  readonly host: PictureHost;
  readonly tip: Tip;
}

interface Parts {
  readonly rover: Rover;
  /** Id of a state or edge to its drawn parts. */
  readonly found: ReadonlyMap<string, readonly SVGElement[]>;
}

function attach(drawing: Drawing, scene: Scene): Parts {
  const found = new Map<string, readonly SVGElement[]>();
  const items: RoverItem[] = [];
  for (const node of scene.shown.nodes) {
    const group = drawing.nodes.get(node.id);
    if (group === undefined) continue;
    items.push(attachNode(group, node, scene));
    for (const id of [node.id, ...node.states.map((state) => state.id)]) found.set(id, [group]);
  }
  for (const [index, edge] of scene.shown.edges.entries()) {
    const line = drawing.edges[index];
    if (line === undefined) continue;
    const hit = wideLine(line.path);
    items.push(attachEdge({ ...line, hit }, edge, scene));
    const parts = line.label === null ? [line.path, hit] : [line.path, hit, line.label];
    for (const each of edge.edges) found.set(each.id, parts);
  }
  return { rover: new Rover(drawing.svg, items, scene.host.start), found };
}

function attachNode(group: SVGElement, node: ShownNode, scene: Scene): RoverItem {
  const { view, shown, host } = scene;
  const [state] = node.states;
  group.classList.add(`change-${node.change}`);
  if (node.terminal) group.classList.add('terminal');
  if (node.group !== null) group.classList.add('fold');
  const place = node.group === null ? state?.place : null;
  const unfold = node.group === null ? undefined : host.unfold?.bind(host);
  const act =
    unfold === undefined ? (place == null ? null : () => host.open(node.id)) : () => unfold(node.id);
  const marks = [...(node.terminal ? [view.words.terminal] : []), state?.changeText ?? ''];
  const label =
    node.group === null
      ? `${node.name}: ${place?.text ?? marks.filter((text) => text !== '').join(', ')}`
      : `${node.name}: ${node.states.map((each) => each.name).join(', ')}`;
  interactive(group, { label, act, id: node.id, hint: () => nodeHint(node, view, shown) }, scene);
  return { id: node.id, kind: 'state', element: group, from: null, to: null, act };
}

interface Line {
  readonly path: SVGElement;
  readonly label: SVGElement | null;
  readonly hit: SVGElement;
}

function attachEdge(line: Line, edge: ShownEdge, scene: Scene): RoverItem {
  const { view, host } = scene;
  line.path.classList.add(`edge-${edge.class}`);
  for (const part of [line.path, line.label]) part?.classList.add(`change-${edge.change}`);
  const names = new Map(scene.shown.nodes.map((node) => [node.id, node.name]));
  const [only, ...others] = edge.edges;
  const sites = edge.edges.flatMap((each) => each.sites);
  const said = [
    only?.changeText ?? '',
    others.length === 0 ? (only?.label ?? '') : fillMerged(view, edge),
    sites.map((site) => site.text).join(', '),
  ].filter((text) => text !== '');
  const label = `${names.get(edge.from) ?? ''} → ${names.get(edge.to) ?? ''}: ${said.join('\n')}`;
  const folds = [edge.from, edge.to].filter((id) => id.startsWith('g'));
  const act =
    sites.length === 0
      ? null
      : others.length === 0
        ? (): void => host.open(edge.id)
        : (): void => {
            for (const id of folds) host.unfold?.(id);
          };
  const hint = (): readonly Node[] => edgeHint(edge, view);
  interactive(line.hit, { label, act, id: edge.id, hint }, scene);
  if (line.label !== null) interactive(line.label, { label, act, id: edge.id, hint }, scene);
  return { id: edge.id, kind: 'edge', element: line.hit, from: edge.from, to: edge.to, act };
}

function fillMerged(view: LifecycleView, edge: ShownEdge): string {
  return view.words.edgesMerged.replace('{0}', String(edge.edges.length));
}

/** A wide, invisible copy of a line, which is easier to hit. */
function wideLine(path: SVGElement): SVGElement {
  const wide = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  wide.setAttribute('d', path.getAttribute('d') ?? '');
  wide.setAttribute('class', 'hit');
  path.after(wide);
  return wide;
}

interface Interaction {
  readonly id: string;
  readonly label: string;
  readonly act: (() => void) | null;
  readonly hint: () => readonly Node[];
}

function interactive(target: SVGElement, { id, label, act, hint }: Interaction, { host, tip }: Scene): void {
  target.classList.add('part');
  if (act !== null) target.classList.add('clickable');
  target.setAttribute('role', act === null ? 'img' : 'button');
  target.setAttribute('aria-label', label);
  target.addEventListener('click', (event) => {
    event.stopPropagation();
    act?.();
  });
  target.addEventListener('pointerenter', (event) => {
    tip.show(target, hint(), { x: event.clientX, y: event.clientY });
  });
  target.addEventListener('pointerleave', () => tip.leave());
  target.addEventListener('focus', () => {
    // Under a pointer nothing may move between press and release, and the hint is there already.
    const byKey = target.matches(':focus-visible');
    host.chosen?.(id, target, byKey);
    if (!byKey) return;
    tip.show(target, hint(), target.classList.contains('hit') ? (middle(target) ?? undefined) : undefined);
  });
  target.addEventListener('blur', () => tip.hide());
}

function emphasise(svg: SVGSVGElement, { found }: Parts, emphasis: Emphasis | null): void {
  svg.classList.toggle('emphasis', emphasis !== null);
  const now = new Set([...(emphasis?.now ?? [])].flatMap((id) => found.get(id) ?? []));
  const trail = new Set([...(emphasis?.trail ?? [])].flatMap((id) => found.get(id) ?? []));
  for (const part of new Set([...found.values()].flat())) {
    part.classList.toggle('lit', now.has(part));
    part.classList.toggle('trail', trail.has(part) && !now.has(part));
    part.classList.toggle('dim', emphasis !== null && !now.has(part) && !trail.has(part));
  }
  badges(svg, emphasis?.badges ?? [], (id) => {
    const parts = found.get(id) ?? [];
    // Beside the label of a line, which it would hide otherwise.
    return parts[2] ?? parts[0];
  });
}
