import * as l10n from '@vscode/l10n';
import type { LifecycleListing } from '../lifecycle/index.ts';

/** The view of all lifecycles below a root. */
export const discoveryWords = {
  searching: (name: string) => l10n.t('Lifecycles of {0}', name),
  analysing: (name: string) => l10n.t('Lifecycle of {0}', name),
  files: (done: number, total: number) => l10n.t('{0} of {1} files read', done, total),
  count: (count: number, files: number) => {
    const read = files === 1 ? l10n.t('1 file read') : l10n.t('{0} files read', files);
    return count === 1 ? l10n.t('1 lifecycle, {0}', read) : l10n.t('{0} lifecycles, {1}', count, read);
  },
  none: (root: string, files: number) =>
    l10n.t('No lifecycle was found below {0}, in {1} files read. Is it the right root?', root, files),
  unread: (count: number) =>
    count === 1 ? l10n.t('1 thing was not read') : l10n.t('{0} things were not read', count),
  row: (writes: number, place: string) =>
    writes === 1 ? l10n.t('1 write · {0}', place) : l10n.t('{0} writes · {1}', writes, place),
  /** What a row is called: the class of the states, else the first of them, and the store. */
  name: ({ states, store, members }: Pick<LifecycleListing, 'states' | 'store' | 'members'>) => {
    const named = states ?? few(members, 3);
    return named === '' ? store : l10n.t('{0} · {1}', named, store);
  },
  /** The lines of a hint, which a screen reader reads as well. */
  told: (listing: LifecycleListing): readonly string[] => {
    const { states, store, owner, members, writes, reads, kind, file, line } = listing;
    return [
      owner === null ? store : `${owner}.${store}`,
      states === null ? kindName(kind) : l10n.t('{0}, {1}', states, kindName(kind)),
      ...(members.length === 0 ? [] : [l10n.t('{0} states: {1}', members.length, few(members, STATES_TOLD))]),
      l10n.t('{0} writes, {1} reads', writes, reads),
      `${file}:${String(line)}`,
    ];
  },
  open: () => l10n.t('Show This Lifecycle'),
} as const;

/** How many states a hint names. */
const STATES_TOLD = 24;

function few(names: readonly string[], limit: number): string {
  return names.length > limit ? `${names.slice(0, limit).join(', ')}, …` : names.join(', ');
}

function kindName(kind: LifecycleListing['kind']): string {
  const names: Readonly<Record<LifecycleListing['kind'], string>> = {
    enum: l10n.t('an enum'),
    constants: l10n.t('constants'),
    literals: l10n.t('literals'),
    declared: l10n.t('a declared table'),
  };
  return names[kind];
}
