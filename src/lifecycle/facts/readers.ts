import { visitExpressions, visitStatements, type Call, type Expression } from '../../syntax/index.ts';
import type { ReaderFact } from '../analysis.ts';
import { staticValue } from '../flow/statics.ts';
import type { FunctionInfo } from '../project/project.ts';
import { lastName } from '../states/declared.ts';
import { entryKey, recordOf } from '../states/entries.ts';
import { circumstances, relevantFunctions, type Scene } from './scene.ts';

/** Every read of the status: in place, or through a function whose result it is. */
export function readersOf(scene: Scene): readonly ReaderFact[] {
  const inPlace: ReaderFact[] = [];
  const functions = relevantFunctions(scene);
  for (const info of functions) inPlace.push(...directReads(scene, info));
  const readers = readerFunctions(functions, inPlace, scene);
  const calls: ReaderFact[] = [];
  for (const record of scene.recorder.calls) {
    for (const target of record.targets) {
      const source = readers.get(target);
      if (source === undefined) continue;
      calls.push({
        ...circumstances(scene, record.inside, record.node, { key: keyOfCall(record.node) }),
        store: scene.store,
        reader: target.id,
        via: 'call',
        absentAs: source.absentAs,
        expression: record.node,
      });
    }
  }
  return [...inPlace, ...calls];
}

function directReads(scene: Scene, info: FunctionInfo): readonly ReaderFact[] {
  const { store, machine } = scene;
  const found: ReaderFact[] = [];
  const targets = assignedPlaces(info);
  const note = (
    expression: Expression,
    key: Expression | null,
    via: ReaderFact['via'],
    absentAs: ReaderFact['absentAs'],
  ): void => {
    found.push({
      ...circumstances(scene, info, expression, { key }),
      store,
      reader: isResult(info, expression) ? info.id : null,
      via,
      absentAs,
      expression,
    });
  };
  const isStore = (expression: Expression): boolean =>
    lastName(expression) === store.name && (machine.store.global || expression.kind === 'attribute');
  const field = entryKey(store.name);
  visitExpressions(
    info.node.body,
    (expression) => {
      if (field !== null) {
        const record = targets.has(expression) ? null : recordOf(expression, field);
        if (record !== null) note(expression, record, 'attribute', null);
        return undefined;
      }
      if (store.kind === 'attribute') {
        const owner =
          expression.kind === 'attribute' && expression.value.kind === 'name' ? expression.value : null;
        const isForeign = owner !== null && machine.relevance.foreign(info, owner.id);
        if (
          expression.kind === 'attribute' &&
          isStore(expression) &&
          !targets.has(expression) &&
          !(isForeign && machine.types.of(owner, info, info.owner) === null)
        ) {
          note(expression, expression.value, 'attribute', null);
        }
        return undefined;
      }
      if (expression.kind === 'subscript' && isStore(expression.value) && !targets.has(expression)) {
        note(expression, expression.index, 'subscript', 'raises');
      }
      if (
        expression.kind === 'call' &&
        expression.callee.kind === 'attribute' &&
        expression.callee.name === 'get'
      ) {
        const [key, fallback] = expression.args;
        if (isStore(expression.callee.value) && key !== undefined) {
          note(expression, key, 'get', absentValue(fallback, info, scene));
        }
      }
      if (expression.kind === 'compare') {
        expression.operators.forEach((operator, index) => {
          const container = expression.comparators[index];
          const key = index === 0 ? expression.left : expression.comparators[index - 1];
          if (
            (operator === 'in' || operator === 'not in') &&
            container !== undefined &&
            key !== undefined &&
            isStore(container)
          ) {
            note(expression, key, 'membership', null);
          }
        });
      }
      return undefined;
    },
    'function',
  );
  return found;
}

/** Places that are assigned or deleted are no reads. */
function assignedPlaces(info: FunctionInfo): ReadonlySet<Expression> {
  const places = new Set<Expression>();
  visitStatements(info.node.body, (statement) => {
    if (statement.kind === 'assign' || statement.kind === 'delete')
      for (const target of statement.targets) places.add(target);
    return undefined;
  });
  return places;
}

function absentValue(
  fallback: Expression | undefined,
  info: FunctionInfo,
  scene: Scene,
): ReaderFact['absentAs'] {
  if (fallback === undefined) return 'none';
  const value = staticValue(fallback, info.file, info, scene.machine);
  if (value?.kind === 'state') return value.name;
  return 'none';
}

/** Is the expression what the function returns? */
function isResult(info: FunctionInfo, expression: Expression): boolean {
  let found = false;
  visitStatements(info.node.body, (statement) => {
    if (statement.kind !== 'return' || statement.value === null) return undefined;
    if (alternatives(statement.value).includes(expression)) found = true;
    return undefined;
  });
  return found;
}

function alternatives(expression: Expression): readonly Expression[] {
  if (expression.kind === 'conditional')
    return [...alternatives(expression.body), ...alternatives(expression.otherwise)];
  if (expression.kind === 'boolean') return expression.values.flatMap(alternatives);
  return [expression];
}

/** Functions that return what they read, and those that return the result of one of them. */
function readerFunctions(
  functions: readonly FunctionInfo[],
  reads: readonly ReaderFact[],
  scene: Scene,
): ReadonlyMap<FunctionInfo, ReaderFact> {
  const readers = new Map<FunctionInfo, ReaderFact>();
  const first = new Map<string, ReaderFact>();
  for (const read of reads) if (read.reader !== null && !first.has(read.reader)) first.set(read.reader, read);
  for (const info of functions) {
    if (scene.machine.setters.has(info.id)) continue;
    const own = first.get(info.id);
    if (own !== undefined) readers.set(info, own);
  }
  for (let grew = true; grew;) {
    grew = false;
    for (const record of scene.recorder.calls) {
      if (readers.has(record.inside) || !isResult(record.inside, record.node)) continue;
      for (const target of record.targets) {
        const source = readers.get(target);
        if (source === undefined || readers.has(record.inside)) continue;
        readers.set(record.inside, source);
        grew = true;
      }
    }
  }
  return readers;
}

function keyOfCall(node: Expression): Expression | null {
  const call: Call | null = node.kind === 'call' ? node : null;
  if (call === null) return node.kind === 'attribute' ? node.value : null;
  const [first] = call.args;
  if (first !== undefined) return first;
  return call.callee.kind === 'attribute' ? call.callee.value : null;
}
