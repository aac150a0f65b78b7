import type { SetterTable } from '../analysis.ts';
import { bindArguments } from '../flow/arguments.ts';
import { Config } from '../flow/config.ts';
import { Sink, type Frame } from '../flow/frame.ts';
import { silentObserver, type Machine, type SetterInfo } from '../flow/machine.ts';
import { runBody } from '../flow/statements.ts';
import { symbol, type Value } from '../flow/value.ts';
import { ABSENT, type Cell, type StateName } from '../model.ts';

/**
 * The effect of a setter for every old state and argument, by running its body once for each. The domain is
 * finite, so the table is exact wherever nothing unknown decides; where something does and more than one
 * outcome remains, the cell is `argument-or-old`.
 */
export function tabulate(
  setter: SetterInfo,
  machine: Machine,
  options: { readonly plainSuper: boolean },
): SetterTable {
  const { names } = machine.domain;
  const hasAbsent = machine.store.kind === 'keyed' || machine.alphabet.includes(ABSENT);
  const olds: readonly StateName[] = hasAbsent ? [ABSENT, ...names] : names;
  return new Map(
    olds.map((old) => [
      old,
      new Map(names.map((argument) => [argument, cell(setter, old, argument, machine, options)])),
    ]),
  );
}

function cell(
  setter: SetterInfo,
  old: StateName,
  argument: StateName,
  machine: Machine,
  options: { readonly plainSuper: boolean },
): Cell {
  const { info } = setter;
  const self = info.owner === null ? null : symbol('self', info.owner);
  const sink = new Sink();
  const value: Value = { kind: 'state', name: argument, source: null };
  const frame: Frame = {
    machine: { ...machine, alphabet: [old], blank: old, perspective: info.owner, observer: silentObserver },
    info,
    self,
    depth: 0,
    stack: [info.id],
    role: '',
    constructs: false,
    path: 'normal',
    sink,
    budget: machine.allowance.cell(),
    site: { node: { kind: 'unknown', span: info.node.span }, argument },
    awaiting: null,
    plainSuper: options.plainSuper,
    called: null,
  };
  const locals = bindArguments(
    info,
    { positional: [], named: new Map([[setter.argument, value]]), open: false },
    frame,
  );
  const results = new Set<StateName>();
  for (const { config } of runBody(info, new Config().with({ locals }), frame)) {
    const touched = [...config.entities.values()].filter((entity) => entity.base !== null);
    for (const entity of touched) results.add(entity.state);
    if (touched.length === 0) results.add(old);
  }
  const [only] = results;
  if (only === undefined)
    return [...sink.items].some((raised) => raised.explicit) ? 'rejected' : 'argument-or-old';
  return results.size === 1 ? only : 'argument-or-old';
}
