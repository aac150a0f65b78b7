import type { EdgeView, LifecycleView, SiteView } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { fill } from './fill.ts';
import type { Shown, ShownEdge, ShownNode } from './shown.ts';

/** Sites that a hint tells. */
const SITES = 8;

/** What a hint says of a state or a fold. */
export function nodeHint(node: ShownNode, view: LifecycleView, shown: Shown): readonly Node[] {
  const { words } = view;
  const inward = shown.edges.filter((edge) => edge.to === node.id).length;
  const out = shown.edges.filter((edge) => edge.from === node.id).length;
  const [state] = node.states;
  const facts = [
    ...(node.terminal ? [words.terminal] : []),
    fill(words.stateTip, inward, out),
    ...(node.group === null ? [state?.value ?? '', state?.place?.text ?? ''] : [words.unfold]),
    ...(node.group === null && state !== undefined ? [state.changeText] : []),
  ].filter((text) => text !== '');
  return [
    element('strong', {}, node.name),
    element('div', {}, facts.join(' · ')),
    ...(node.group === null
      ? []
      : [element('div', { class: 'members' }, node.states.map((each) => each.name).join(', '))]),
  ];
}

/** What a hint says of a transition: how sure it is, and each site with its role and guard. */
export function edgeHint(edge: ShownEdge, view: LifecycleView): readonly Node[] {
  const names = new Map(view.states.map((state) => [state.id, state.name]));
  return edge.edges
    .slice(0, 3)
    .flatMap((each) => oneEdge(each, names, view))
    .concat(
      edge.edges.length > 3 ? [element('div', {}, fill(view.words.moreSites, edge.edges.length - 3))] : [],
    );
}

function oneEdge(
  edge: EdgeView,
  names: ReadonlyMap<string, string>,
  { words }: LifecycleView,
): HTMLElement[] {
  const site = (each: SiteView): HTMLElement =>
    element(
      'tr',
      {},
      element('td', {}, each.text),
      element('td', {}, each.role),
      element('td', { class: 'guard' }, each.guard === '' ? words.noGuard : each.guard),
    );
  const more = edge.sites.length - SITES;
  return [
    element(
      'div',
      {},
      element('strong', {}, `${names.get(edge.from) ?? ''} → ${names.get(edge.to) ?? ''}`),
      ` ${[edge.classText, edge.changeText].filter((text) => text !== '').join(' · ')}`,
    ),
    element('table', {}, element('tbody', {}, ...edge.sites.slice(0, SITES).map(site))),
    ...(more > 0 ? [element('div', {}, fill(words.moreSites, more))] : []),
  ];
}
