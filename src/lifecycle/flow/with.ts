import type { Expression, With } from '../../syntax/index.ts';
import { lastName } from '../states/declared.ts';
import { assign } from './assign.ts';
import { Config, ConfigSet } from './config.ts';
import { ended } from './begun.ts';
import { acquired, released } from './entities.ts';
import { evaluate } from './expressions.ts';
import { Sink, type Flow, type Frame } from './frame.ts';
import { lockOf } from './locks.ts';
import { merge, onward, runBlock } from './statements.ts';
import { paused } from './suspending.ts';
import { catches } from './try.ts';

/** `with`: locks are held in the body and given back however it ends; `suppress` swallows what is raised. */
export function runWith(statement: With, configs: ConfigSet, frame: Frame): Flow {
  const inside = new ConfigSet();
  const locks = new Set<string>();
  const suppressed: Expression[] = [];
  for (const config of configs) {
    let open: readonly Config[] = [statement.async ? paused(config, frame) : config];
    for (const item of statement.items) {
      const { context, target } = item;
      if (context.kind === 'call' && lastName(context.callee) === 'suppress')
        suppressed.push(...context.args);
      open = open.flatMap((each) => {
        const lock = lockOf(context, each, frame);
        // A lock that is held already is not given back here.
        if (lock !== null && !each.locks.includes(lock)) {
          locks.add(lock);
          return [acquired(each, lock)];
        }
        return evaluate(context, each, frame).flatMap((branch) =>
          target === null ? [branch.config] : assign(target, branch.value, branch.config, frame),
        );
      });
    }
    inside.addAll(open);
  }
  const whole = (flow: Flow): Flow => ({
    ...flow,
    normal: new ConfigSet([...flow.normal].flatMap((each) => ended(statement, each, frame))),
    returns: flow.returns.flatMap(({ config, value }) =>
      ended(statement, config, frame).map((each) => ({ config: each, value })),
    ),
  });
  if (locks.size === 0 && suppressed.length === 0) return whole(runBlock(statement.body, inside, frame));
  const sink = new Sink();
  const flow = whole(runBlock(statement.body, inside, { ...frame, sink }));
  const release = (config: Config): Config => {
    const after = [...locks].reduce((each, lock) => released(each, lock), config);
    return statement.async ? paused(after, frame) : after;
  };
  const all = (set: ConfigSet): ConfigSet => new ConfigSet([...set].map(release));
  const swallowed = new ConfigSet();
  for (const raised of sink.items) {
    const caught = suppressed.map((type) => catches(type, raised, frame));
    if (caught.some((each) => each !== 'no')) swallowed.add(release(raised.config));
    if (!caught.includes('yes')) frame.sink.add(release(raised.config), raised.exception, raised.explicit);
  }
  return merge(onward(swallowed), {
    normal: all(flow.normal),
    breaks: all(flow.breaks),
    continues: all(flow.continues),
    returns: flow.returns.map((branch) => ({ ...branch, config: release(branch.config) })),
  });
}
