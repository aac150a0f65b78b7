import { layerMessage, layerName, targetWords, transportErrorMessage } from '../../messages/index.ts';
import { hostLacks, type CommandLacks, type HostFacts, type Layer } from '../../probe/index.ts';
import { visibleLabel } from '../../protocol/index.ts';
import type { TargetEntry } from './registry.ts';

/** One thing that is known of a target, as a row below it. */
export interface TargetFact {
  readonly id:
    | 'account'
    | 'userland'
    | 'layers'
    | 'nothing-missing'
    | 'missing'
    | 'options'
    | 'option'
    | 'lost'
    | 'connecting';
  readonly label: string;
  /** The whole of it, in any number of lines. */
  readonly detail: string;
  /** Rows below it. */
  readonly below?: readonly TargetFact[];
}

/** What is known of a target: where it is connected, whose tools it has, its layers, what is missing, why it is lost. */
export function targetFacts(entry: TargetEntry): readonly TargetFact[] {
  switch (entry.state) {
    case 'connected':
      return connectedFacts(entry);
    case 'connecting':
      return [fact('connecting', [targetWords.connectingHint()])];
    case 'lost':
      return entry.lost === undefined
        ? []
        : [
            fact('lost', [
              targetWords.lostBecause(transportErrorMessage(entry.lost.error)),
              targetWords.stillReadable(),
            ]),
          ];
    case 'disconnected':
      return [];
  }
}

function connectedFacts({ label, host, layers }: TargetEntry): readonly TargetFact[] {
  return [
    ...(label === undefined ? [] : [fact('account', [label])]),
    ...(host === undefined ? [] : [fact('userland', userlandLines(host))]),
    ...(layers === undefined ? [] : [fact('layers', layerLines(layers))]),
    ...(host === undefined ? [] : missingFacts(host)),
  ];
}

function fact(id: TargetFact['id'], lines: readonly string[]): TargetFact {
  return { id, label: visibleLabel(lines[0] ?? ''), detail: lines.map(visibleLabel).join('\n') };
}

/** The system and whose `ls` it has, with git; below it every tool that is another's. */
function userlandLines(host: HostFacts): readonly string[] {
  const { ls, git, rg } = pick(host);
  const main = ls?.kind ?? 'unknown';
  const extra = [git, rg].flatMap((tool) =>
    tool === undefined ? [] : [targetWords.tool(tool.kind, tool.version)],
  );
  const others = Object.entries(host.tools)
    .filter(([name, { kind }]) => kind !== main && name !== 'git' && name !== 'rg')
    .map(([name, { kind, version }]) => targetWords.toolOf(name, kind, version));
  return [[targetWords.userland(host.system, main, ls?.version ?? ''), ...extra].join(', '), ...others];
}

function pick(
  host: HostFacts,
): Readonly<Record<'ls' | 'git' | 'rg', HostFacts['tools'][string] | undefined>> {
  const { tools } = host;
  const of = (name: string): HostFacts['tools'][string] | undefined =>
    Object.hasOwn(tools, name) ? tools[name] : undefined;
  return { ls: of('ls'), git: of('git'), rg: of('rg') };
}

function layerLines(layers: readonly Layer[]): readonly string[] {
  const active = layers.filter(({ state, for: lines }) => state === 'active' && lines === undefined);
  const others = layers.filter((layer) => !active.includes(layer));
  return [active.map(({ name }) => layerName(name)).join(', '), ...others.map(layerMessage)];
}

/** Commands that the host has no tool for, those that are refused because of whose they are, and refused options. */
function missingFacts(host: HostFacts): readonly TargetFact[] {
  const { missing, refused, limited } = hostLacks(host);
  const nothing = missing.length + refused.length === 0;
  return [
    ...(nothing ? [fact('nothing-missing', [targetWords.nothingMissing()])] : []),
    ...(missing.length === 0 ? [] : [fact('missing', [targetWords.missingTools(missing)])]),
    ...refused.map(({ kind, commands }) =>
      fact('missing', [targetWords.refusedTools(kind, commands), targetWords.refusedWhy(kind)]),
    ),
    ...(limited.length === 0 ? [] : [limitedFact(limited)]),
  ];
}

function limitedFact(limited: readonly CommandLacks[]): TargetFact {
  const below = limited.map((one) =>
    fact('option', [
      targetWords.limitedTool(one),
      ...(one.kind === 'uutils' || one.kind === 'toybox' ? [targetWords.refusedWhy(one.kind)] : []),
    ]),
  );
  const label = targetWords.limitedTools(below.length);
  return { id: 'options', label, detail: [label, ...below.map((one) => one.label)].join('\n'), below };
}
