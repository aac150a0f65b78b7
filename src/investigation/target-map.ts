import { err, ok, type Result } from '../base/index.ts';
import { readYaml } from './yaml/read.ts';

/** Why a map of targets cannot be read; `line` starts at 1. */
export interface TargetMapError {
  readonly line: number;
  readonly detail: string;
}

/**
 * Reads a user's own map of logical targets: YAML, one `name: target` a line. The targets are texts, as they
 * are typed on the command line; an empty file is an empty map.
 */
export function readTargetMap(text: string): Result<ReadonlyMap<string, string>, TargetMapError> {
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const yaml = readYaml(text);
  if (!yaml.ok) return err({ line: lineAt(yaml.error.at), detail: yaml.error.detail || yaml.error.fault });
  const map = new Map<string, string>();
  if (yaml.value === undefined) return ok(map);
  if (yaml.value.kind !== 'map') return err({ line: 1, detail: 'name: target expected' });
  for (const entry of yaml.value.entries) {
    if (!/^[a-z][a-z0-9-]*$/.test(entry.key))
      return err({
        line: lineAt(entry.start),
        detail: `"${entry.key}" is no name of a target ([a-z][a-z0-9-]*)`,
      });
    if (entry.value.kind !== 'text' || entry.value.text === '')
      return err({ line: lineAt(entry.start), detail: `"${entry.key}" has no target` });
    map.set(entry.key, entry.value.text);
  }
  return ok(map);
}
