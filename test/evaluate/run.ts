import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse, listLifecycles, type Lifecycle } from '../../src/lifecycle/index.ts';
import { anyToWritten, grepOnly } from './baselines.ts';
import { corpusFolder, openFolder } from './corpus.ts';
import type { NoMachine, TrueMachine } from './machine.ts';
import { measure } from './measure.ts';
import type { NoRow, Row } from './report.ts';

/** Runs the engine on one machine and compares; null where its corpus is not on this machine. */
export async function evaluate(machine: TrueMachine): Promise<Row | null> {
  const folder = await corpusFolder(machine.corpus);
  if (folder === null) return null;
  const root = join(folder, machine.root);
  const texts = machine.files.map((file) => readFileSync(join(root, file), 'utf8'));
  const found = await lifecycleOf(root, machine);
  const store = found.stores[0]?.name ?? machine.query.store ?? 'state';
  const states = Object.keys(machine.core).flatMap((edge) => edge.split('>'));
  return {
    ...measure(machine, found),
    any: anyToWritten(machine, found),
    grep: grepOnly(machine, store, [...new Set(states)], texts),
    lines: texts.reduce((count, text) => count + text.split('\n').length - 1, 0),
  };
}

async function lifecycleOf(root: string, machine: TrueMachine): Promise<Lifecycle> {
  const folder = await openFolder(root);
  const { tree, program } = folder;
  try {
    const result = await analyse(machine.query, { tree, program });
    if (!result.ok) throw new Error(`${machine.title}: ${JSON.stringify(result.error)}`);
    return result.value;
  } finally {
    folder.dispose();
  }
}

/** What is listed for code that holds no lifecycle; null where its corpus is not on this machine. */
export async function evaluateNone(none: NoMachine): Promise<NoRow | null> {
  const folder = await corpusFolder(none.corpus);
  if (folder === null) return null;
  const opened = await openFolder(join(folder, none.root));
  const { tree, program } = opened;
  try {
    const result = await listLifecycles({ files: [none.file] }, { tree, program });
    if (!result.ok) throw new Error(`${none.title}: ${JSON.stringify(result.error)}`);
    const named = result.value.filter((each) => each.states === none.names || each.store === none.names);
    return {
      title: none.title,
      file: none.file,
      found: named.map((each) => `${each.states ?? ''} ${each.store} ${each.file}:${each.line}`.trim()),
    };
  } finally {
    opened.dispose();
  }
}
