import type { Expression, Try } from '../../syntax/index.ts';
import type { Project } from '../project/project.ts';
import { lastName } from '../states/declared.ts';
import { ConfigSet } from './config.ts';
import { bindLocal, freshName } from './expressions.ts';
import { Sink, type Branch, type Flow, type Frame, type Raised } from './frame.ts';
import { merge, onward, runBlock } from './statements.ts';
import { symbol } from './value.ts';

/** `try`: whatever a path knew when it raised is what the handler starts from; `finally` sees every end. */
export function runTry(statement: Try, configs: ConfigSet, frame: Frame): Flow {
  const finishes = statement.finalbody.length > 0;
  const outer = finishes ? new Sink() : frame.sink;
  const inner = new Sink();
  const body = runBlock(statement.body, configs, { ...frame, sink: inner });
  const rest = runBlock(statement.otherwise, body.normal, { ...frame, sink: outer });
  const caught = statement.handlers.map(() => new ConfigSet());
  for (const raised of inner.items) distribute(raised, statement, caught, outer, frame);
  const handled = statement.handlers.map((handler, index) => {
    const entered = caught[index] ?? new ConfigSet();
    const { name } = handler;
    const exception = symbol(freshName(handler.span.start, frame));
    const bound =
      name === null
        ? entered
        : new ConfigSet([...entered].map((each) => bindLocal(each, name, exception, frame)));
    return runBlock(handler.body, bound, { ...frame, sink: outer, path: 'handler' });
  });
  const flow = merge(
    { ...body, normal: rest.normal, returns: [...body.returns, ...rest.returns] },
    {
      ...rest,
      normal: new ConfigSet(),
      returns: [],
    },
    ...handled,
  );
  return finishes ? finish(statement, flow, outer, frame) : flow;
}

function distribute(
  raised: Raised,
  statement: Try,
  caught: readonly ConfigSet[],
  outer: Sink,
  frame: Frame,
): void {
  for (const [index, handler] of statement.handlers.entries()) {
    const match = catches(handler.type, raised, frame);
    if (match === 'no') continue;
    caught[index]?.add(raised.config);
    if (match === 'yes') return;
  }
  outer.add(raised.config, raised.exception, raised.explicit);
}

/** Does a handler take an exception? */
export function catches(type: Expression | null, raised: Raised, frame: Frame): 'yes' | 'maybe' | 'no' {
  if (type === null) return 'yes';
  const types = type.kind === 'tuple' ? type.items : [type];
  const names = types.map(lastName);
  if (names.some((name) => name === 'Exception' || name === 'BaseException')) return 'yes';
  const { exception } = raised;
  if (exception === null) return 'maybe';
  if (names.includes(exception)) return 'yes';
  if (exception === 'KeyError' && names.includes('LookupError')) return 'yes';
  return related(exception, types, frame.machine.project, frame.info.file);
}

/** Classes of the project are compared; of two that are not known, nobody can tell. */
function related(
  exception: string,
  types: readonly Expression[],
  project: Project,
  file: string,
): 'yes' | 'maybe' | 'no' {
  const raised = project.classes.find((each) => each.name === exception);
  if (raised === undefined) return BUILT_IN.test(exception) ? 'no' : 'maybe';
  const ancestors = project.ancestry(raised);
  const matches = types.some((type) => {
    const symbolOf = project.lookupExpression(file, type);
    return symbolOf?.kind === 'class' && ancestors.includes(symbolOf.info);
  });
  return matches ? 'yes' : 'no';
}

const BUILT_IN =
  /^(AssertionError|KeyError|ValueError|TypeError|RuntimeError|IndexError|AttributeError|NotImplementedError|StopIteration)$/;

/** The last block runs on every way out, which then goes on as it was. */
function finish(statement: Try, flow: Flow, sink: Sink, frame: Frame): Flow {
  const path = frame.path === 'handler' ? 'handler' : 'finally';
  const last = (configs: ConfigSet): Flow => runBlock(statement.finalbody, configs, { ...frame, path });
  const normal = last(flow.normal);
  const breaks = last(flow.breaks);
  const continues = last(flow.continues);
  const returns: Branch[] = [];
  const others: Flow[] = [];
  for (const branch of flow.returns) {
    const after = last(new ConfigSet([branch.config]));
    returns.push(...[...after.normal].map((config) => ({ config, value: branch.value })));
    others.push({ ...after, normal: new ConfigSet() });
  }
  for (const raised of sink.items) {
    // As in a handler: what is known here holds only if something was raised at the right moment.
    const after = runBlock(statement.finalbody, new ConfigSet([raised.config]), {
      ...frame,
      path: 'handler',
    });
    for (const config of after.normal) frame.sink.add(config, raised.exception, raised.explicit);
    others.push({ ...after, normal: new ConfigSet() });
  }
  return merge(
    normal,
    { ...breaks, normal: new ConfigSet(), breaks: new ConfigSet([...breaks.breaks, ...breaks.normal]) },
    {
      ...continues,
      normal: new ConfigSet(),
      continues: new ConfigSet([...continues.continues, ...continues.normal]),
    },
    { ...onward(new ConfigSet()), returns },
    ...others,
  );
}
