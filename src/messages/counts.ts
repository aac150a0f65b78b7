import * as l10n from '@vscode/l10n';

/** How many files were read. */
export function filesRead(count: number): string {
  return count === 1 ? l10n.t('1 file read') : l10n.t('{0} files read', count);
}

/** How many names could not be followed. */
export function namesUnresolved(count: number): string {
  return count === 1 ? l10n.t('1 name unresolved') : l10n.t('{0} names unresolved', count);
}

/** How many reads of the host it took. */
export function readsOfHost(count: number): string {
  return count === 1 ? l10n.t('1 read of the host') : l10n.t('{0} reads of the host', count);
}

/** How often something is written. */
export function writesCounted(count: number): string {
  return count === 1 ? l10n.t('1 write') : l10n.t('{0} writes', count);
}

/** How often something is read. */
export function readsCounted(count: number): string {
  return count === 1 ? l10n.t('1 read') : l10n.t('{0} reads', count);
}
