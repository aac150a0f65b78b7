import * as l10n from '@vscode/l10n';
import type { CommandLacks, Userland } from '../probe/index.ts';
import { formName, optionSpelling } from './catalogue.ts';
import { isCompared, userlandName } from './userlands.ts';

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
  /** Commands that are there and refused, because of whose they are. */
  refusedTools: (kind: Userland, names: readonly string[]) =>
    l10n.t('Refused, of {0}: {1}', userlandName(kind), names.join(', ')),
  refusedWhy: (kind: Userland) =>
    isCompared(kind)
      ? l10n.t('Their answers differ from those of GNU, or were not compared with them.')
      : l10n.t('It is not known how they behave.'),
  limitedTools: (count: number) =>
    count === 1
      ? l10n.t('Options that are refused, of 1 command')
      : l10n.t('Options that are refused, of {0} commands', count),
  limitedTool,
  nothingMissing: () => l10n.t('Every command that a probe may use is there.'),
  connectedAs: (label: string) => l10n.t('connected as {0}', label),
  connectTo: (name: string) => l10n.t('Connect to {0}', name),
  reconnectTo: (name: string) => l10n.t('Connect to {0} again', name),
  showTargets: () => l10n.t('Show the targets'),
  cancelHint: (name: string) => l10n.t('Connecting to {0}; choose to cancel', name),
} as const;

/** Which options of a command are refused, and those of which it needs one. */
function limitedTool({ command, kind, options, values, needs }: CommandLacks): string {
  const spelled = [
    ...options.map(optionSpelling),
    ...values.map(({ option, form }) => l10n.t('{0} with {1}', optionSpelling(option), formName(form))),
  ].join('; ');
  const maker = userlandName(kind);
  if (needs.length > 0)
    return l10n.t(
      '{0} ({1}) needs one of: {2}; refused: {3}',
      command,
      maker,
      needs.map(optionSpelling).join('; '),
      spelled,
    );
  return isCompared(kind)
    ? l10n.t('{0} ({1}), refused: {2}', command, maker, spelled)
    : l10n.t('{0} ({1}) lacks: {2}', command, maker, spelled);
}

/** A tool by whose it is. */
function tool(kind: Userland, version: string): string {
  return [userlandName(kind), version].filter((part) => part !== '').join(' ');
}

function clock(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}
