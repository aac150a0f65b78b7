import { err, ok, type Result } from '../base/index.ts';
import { TARGET_NAME } from './cells/front-matter.ts';
import type { YamlFault } from './notebook/errors.ts';
import { placeAt } from './notebook/lines.ts';
import { readYaml } from './yaml/read.ts';

/** Why a map of targets cannot be read. Lines and columns start at 1; `detail` is the parser's remark. */
export interface TargetMapError {
  readonly line: number;
  readonly column: number;
  readonly fault: YamlFault;
  readonly detail: string;
}

/** Reads a YAML file of `name: target`, a reader's own mapping of logical names. Targets are not parsed. */
export function readTargetMap(text: string): Result<ReadonlyMap<string, string>, TargetMapError> {
  const bare = text.replace(/^\uFEFF/, '');
  const fail = (offset: number, fault: YamlFault, detail: string): Result<never, TargetMapError> =>
    err({ ...placeAt(bare, offset), fault, detail });
  const read = readYaml(bare);
  if (!read.ok) return fail(read.error.at, read.error.fault, read.error.detail);
  const map = read.value;
  if (map === undefined || (map.kind === 'text' && map.text === '')) return ok(new Map());
  if (map.kind !== 'map') return fail(map.start, 'not-a-map', 'name: target');
  const targets = new Map<string, string>();
  for (const entry of map.entries) {
    if (!TARGET_NAME.test(entry.key)) return fail(entry.start, 'key', entry.key);
    if (entry.value.kind !== 'text' || entry.value.text === '')
      return fail(entry.start, 'key', `${entry.key}: target`);
    targets.set(entry.key, entry.value.text);
  }
  return ok(targets);
}
