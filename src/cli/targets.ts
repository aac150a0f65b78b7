import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../base/index.ts';
import { readTargetMap } from '../investigation/index.ts';
import { cliError, targetErrorMessage, type CliError } from '../messages/index.ts';
import { parseTarget, type Target } from '../transport/index.ts';
import type { TargetOverride } from './command.ts';
import { failure, type Failure } from './failure.ts';
import { targetMapFile } from './folders.ts';
import type { Io } from './io.ts';

const asFailure = (error: CliError): Failure => failure(error.code, cliError(error));

/** A target as typed; a local folder becomes absolute. */
export function readTarget(io: Io, text: string): Result<Target, Failure> {
  const target = parseTarget(text);
  if (!target.ok) return err(failure(target.error.code, targetErrorMessage(target.error)));
  if (target.value.kind === 'ssh' || target.value.container !== undefined) return target;
  return ok({ kind: 'local', root: path.resolve(io.workingFolder, target.value.root) });
}

/** Where the logical names of a notebook are: `--target` first, then the user's own file. */
export async function resolveTargets(
  io: Io,
  notebook: string,
  names: readonly string[],
  overrides: readonly TargetOverride[],
): Promise<Result<ReadonlyMap<string, Target>, Failure>> {
  const texts = new Map<string, string>();
  for (const { name, target } of overrides) {
    if (name !== null && !names.includes(name))
      return err(asFailure({ code: 'target-unused', name, notebook, names }));
    if (name === null && names.length > 1)
      return err(asFailure({ code: 'target-ambiguous', names, notebook }));
    const key = name ?? names[0];
    if (key !== undefined) texts.set(key, target);
  }
  if (names.some((name) => !texts.has(name))) {
    const own = await ownTargets(io);
    if (!own.ok) return own;
    for (const name of names) {
      const text = own.value.get(name);
      if (text !== undefined && !texts.has(name)) texts.set(name, text);
    }
  }
  const targets = new Map<string, Target>();
  for (const name of names) {
    const text = texts.get(name);
    if (text === undefined)
      return err(asFailure({ code: 'target-unmapped', name, mapFile: targetMapFile(io), notebook }));
    const target = readTarget(io, text);
    if (!target.ok) return target;
    targets.set(name, target.value);
  }
  return ok(targets);
}

/** The user's own map; none where there is no file. */
async function ownTargets(io: Io): Promise<Result<ReadonlyMap<string, string>, Failure>> {
  const file = targetMapFile(io);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return ok(new Map());
  }
  const map = readTargetMap(text);
  if (map.ok) return map;
  return err(asFailure({ code: 'targets-file', file, line: map.error.line, detail: map.error.detail }));
}
