import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { TransitionClass } from '../lifecycle/index.ts';
import { transitionClass } from './lifecycleView.ts';

/** How something differs between two lifecycles. */
type Change = 'same' | 'added' | 'removed' | 'changed';

function change(value: Change): string {
  switch (value) {
    case 'same':
      return l10n.t('the same');
    case 'added':
      return l10n.t('added');
    case 'removed':
      return l10n.t('removed');
    case 'changed':
      return l10n.t('changed');
    default:
      return unreachable(value);
  }
}

/** What changed from one lifecycle to another, in words. */
export const changeWords = {
  added: (): string => l10n.t('added'),
  removed: (): string => l10n.t('removed'),
  value: (before: string, after: string): string => l10n.t('value {0}, was {1}', after, before),
  terminal: (now: boolean): string => (now ? l10n.t('terminal now') : l10n.t('not terminal any more')),
  class: (before: TransitionClass, after: TransitionClass): string =>
    l10n.t('{0}, was {1}', transitionClass(after), transitionClass(before)),
  roles: (before: string, after: string): string =>
    l10n.t('taken by {0}, was {1}', after || '—', before || '—'),
  guards: (before: string, after: string): string =>
    l10n.t('guard {0}, was {1}', after || '—', before || '—'),
  state: (name: string, how: string): string => l10n.t('State {0}: {1}', name, how),
  edge: (ends: string, sure: string, how: string): string => l10n.t('{0} ({1}): {2}', ends, sure, how),
  setter: (name: string, how: Change, cells: number): string =>
    cells === 0
      ? l10n.t('Setter {0}: {1}', name, change(how))
      : l10n.t('Setter {0}: {1} of its cells are others', name, cells),
  hazard: (rule: string, title: string, how: Change): string =>
    l10n.t('{0} {1}: {2}', rule, change(how), title),
  summary: (before: string, after: string, changes: number): string =>
    changes === 0
      ? l10n.t('No difference between {0} and {1}.', before, after)
      : l10n.t('{0} differences from {1} to {2}.', changes, before, after),
} as const;

/** The name of states that are drawn as one. */
export function groupName(kind: 'prefix' | 'terminal', prefix: string, states: number): string {
  return kind === 'terminal' ? l10n.t('terminal states ({0})', states) : l10n.t('{0}… ({1})', prefix, states);
}
