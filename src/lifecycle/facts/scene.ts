import { visitStatements, type Expression, type Span, type Statement } from '../../syntax/index.ts';
import type { Circumstances, FunctionId, Site, StoreFact } from '../analysis.ts';
import { staticLock } from '../flow/locks.ts';
import type { Machine } from '../flow/machine.ts';
import type { Recorder } from '../flow/recorder.ts';
import type { FunctionInfo } from '../project/project.ts';
import type { ConditionContext } from './conditions.ts';
import { conditionsAt } from './conditions.ts';
import { codeAt } from './text.ts';

/** What every collector of facts needs: the machine after its runs. */
export interface Scene {
  readonly machine: Machine;
  readonly recorder: Recorder;
  readonly store: StoreFact;
  readonly roles: ReadonlyMap<FunctionId, ReadonlySet<string>>;
  readonly conditions: ConditionContext;
}

/** Functions that matter for the status, in the order of the files. */
export function relevantFunctions(scene: Scene): readonly FunctionInfo[] {
  return [...scene.machine.project.functions.values()].filter((info) =>
    scene.machine.relevance.function(info),
  );
}

export function siteOf(inside: FunctionInfo, span: Span): Site {
  return { file: inside.file, span, function: inside.id };
}

/** The innermost statement around a place. */
export function statementAt(inside: FunctionInfo, span: Span): Statement {
  let found: Statement = inside.node;
  visitStatements(inside.node.body, (statement) => {
    if (span.start < statement.span.start || span.start >= statement.span.end) return 'skip';
    found = statement;
    return undefined;
  });
  return found;
}

export function circumstances(
  scene: Scene,
  inside: FunctionInfo,
  node: Expression,
  options: {
    readonly key: Expression | null;
    readonly roles?: readonly string[];
    readonly locks?: readonly string[];
  },
): Circumstances {
  const { key } = options;
  return {
    site: siteOf(inside, node.span),
    statement: statementAt(inside, node.span),
    roles: options.roles ?? [...(scene.roles.get(inside.id) ?? ['caller'])],
    conditions: conditionsAt(inside, node.span, scene.conditions),
    locks: options.locks ?? locksAround(scene, inside, node.span),
    key,
    keyText: key === null ? null : codeAt(scene.machine.project, inside.file, key.span),
  };
}

/** Locks of `with` blocks around a place, and those that every caller holds. */
export function locksAround(scene: Scene, inside: FunctionInfo, span: Span): readonly string[] {
  const locks = new Set(scene.recorder.heldAtEntry(inside));
  visitStatements(inside.node.body, (statement) => {
    if (span.start < statement.span.start || span.start >= statement.span.end) return 'skip';
    if (statement.kind !== 'with') return undefined;
    for (const item of statement.items) {
      const name = staticLock(item.context, inside, scene.machine);
      if (name !== null) locks.add(name);
    }
    return undefined;
  });
  return [...locks];
}
