import * as l10n from '@vscode/l10n';
import type { LifecycleListing } from '../lifecycle/index.ts';
import { filesRead, readsCounted, writesCounted } from './counts.ts';

/** The view of all lifecycles below a root. */
export const discoveryWords = {
  searching: (name: string) => l10n.t('Lifecycles of {0}', name),
  analysing: (name: string) => l10n.t('Lifecycle of {0}', name),
  files: (done: number, total: number) => l10n.t('{0} of {1} files read', done, total),
  count: (count: number, files: number) => {
    const read = filesRead(files);
    return count === 1 ? l10n.t('1 lifecycle, {0}', read) : l10n.t('{0} lifecycles, {1}', count, read);
  },
  none: (root: string, files: number) =>
    l10n.t('No lifecycle was found below {0}, in {1}. Is it the right root?', root, filesRead(files)),
  unread: (count: number) =>
    count === 1 ? l10n.t('1 thing was not read') : l10n.t('{0} things were not read', count),
  row: (writes: number, place: string) => l10n.t('{0} · {1}', writesCounted(writes), place),
  /** What a row is called: the class of the states, else the first of them, and the store. */
  name: ({ states, store, members }: Pick<LifecycleListing, 'states' | 'store' | 'members'>) => {
    const named = states ?? few(members, 3);
    return named === '' ? store : l10n.t('{0} · {1}', named, store);
  },
  /** That one has hazards of `level` or above. */
  hazards: (listing: LifecycleListing, count: number, level: 'high' | 'warning') => {
    const name = discoveryWords.name(listing);
    const place = `${listing.file}:${String(listing.line)}`;
    if (level === 'high')
      return count === 1
        ? l10n.t('{0} ({1}): 1 hazard of high severity', name, place)
        : l10n.t('{0} ({1}): {2} hazards of high severity', name, place, count);
    return count === 1
      ? l10n.t('{0} ({1}): 1 hazard, a warning or more', name, place)
      : l10n.t('{0} ({1}): {2} hazards, each a warning or more', name, place, count);
  },
  /** The lines of a hint, which a screen reader reads as well. */
  told: (listing: LifecycleListing): readonly string[] => {
    const { states, store, owner, members, writes, reads, kind, file, line } = listing;
    return [
      owner === null ? store : `${owner}.${store}`,
      states === null ? kindName(kind) : l10n.t('{0}, {1}', states, kindName(kind)),
      ...(members.length === 0 ? [] : [statesTold(members)]),
      l10n.t('{0}, {1}', writesCounted(writes), readsCounted(reads)),
      `${file}:${String(line)}`,
    ];
  },
  /** The states of a row, the first of them where there are many. */
  members: (names: readonly string[]) => few(names, STATES_TOLD),
  open: () => l10n.t('Show This Lifecycle'),
} as const;

/** How many states a hint names. */
const STATES_TOLD = 24;

function statesTold(members: readonly string[]): string {
  const names = few(members, STATES_TOLD);
  return members.length === 1
    ? l10n.t('1 state: {0}', names)
    : l10n.t('{0} states: {1}', members.length, names);
}

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
