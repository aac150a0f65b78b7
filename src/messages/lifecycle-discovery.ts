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
  label: ({
    states,
    store,
    writes,
    reads,
    kind,
    place,
  }: Pick<LifecycleListing, 'states' | 'store' | 'writes' | 'reads' | 'kind'> & {
    readonly place: string;
  }) =>
    states === null
      ? l10n.t('{0}, {1} writes, {2} reads, {3}, {4}', store, writes, reads, kindName(kind), place)
      : l10n.t(
          '{0} in {1}, {2} writes, {3} reads, {4}, {5}',
          states,
          store,
          writes,
          reads,
          kindName(kind),
          place,
        ),
  open: () => l10n.t('Show This Lifecycle'),
} as const;

function kindName(kind: LifecycleListing['kind']): string {
  const names: Readonly<Record<LifecycleListing['kind'], string>> = {
    enum: l10n.t('an enum'),
    constants: l10n.t('constants'),
    literals: l10n.t('literals'),
    declared: l10n.t('a declared table'),
  };
  return names[kind];
}
