import type { Call, Expression } from '../../syntax/index.ts';
import type {
  CallTargets,
  ClassSymbol,
  FunctionSymbol,
  MemberLookup,
  Resolution,
  Scope,
  ValueTypes,
} from './model.ts';
import { fileOf } from './resolve.ts';
import { selfClassOf } from './types.ts';

/** What the calls need of the rest of the program. */
export interface CallContext {
  /** Aliases followed to a class, function or module. */
  resolve(expression: Expression, scope: Scope): Promise<Resolution>;
  lookup(symbol: ClassSymbol, name: string, after?: ClassSymbol): Promise<MemberLookup>;
  valueType(expression: Expression, scope: Scope, receiver: ClassSymbol | null): Promise<ValueTypes>;
}

interface Growing {
  readonly functions: FunctionSymbol[];
  readonly classes: ClassSymbol[];
  readonly others: Resolution[];
}

/** See `PythonProgram.callTargets`. */
export async function callTargets(
  call: Call,
  scope: Scope,
  receiver: ClassSymbol | null,
  context: CallContext,
): Promise<CallTargets> {
  const targets: Growing = { functions: [], classes: [], others: [] };
  const { callee } = call;
  if (callee.kind === 'attribute') {
    const place = { file: fileOf(scope).path, line: callee.span.line };
    const above = await superOf(callee.value, scope, receiver, context);
    if (above !== null) {
      addMember(targets, await context.lookup(above.receiver, callee.name, above.after), callee.name, place);
      return targets;
    }
    const owners = await context.valueType(callee.value, scope, receiver);
    for (const owner of owners.classes) {
      addMember(targets, await context.lookup(owner, callee.name), callee.name, place);
    }
    if (owners.classes.length > 0) return targets;
  }
  const resolution = await context.resolve(callee, scope);
  if (resolution.kind !== 'symbol') targets.others.push(resolution);
  else if (resolution.symbol.kind === 'function') targets.functions.push(resolution.symbol);
  else if (resolution.symbol.kind === 'class') await addConstructor(targets, resolution.symbol, context);
  else targets.others.push({ kind: 'unresolved', reason: notAName(callee, scope) });
  return targets;
}

function notAName(callee: Expression, scope: Scope): Extract<Resolution, { kind: 'unresolved' }>['reason'] {
  return { code: 'not-a-name', file: fileOf(scope).path, line: callee.span.line };
}

async function addConstructor(targets: Growing, symbol: ClassSymbol, context: CallContext): Promise<void> {
  targets.classes.push(symbol);
  const constructor = await context.lookup(symbol, '__init__');
  if (constructor.kind === 'found' && constructor.symbol.kind === 'function') {
    targets.functions.push(constructor.symbol);
  }
}

/** A method that was found, or the bases outside that may have it, or that there is none. */
function addMember(
  targets: Growing,
  member: MemberLookup,
  name: string,
  place: { readonly file: string; readonly line: number },
): void {
  if (member.kind === 'found') {
    if (member.symbol.kind === 'function') targets.functions.push(member.symbol);
    else if (member.symbol.kind === 'class') targets.classes.push(member.symbol);
    else targets.others.push({ kind: 'unresolved', reason: { code: 'not-a-name', ...place } });
    return;
  }
  const outside = member.hierarchy.missing.map((base): Resolution => {
    const { resolution } = base;
    return resolution.kind === 'external'
      ? { ...resolution, name: `${resolution.name}.${name}` }
      : resolution;
  });
  const none: Resolution = { kind: 'unresolved', reason: { code: 'name-not-found', name, ...place } };
  targets.others.push(...(outside.length > 0 ? outside : [none]));
}

/** For `super()` and `super(Class, self)`: the class of the object, and the one behind which to look. */
async function superOf(
  value: Expression,
  scope: Scope,
  receiver: ClassSymbol | null,
  context: CallContext,
): Promise<{ readonly receiver: ClassSymbol; readonly after: ClassSymbol } | null> {
  if (value.kind !== 'call' || value.callee.kind !== 'name' || value.callee.id !== 'super') return null;
  const own = selfClassOf(scope);
  if (own === null) return null;
  const [named] = value.args;
  if (named === undefined) return { receiver: receiver ?? own, after: own };
  const resolution = await context.resolve(named, scope);
  const after = resolution.kind === 'symbol' && resolution.symbol.kind === 'class' ? resolution.symbol : own;
  return { receiver: receiver ?? own, after };
}
