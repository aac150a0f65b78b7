import type { Expression } from '../../syntax/index.ts';
import { ABSENT, type StateName } from '../model.ts';
import type { EdgeFact, LoopFact, TerminalReason } from '../analysis.ts';
import { Config } from '../flow/config.ts';
import { Sink, type Frame } from '../flow/frame.ts';
import { silentObserver, type Machine } from '../flow/machine.ts';
import type { ConditionContext } from './conditions.ts';
import { runBody } from '../flow/statements.ts';
import { staticValue } from '../flow/statics.ts';
import { symbol, truth, type Value } from '../flow/value.ts';
import type { ClassInfo, FunctionInfo } from '../project/project.ts';

/** States that the code itself treats as final, and where it says so. */
export interface TerminalEvidence {
  readonly kind: 'named' | 'readers';
  readonly name: string;
  readonly states: ReadonlySet<StateName>;
  readonly file: string;
  readonly line: number;
}

const NAME =
  /(^|_)(terminal|final|finished|finish|done|complete|completed|ended|end|closed|concluded|dead|settled|resolved)(_|$)/i;
const NEGATED = /(^|_)(un|not|non|in)(_|$)|unfinished|incomplete|nonterminal/i;

/** Sets and predicates whose name says that a status is over. */
export function namedTerminal(machine: Machine): readonly TerminalEvidence[] {
  const found: TerminalEvidence[] = [];
  const { project } = machine;
  for (const source of project.modules.values()) {
    for (const statement of source.module.body) {
      if (statement.kind !== 'assign') continue;
      for (const target of statement.targets) {
        if (target.kind === 'name')
          found.push(...namedSet(target.id, statement.value, source.file, null, machine));
      }
    }
  }
  for (const info of project.classes) {
    for (const statement of info.node.body) {
      if (statement.kind !== 'assign') continue;
      for (const target of statement.targets) {
        if (target.kind === 'name')
          found.push(...namedSet(target.id, statement.value, info.file, info, machine));
      }
    }
  }
  for (const info of project.functions.values()) {
    const states = saysOver(info.name) ? predicateStates(info, machine) : null;
    if (states === null) continue;
    found.push({ kind: 'named', name: info.path, states, file: info.file, line: info.node.nameSpan.line });
  }
  return found.filter((each) => each.states.size > 0 && each.states.size < machine.domain.names.length);
}

function saysOver(name: string): boolean {
  return NAME.test(snake(name)) && !NEGATED.test(snake(name));
}

function snake(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
}

function namedSet(
  name: string,
  value: Parameters<typeof staticValue>[0] | null,
  file: string,
  owner: ClassInfo | null,
  machine: Machine,
): readonly TerminalEvidence[] {
  if (value === null || !saysOver(name)) return [];
  const inside = owner === null ? null : ([...owner.methods.values()][0] ?? null);
  const found = staticValue(value, file, inside, machine);
  if (found?.kind !== 'several') return [];
  const states = found.items.flatMap((item) => (item.kind === 'state' ? [item.name] : []));
  if (states.length === 0 || states.length < found.items.length) return [];
  return [{ kind: 'named', name, states: new Set(states), file, line: value.span.line }];
}

/** The states for which a function returns True, if it answers True or False for each of them alone. */
function predicateStates(info: FunctionInfo, machine: Machine): ReadonlySet<StateName> | null {
  const { domain } = machine;
  const own =
    info.isMethod && info.variety !== 'static' ? info.node.parameters.slice(1) : info.node.parameters;
  const isMember =
    info.owner !== null && [...info.owner.scope.bindings.keys()].some((name) => domain.names.includes(name));
  if (!isMember && !machine.relevance.function(info) && own.length !== 1) return null;
  const states = new Set<StateName>();
  for (const name of domain.names) {
    const outcome = predicateOutcome(info, name, isMember, machine);
    if (outcome === null) return null;
    if (outcome) states.add(name);
  }
  return states;
}

function predicateOutcome(
  info: FunctionInfo,
  name: StateName,
  isMember: boolean,
  machine: Machine,
): boolean | null {
  const state: Value = { kind: 'state', name, source: null };
  const self: Value | null = isMember ? state : info.owner === null ? null : symbol('self', info.owner);
  const frame: Frame = {
    machine: { ...machine, alphabet: [name], blank: name, observer: silentObserver },
    info,
    self,
    depth: 0,
    stack: [info.id],
    role: '',
    constructs: false,
    path: 'normal',
    sink: new Sink(),
    budget: machine.allowance.cell(),
    site: null,
    awaiting: null,
    plainSuper: false,
    called: null,
  };
  const parameters =
    info.isMethod && info.variety !== 'static' ? info.node.parameters.slice(1) : info.node.parameters;
  // A plain function of one argument is asked with the state itself.
  const direct = !isMember && !machine.relevance.function(info);
  const locals = new Map(
    parameters.map((each): [string, Value] => [
      each.name,
      direct ? state : symbol(`${info.name}:${each.name}`),
    ]),
  );
  const outcomes = new Set<boolean | null>();
  for (const { value } of runBody(info, new Config().with({ locals }), frame)) {
    outcomes.add(truth(value, (each) => machine.domain.truth(each)));
  }
  const [only] = outcomes;
  return outcomes.size === 1 && only !== undefined ? only : null;
}

/** What loops that wait for the status leave for. */
export function awaitedStates(
  loops: readonly LoopFact[],
  alphabet: ReadonlySet<StateName>,
  tests: ConditionContext['tests'],
): readonly TerminalEvidence[] {
  return loops.flatMap((loop): readonly TerminalEvidence[] => {
    if (loop.kind !== 'wait') return [];
    const states = new Set(loop.node.kind === 'while' ? endedBy(loop.node.test, true, tests) : []);
    for (const exit of loop.exits) {
      const last = exit.conditions.findLast(
        (condition) => condition.leaves !== null && condition.origin === 'enclosing',
      );
      if (
        exit.kind === 'continue' ||
        exit.kind === 'raise' ||
        last?.leaves === undefined ||
        last.leaves === null
      )
        continue;
      for (const state of last.leaves) if (state !== ABSENT) states.add(state);
    }
    if (states.size === 0 || states.size * 2 > alphabet.size) return [];
    return [{ kind: 'readers', name: '', states, file: loop.site.file, line: loop.site.span.line }];
  });
}

/** The states with which the test of a loop always ends it: `status not in ENDS`, `not done(status) and running`. */
function endedBy(test: Expression, holds: boolean, tests: ConditionContext['tests']): readonly StateName[] {
  if (test.kind === 'not') return endedBy(test.value, !holds, tests);
  if (test.kind === 'boolean')
    return (test.operator === 'and') === holds
      ? test.values.flatMap((each) => endedBy(each, holds, tests))
      : [];
  const record = tests.get(test);
  if (record === undefined) return [];
  const [goesOn, ends] = holds ? [record.whenTrue, record.whenFalse] : [record.whenFalse, record.whenTrue];
  return [...ends].filter((state) => state !== ABSENT && !goesOn.has(state));
}

/** Why each state is terminal, or why not: evidence counts only where no proved edge leaves the state. */
export function terminalReasons(
  evidence: readonly TerminalEvidence[],
  edges: readonly EdgeFact[],
  names: readonly StateName[],
): ReadonlyMap<StateName, TerminalReason> {
  const reasons = new Map<StateName, TerminalReason>();
  for (const name of names) {
    const own =
      evidence.find((each) => each.kind === 'named' && each.states.has(name)) ??
      evidence.find((each) => each.states.has(name));
    if (own === undefined) {
      reasons.set(name, { kind: 'none' });
      continue;
    }
    const leaving = edges.find((edge) => edge.from === name && edge.to !== ABSENT && edge.class === 'proved');
    const site = leaving?.sites[0]?.by.site;
    if (site !== undefined)
      reasons.set(name, { kind: 'left', name: own.name, file: site.file, line: site.span.line });
    else if (own.kind === 'named')
      reasons.set(name, { kind: 'named', name: own.name, file: own.file, line: own.line });
    else reasons.set(name, { kind: 'readers', file: own.file, line: own.line });
  }
  return reasons;
}
