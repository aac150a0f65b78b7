import type { Filters, LifecycleView } from '../../protocol/index.ts';
import { fill } from '../lifecycle/fill.ts';
import type { Shown } from '../lifecycle/shown.ts';

/** What is said after the filters changed: how much is drawn, and what is left out. */
export function shownText(view: LifecycleView, shown: Shown, filters: Filters): string {
  const { words } = view;
  const edges = view.edges.filter((edge) => edge.class !== 'interleaving').length;
  const folds = new Set(shown.folded.values());
  const roles = filters.withoutRoles.map((role) => (role === '' ? words.noRole : role));
  const left = [...roles, ...filters.withoutClasses.map((each) => words[each])];
  const around = view.states.find((state) => state.id === filters.around?.state);
  return [
    fill(words.shown, shown.states.length, view.states.length, shown.drawn.length, edges),
    ...(shown.listed.length === 0 ? [] : [fill(words.listed, shown.listed.length)]),
    ...(folds.size === 0 ? [] : [fill(words.foldedIn, shown.folded.size, folds.size)]),
    ...(left.length === 0 ? [] : [fill(words.leftOut, left.join(', '))]),
    ...(around === undefined ? [] : [fill(words.aroundNow, filters.around?.steps ?? 0, around.name)]),
  ].join(' ');
}

/** What is said of a search. */
export function searchText({ words }: LifecycleView, text: string, found: number): string {
  if (text.trim() === '') return '';
  return found === 0 ? fill(words.notFound, text) : fill(words.found, found);
}
