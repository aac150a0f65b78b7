import {
  layerMessage,
  layerName,
  optionSpelling,
  targetWords,
  transportErrorMessage,
} from '../../messages/index.ts';
import { allPages, type HostFacts, type Layer, type Userland } from '../../probe/index.ts';
import { visibleLabel } from '../../protocol/index.ts';
import type { TargetEntry } from './registry.ts';

/** One thing that is known of a target, as a row below it. */
export interface TargetFact {
  readonly id: 'account' | 'userland' | 'layers' | 'missing' | 'options' | 'lost' | 'connecting';
  readonly label: string;
  /** The whole of it, in any number of lines. */
  readonly detail: string;
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

/** Commands of the catalogue that the host has no tool for, and options that its tools lack. */
function missingFacts(host: HostFacts): readonly TargetFact[] {
  const missing = new Set<string>();
  const lacking: string[] = [];
  for (const page of allPages()) {
    // A subcommand is its command's.
    if (page.name.includes(' ')) continue;
    const tool = Object.hasOwn(host.tools, page.name) ? host.tools[page.name] : undefined;
    if (tool === undefined) {
      if (!isScript(page.name)) missing.add(page.name);
      continue;
    }
    const options = page.options.filter((option) => lacks(option.missing, tool.kind)).map(optionSpelling);
    if (options.length > 0) lacking.push(targetWords.missingOptions(page.name, tool.kind, options));
  }
  return [
    missing.size === 0
      ? fact('missing', [targetWords.nothingMissing()])
      : {
          id: 'missing',
          label: visibleLabel(targetWords.missingTools([...missing])),
          detail: visibleLabel(targetWords.missingTools([...missing])),
        },
    ...lacking.map((line): TargetFact => ({ id: 'options', label: visibleLabel(line), detail: line })),
  ];
}

/** Names that stand for `grep` with an option, and run it. */
function isScript(name: string): boolean {
  return name === 'egrep' || name === 'fgrep' || name === 'zgrep';
}

function lacks(missing: readonly Userland[], kind: Userland): boolean {
  return missing.includes(kind);
}
