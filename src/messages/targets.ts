import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { Userland } from '../probe/index.ts';

/** Sentences about the state of a target and what its host has. */
export const targetWords = {
  lostSince: (at: number) => l10n.t('lost since {0}', clock(at)),
  lostBecause: (reason: string) => l10n.t('Connection lost. {0}', reason),
  stillReadable: () => l10n.t('Excerpts and files that were read stay readable.'),
  connectingHint: () => l10n.t('The host is being asked; Cancel gives up.'),
  userland: (system: string, kind: Userland, version: string) =>
    l10n.t('{0} with {1}', system === '' ? l10n.t('unknown system') : system, tool(kind, version)),
  toolOf: (name: string, kind: Userland, version: string) => l10n.t('{0}: {1}', name, tool(kind, version)),
  tool,
  missingTools: (names: readonly string[]) => l10n.t('Not there: {0}', names.join(', ')),
  missingOptions: (name: string, kind: Userland, options: readonly string[]) =>
    l10n.t('{0} ({1}) lacks: {2}', name, tool(kind, ''), options.join('; ')),
  nothingMissing: () => l10n.t('Every command that a probe may use is there.'),
  connectedAs: (label: string) => l10n.t('connected as {0}', label),
  connectTo: (name: string) => l10n.t('Connect to {0}', name),
  reconnectTo: (name: string) => l10n.t('Connect to {0} again', name),
  showTargets: () => l10n.t('Show the targets'),
  cancelHint: (name: string) => l10n.t('Connecting to {0}; choose to cancel', name),
} as const;

/** A tool by whose it is. */
function tool(kind: Userland, version: string): string {
  return [userlandName(kind), version].filter((part) => part !== '').join(' ');
}

function userlandName(kind: Userland): string {
  switch (kind) {
    case 'gnu':
      return 'GNU';
    case 'busybox':
      return 'BusyBox';
    case 'bsd':
      return 'BSD';
    case 'uutils':
      return 'uutils';
    case 'toybox':
      return 'toybox';
    case 'git':
      return 'git';
    case 'ripgrep':
      return 'ripgrep';
    case 'unknown':
      return l10n.t('tools of an unknown kind');
    default:
      return unreachable(kind);
  }
}

function clock(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}
