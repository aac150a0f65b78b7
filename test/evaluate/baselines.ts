import type { Lifecycle } from '../../src/lifecycle/index.ts';
import { edgesOf, type Score } from './measure.ts';
import type { TrueMachine } from './machine.ts';

/** Every write that the engine found, drawn from each state that something writes: what most readers start with. */
export function anyToWritten(machine: TrueMachine, found: Lifecycle): Score {
  const written = new Set(found.writes.flatMap((write) => write.to));
  const all = new Set([...written, ...found.transitions.flatMap((each) => [each.from, each.to])]);
  return edgesOf(machine, pairs(all, written));
}

/**
 * A reader with nothing but grep: lines on which the store's name is assigned something that names a state, drawn
 * from each state that was seen so; lines on which two states stand in parentheses are a declared transition.
 */
export function grepOnly(
  machine: TrueMachine,
  store: string,
  states: readonly string[],
  texts: readonly string[],
): Score {
  const written = new Set<string>();
  const claimed = new Set<string>();
  const name = store.replace(/^_+/, '').replaceAll(/\W/g, '');
  const assigns = new RegExp(`\\b_?${name}(\\[[^\\]]*\\])?(\\s*:[^=]*)?\\s*=[^=](.*)$`);
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const value = assigns.exec(line)?.[3] ?? '';
    for (const state of states) if (mentions(value, state)) written.add(state);
    const [, from, to] = /\(\s*["']?([\w.-]+)["']?,\s*["']?([\w.-]+)["']?\s*[,)]/.exec(line) ?? [];
    const last = (dotted: string | undefined): string => dotted?.split('.').at(-1) ?? '';
    if (states.includes(last(from)) && states.includes(last(to))) claimed.add(`${last(from)}>${last(to)}`);
  }
  return edgesOf(machine, [...claimed, ...pairs(written, written)]);
}

function mentions(text: string, state: string): boolean {
  return text.split(/[^\w-]+/).includes(state);
}

function pairs(from: ReadonlySet<string>, to: ReadonlySet<string>): readonly string[] {
  return [...from].flatMap((old) => [...to].filter((next) => next !== old).map((next) => `${old}>${next}`));
}
