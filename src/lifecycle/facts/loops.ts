import {
  childBlocks,
  visitExpressions,
  visitStatements,
  type For,
  type Statement,
  type While,
} from '../../syntax/index.ts';
import type { LoopExit, LoopFact, ReaderFact } from '../analysis.ts';
import type { FunctionInfo } from '../project/project.ts';
import { CALLER } from '../roles/reach.ts';
import { conditionsAt } from './conditions.ts';
import { siteOf, type Scene } from './scene.ts';

/** Calls that take the next piece of work. */
const TAKES = new Set([
  'get',
  'get_nowait',
  'popleft',
  'pop',
  'recv',
  'recv_multipart',
  'recv_json',
  'recv_pyobj',
  'read',
  'readline',
  'accept',
  'receive',
  'wait',
  'poll',
  'select',
  'lpop',
  'blpop',
  'dequeue',
  'take',
  'next',
]);

/** Loops of workers, and loops that wait for the status. */
export function loopsOf(
  scene: Scene,
  readers: readonly ReaderFact[],
  rootIds: ReadonlySet<string>,
): readonly LoopFact[] {
  const found: LoopFact[] = [];
  const byFunction = new Map<string | null, ReaderFact[]>();
  for (const reader of readers) {
    const list = byFunction.get(reader.site.function);
    if (list === undefined) byFunction.set(reader.site.function, [reader]);
    else list.push(reader);
  }
  for (const info of scene.machine.project.functions.values()) {
    const roles = [...(scene.roles.get(info.id) ?? [])];
    const isWorker = rootIds.has(info.id) || roles.some((role) => role !== CALLER);
    if (!isWorker && !scene.machine.relevance.function(info)) continue;
    visitStatements(info.node.body, (statement) => {
      if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
      if (statement.kind !== 'while' && statement.kind !== 'for') return undefined;
      const kind = kindOf(statement, isWorker, byFunction.get(info.id) ?? []);
      if (kind === null) return undefined;
      for (const role of roles.length > 0 ? roles : [CALLER]) {
        found.push({
          function: info.id,
          node: statement,
          site: siteOf(info, statement.span),
          role,
          kind,
          exits: exitsOf(statement, info, scene),
        });
      }
      return undefined;
    });
  }
  return found;
}

function kindOf(
  loop: While | For,
  isWorker: boolean,
  readers: readonly ReaderFact[],
): LoopFact['kind'] | null {
  if (isWorker && (loop.kind === 'for' || isEndless(loop) || takesWork(loop))) return 'worker';
  const reads = readers.some(
    (reader) => loop.span.start <= reader.site.span.start && reader.site.span.end <= loop.span.end,
  );
  return reads && loop.kind === 'while' ? 'wait' : null;
}

function isEndless(loop: While): boolean {
  return loop.test.kind === 'constant';
}

function takesWork(loop: While): boolean {
  let found = false;
  visitExpressions(
    loop.body,
    (expression) => {
      if (
        expression.kind === 'call' &&
        expression.callee.kind === 'attribute' &&
        TAKES.has(expression.callee.name)
      )
        found = true;
      return undefined;
    },
    'function',
  );
  return found;
}

/** `continue` and `break` of this loop, `return` and `raise` in it. */
function exitsOf(loop: While | For, info: FunctionInfo, scene: Scene): readonly LoopExit[] {
  const exits: LoopExit[] = [];
  const visit = (block: readonly Statement[], own: boolean): void => {
    for (const statement of block) {
      const { kind } = statement;
      if (kind === 'function' || kind === 'class') continue;
      if (kind === 'return' || kind === 'raise' || (own && (kind === 'continue' || kind === 'break'))) {
        exits.push({
          kind,
          site: siteOf(info, statement.span),
          conditions: conditionsAt(info, statement.span, scene.conditions),
        });
      }
      const inner = kind === 'for' || kind === 'while';
      for (const each of childBlocks(statement)) visit(each, own && !inner);
    }
  };
  visit(loop.body, true);
  return exits;
}
