import type { Call, Expression } from '../../syntax/index.ts';
import type { ClassInfo, FunctionInfo } from '../project/project.ts';
import { lastName } from '../states/declared.ts';
import { argumentOf, isConstructor } from '../states/sinks.ts';
import { evaluateBuiltin } from './builtins.ts';
import type { Config } from './config.ts';
import { bindArguments, type Arguments } from './arguments.ts';
import { leftBehind, whenCalled } from './begun.ts';
import { acquired, asMet, branch, forgetSymbol, released, writeEntity } from './entities.ts';
import { evaluate, freshName, items, symbolic } from './expressions.ts';
import { chain, DEPTH, Sink, type Branch, type Frame } from './frame.ts';
import { callKey, type Outcome } from './memo.ts';
import { callRecord, makeRecord } from './records.ts';
import { runBody } from './statements.ts';
import { keywordTable, settingOf } from './keywords.ts';
import { lockOf } from './locks.ts';
import { noteArgument, noteCall } from './starts.ts';
import { callStore } from './store-calls.ts';
import { callTable, isTable } from './tables.ts';
import { constructRecord, copyCall } from './copies.ts';
import { dispatch, type Target } from './targets.ts';
import { identity, known, symbol, type Value } from './value.ts';

/** Calls that run a coroutine to its end: `asyncio.run(main())`, `loop.run_until_complete(main())`. */
function runsToEnd({ callee }: Call): boolean {
  if (callee.kind !== 'attribute') return false;
  const { name, value } = callee;
  return name === 'run_until_complete' || (name === 'run' && /^(asyncio|uvloop)$/.test(lastName(value)));
}

/** Evaluates a call: the status's own operations, what is followed into its body, and everything else. */
export function evaluateCall(call: Call, config: Config, outer: Frame): readonly Branch[] {
  const { callee } = call;
  const frame = runsToEnd(call) ? { ...outer, awaiting: call } : outer;
  const copied = copyCall(call, config, frame);
  if (copied !== null) return copied;
  const record = callee.kind === 'name' && callee.id === 'dict' ? makeRecord(call, config, frame) : null;
  if (record !== null) return record;
  if (callee.kind === 'attribute') {
    if (callee.name === '__setattr__' && callee.value.kind === 'name' && call.args.length === 3)
      return evaluateArguments(call, config, frame).flatMap(
        (each) =>
          evaluateBuiltin('setattr', call, each.given, each.config, frame) ??
          opaque(call, each.config, frame),
      );
    return chain(evaluate(callee.value, config, frame), ({ config: after, value }) => {
      if (value.kind === 'store') return callStore(call, callee.name, after, frame);
      const field = callRecord(call, callee.name, value, after, frame);
      if (field !== null) return field;
      const told = isTable(value) ? callTable(call, callee.name, value, after, frame) : null;
      if (told !== null) return told;
      if (callee.name === 'acquire' || callee.name === 'release') {
        const lock = lockOf(callee.value, after, frame);
        if (lock !== null) {
          return branch(
            callee.name === 'acquire' ? acquired(after, lock) : released(after, lock),
            known(true),
          );
        }
      }
      const { begins } = frame.machine;
      const isOther = begins.startedBy(call).length + begins.endedBy(call).length > 0;
      return evaluateArguments(call, after, frame).flatMap((each) =>
        isOther
          ? opaque(call, each.config, frame)
          : reach(call, dispatch(call, callee.name, value, frame), each.config, each.given, frame),
      );
    });
  }
  return chain(evaluate(callee, config, frame), ({ config: after, value }) =>
    evaluateArguments(call, after, frame).flatMap((each) => {
      if (value.kind === 'class') return construct(call, value.info, each.config, each.given, frame);
      if (value.kind === 'function') {
        const target = { info: value.info, self: value.self, unbound: false };
        return reach(call, { targets: [target], byName: false }, each.config, each.given, frame);
      }
      const built =
        callee.kind === 'name' ? evaluateBuiltin(callee.id, call, each.given, each.config, frame) : null;
      return built ?? opaque(call, each.config, frame);
    }),
  );
}

function evaluateArguments(
  call: Call,
  config: Config,
  frame: Frame,
): readonly { readonly config: Config; readonly given: Arguments }[] {
  const values = [...call.args, ...call.keywords.map((keyword) => keyword.value)];
  const hasSpread = call.args.some((arg) => arg.kind === 'starred');
  return items(values, config, frame).map((each) => {
    const count = each.values.length - call.keywords.length;
    const handed = hasSpread
      ? each.config
      : values.reduce((all, value, at) => {
          const [given, node] = heldBy(value, each.values[at], all, frame);
          const later = given?.kind === 'function' ? whenCalled(call, all, frame) : [all];
          if (later.length === 1 && later[0] === all) return noteArgument(given, node, all, frame);
          const after = frame.machine.begins.followedBy(call);
          for (const end of later) noteArgument(given, node, end, frame, after);
          return all;
        }, each.config);
    const named = new Map<string, Value>();
    call.keywords.forEach((keyword, index) => {
      const value = each.values[count + index];
      if (keyword.name !== null && value !== undefined) named.set(keyword.name, value);
    });
    return {
      config: handed,
      given: { positional: each.values.slice(0, count), named, open: hasSpread },
    };
  });
}

/** `lambda reply: self._finished(reply)` hands over what it calls. */
function heldBy(
  node: Expression,
  value: Value | undefined,
  config: Config,
  frame: Frame,
): readonly [Value | undefined, Expression] {
  if (node.kind !== 'lambda' || node.body.kind !== 'call') return [value, node];
  const { callee } = node.body;
  const isNamed = callee.kind === 'attribute' && callee.value.kind === 'name';
  return [isNamed ? evaluate(callee, config, frame)[0]?.value : undefined, callee];
}

/** A call that nothing is known about: it may raise, and its result is a new symbol. */
export function opaque(call: Expression, config: Config, frame: Frame): readonly Branch[] {
  frame.sink.add(config, null, false);
  return branch(config, symbolic(call, config, frame));
}

function reach(
  call: Call,
  found: { readonly targets: readonly Target[]; readonly byName: boolean },
  config: Config,
  given: Arguments,
  frame: Frame,
): readonly Branch[] {
  const { observer, relevance } = frame.machine;
  for (const target of found.targets) observer.call(call, frame.info, target.info, found.byName);
  // A predicate may look at a state that it is handed, though it touches no store.
  const isAsked = [...given.positional, ...given.named.values()].some((value) => value.kind === 'state');
  const followed = found.targets.filter((target) => isAsked || relevance.function(target.info));
  if (followed.length === 0) return opaque(call, config, frame);
  const others = followed.length < found.targets.length ? opaque(call, config, frame) : [];
  frame.sink.add(config, null, false);
  return [
    ...followed.flatMap((target) => {
      const self = target.unbound ? (given.positional[0] ?? null) : target.self;
      const rest = target.unbound ? { ...given, positional: given.positional.slice(1) } : given;
      return invokeWith(target.info, self, rest, call, config, frame);
    }),
    ...others,
  ];
}

/** A new object: its status is what its constructor leaves. */
function construct(
  call: Call,
  info: ClassInfo,
  config: Config,
  given: Arguments,
  frame: Frame,
): readonly Branch[] {
  const { machine } = frame;
  const only = given.positional[0];
  const converted = machine.domain.names.length > 0 && only !== undefined ? convert(info, only, frame) : null;
  if (converted !== null) return branch(config, converted);
  const id = freshName(call.span.start, frame);
  const object = symbol(id, info);
  const method = machine.project.method(info, '__init__');
  if (method !== null) machine.observer.call(call, frame.info, method, false);
  const fresh = forgetSymbol(config, id);
  if (method === null || !machine.relevance.function(method)) {
    frame.sink.add(config, null, false);
    const { owner, kind } = machine.store;
    const holds = kind === 'attribute' && owner !== null && machine.project.ancestry(info).includes(owner);
    if (!holds) return branch(fresh, object);
    return constructRecord(call, info, object, fresh, frame);
  }
  return invokeWith(method, object, given, call, fresh, frame).map((each) => ({
    config: each.config,
    value: object,
  }));
}

/** `Phase(value)`: the state with that value. */
function convert(info: ClassInfo, value: Value, frame: Frame): Value | null {
  const { domain, project } = frame.machine;
  if (value.kind === 'state') return project.method(info, '__init__') === null ? value : null;
  if (value.kind !== 'known' || (typeof value.value !== 'string' && typeof value.value !== 'number'))
    return null;
  const isGroup = [...info.scope.bindings.keys()].some((name) => domain.names.includes(name));
  const state = isGroup ? domain.ofAnyValue(value.value) : null;
  return state === null ? null : { kind: 'state', name: state, source: value.source };
}

/** Runs a method or function with values at hand. */
export function invoke(
  info: FunctionInfo,
  self: Value | null,
  positional: readonly Value[],
  node: Expression,
  config: Config,
  frame: Frame,
): readonly Branch[] {
  return invokeWith(info, self, { positional, named: new Map(), open: false }, node, config, frame);
}

/** Runs a function with the arguments of a call. */
export function invokeWith(
  info: FunctionInfo,
  self: Value | null,
  given: Arguments,
  node: Expression,
  config: Config,
  frame: Frame,
): readonly Branch[] {
  const { machine } = frame;
  const stores = frame.site !== null || machine.setters.has(info.id);
  const limit = stores ? DEPTH + 3 : DEPTH;
  const follows = stores || frame.budget.follows;
  if (frame.depth >= limit || !follows || frame.stack.includes(info.id)) {
    if (frame.depth >= limit)
      machine.observer.unresolved(info.name, frame.info.file, node.span, 'depth-limit');
    frame.sink.add(config, null, false);
    return branch(
      config.mapEntities(() => null),
      symbolic(node, config, frame),
    );
  }
  const now = runsNow(info, node, frame);
  const noted = noteCall(info, self, given, node, now, config, frame);
  if (!now) return opaque(node, noted, frame);
  const setter = machine.setters.get(info.id);
  const site = setter !== undefined && frame.site === null && !isConstructor(info);
  const locals = new Map([...bindArguments(info, given, frame), ...keywordTable(info, given, frame)]);
  const argument = setter === undefined ? undefined : locals.get(setter.argument);
  if (setter !== undefined && frame.plainSuper && frame.stack.length > 0) {
    return plainWrite(info, argument, node, config, frame);
  }
  const start = site
    ? config.mapEntities((entity) => (entity.base === null ? entity : { ...entity, base: null }))
    : config;
  const inner: Frame = {
    ...frame,
    info,
    self,
    depth: frame.depth + 1,
    stack: [...frame.stack, info.id],
    awaiting: null,
    constructs: frame.constructs || isConstructor(info),
    site: site ? { node, argument: argument?.kind === 'state' ? argument.name : null } : frame.site,
  };
  const outer = info.parent === null ? new Map<string, Value>() : config.locals;
  const setting = settingOf(info, self, given, locals, node, frame);
  const { branches, raised } = runOnce(info, start.with({ locals: new Map([...outer, ...locals]) }), {
    ...inner,
    setting,
  });
  // Whoever handles it sees the variables of the function that called, not those of the one that raised.
  frame.budget.work(branches.length + raised.length);
  for (const each of raised)
    frame.sink.add(each.config.with({ locals: config.locals }), each.exception, each.explicit);
  return branches.map(({ config: after, value }) => {
    const settled = site ? settle(after, info, node, argument, frame) : after;
    const kept = self === null ? [value] : [value, self];
    const back = settled.with({ locals: config.locals });
    leftBehind(back, frame, (each) => isLost(each, back, kept));
    return { config: collect(back, kept), value };
  });
}

/** Runs a body, unless this run has followed an equal call before. */
function runOnce(info: FunctionInfo, config: Config, frame: Frame): Outcome {
  const { budget } = frame;
  const run = (): Outcome => {
    const sink = new Sink();
    const branches = runBody(info, config, { ...frame, sink });
    return { branches, raised: [...sink.items] };
  };
  // What a call sets by its keywords is known to nobody else.
  if (frame.setting != null) return run();
  return budget.memo.outcome(callKey(info, config, frame), run, () => !budget.spent);
}

/** A generator's body runs where it is handed on to by `yield from`, a coroutine's where it is awaited. */
function runsNow(info: FunctionInfo, node: Expression, frame: Frame): boolean {
  if (!info.node.async && !frame.machine.relevance.generator(info)) return true;
  const { awaiting } = frame;
  return awaiting !== null && awaiting.span.start <= node.span.start && node.span.end <= awaiting.span.end;
}

/** A setter by itself: the one that it builds on is taken for a plain assignment. */
function plainWrite(
  info: FunctionInfo,
  argument: Value | undefined,
  node: Expression,
  config: Config,
  frame: Frame,
): readonly Branch[] {
  const after = argument?.kind === 'state' ? argument.name : null;
  const ids = [...config.entities.keys()];
  const configs = ids.reduce<readonly Config[]>(
    (all, id) => all.flatMap((each) => writeEntity(each, id, { node, key: null, after }, frame)),
    [config],
  );
  return configs.map((each) => ({ config: each, value: symbol(`super.${info.name}`) }));
}

/** The setter returned: its call is the write, from the state that it met to the one that it left. */
function settle(
  config: Config,
  setter: FunctionInfo,
  node: Expression,
  argument: Value | undefined,
  frame: Frame,
): Config {
  const { observer } = frame.machine;
  const unknown = argument === undefined || argument.kind === 'symbol';
  for (const [id, entity] of config.entities) {
    if (entity.base === null) continue;
    observer.write({
      node,
      inside: frame.info,
      role: frame.role,
      setter,
      key: keyOf(node, setter, frame),
      entry: id,
      before: asMet(entity.base, id, frame),
      after: unknown && entity.origin === 'written' ? null : entity.state,
      argument: argument?.kind === 'state' ? argument.name : unknown ? null : entity.state,
      locks: config.locks,
      path: frame.path,
      constructs: frame.constructs,
      context: frame.stack.join(),
      begun: config.begun,
    });
  }
  return config.mapEntities((entity) => (entity.base === null ? entity : { ...entity, base: null }));
}

/** The argument that selects the entry, or the object whose status it is. */
function keyOf(node: Expression, setter: FunctionInfo, frame: Frame): Expression | null {
  const key = frame.machine.setters.get(setter.id)?.key ?? null;
  if (node.kind !== 'call') return node.kind === 'attribute' ? node.value : null;
  if (key !== null) return argumentOf(node, setter, key);
  return node.callee.kind === 'attribute' ? node.callee.value : null;
}

/** Drops what is known about objects that only the function that ended could name. */
function collect(config: Config, kept: readonly Value[]): Config {
  const ids = [...config.entities.keys()].filter((id) => id.includes('@'));
  if (ids.length === 0) return config;
  const alive = namedBy(config, kept);
  const isAlive = (id: string): boolean => (id.match(FRESH) ?? []).some((each) => alive.has(each));
  return config.mapEntities((entity, id) => (id.includes('@') && !isAlive(id) ? null : entity));
}

/** Is it an object that nothing names any more? */
function isLost(value: Value, config: Config, kept: readonly Value[]): boolean {
  const names = identity(value).match(FRESH) ?? [];
  if (names.length === 0) return false;
  const alive = namedBy(config, kept);
  return names.some((each) => !alive.has(each));
}

function namedBy(config: Config, kept: readonly Value[]): ReadonlySet<string> {
  return new Set([...config.locals.values(), ...kept].flatMap((each) => identity(each).match(FRESH) ?? []));
}

const FRESH = /@\w+/g;
