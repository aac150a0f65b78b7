import type { Statement } from '../../syntax/index.ts';
import { unreachable } from '../../base/index.ts';
import type { FunctionInfo } from '../project/project.ts';
import { lastName } from '../states/declared.ts';
import { forgotten } from './asked.ts';
import { assign, deleteTarget } from './assign.ts';
import { PATHS } from './budget.ts';
import { assignEntries, joinEntries } from './merge-entries.ts';
import { Config, ConfigSet } from './config.ts';
import { freshName, bindLocal, evaluate } from './expressions.ts';
import type { Branch, Flow, Frame } from './frame.ts';
import { runFor, runWhile } from './loops.ts';
import { runMatch } from './match.ts';
import { evaluateTest } from './tests.ts';
import { runTry } from './try.ts';
import { NONE, symbol } from './value.ts';
import { isWait, leftWhatStood } from './waits.ts';
import { runWith } from './with.ts';

/** Runs a function's body from one configuration; falling off the end returns None. */
export function runBody(info: FunctionInfo, config: Config, frame: Frame): readonly Branch[] {
  frame.machine.observer.enter(info, config.locks);
  const flow = runBlock(info.node.body, new ConfigSet([config]), frame);
  const ends = [...flow.normal].map((each) => ({ config: each, value: NONE }));
  return unique([...flow.returns, ...ends]);
}

/** Branches that cannot be told apart count once; a symbol differs from None only for those who look. */
function unique(branches: readonly Branch[]): readonly Branch[] {
  const seen = new Set<string>();
  return branches.filter((each) => {
    const value = each.value.kind === 'symbol' ? `@${each.value.id}` : JSON.stringify(summary(each));
    const key = `${value}|${each.config.key}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function summary(each: Branch): unknown {
  const { value } = each;
  switch (value.kind) {
    case 'state':
      return [value.name, value.source];
    case 'known':
      return [value.value, value.source];
    case 'several':
      return value.items.length;
    case 'function':
    case 'class':
      return value.info.id;
    default:
      return value.kind;
  }
}

/** Runs statements in order on every path that reaches them. */
export function runBlock(statements: readonly Statement[], configs: ConfigSet, frame: Frame): Flow {
  let normal = configs;
  const breaks = new ConfigSet();
  const continues = new ConfigSet();
  const returns: Branch[] = [];
  for (const statement of statements) {
    if (normal.size === 0 || !frame.budget.spend(normal.size)) {
      normal = NOWHERE;
      break;
    }
    const { setting } = frame;
    const ready =
      setting?.statement === statement ? new ConfigSet([...normal].flatMap(setting.write)) : normal;
    const flow = runStatement(statement, bounded(ready, frame), frame);
    normal = flow.normal;
    breaks.addAll(flow.breaks);
    continues.addAll(flow.continues);
    returns.push(...flow.returns);
  }
  return { normal, breaks, continues, returns };
}

function bounded(configs: ConfigSet, frame: Frame): ConfigSet {
  // What a setter does to the entry belongs to its call, and must not be forgotten before it returns.
  const limit = frame.site === null ? frame.budget.paths : Math.max(PATHS, frame.budget.paths);
  if (configs.size <= limit) return configs;
  frame.machine.observer.unresolved(frame.info.path, frame.info.file, frame.info.node.nameSpan, 'budget');
  const merged = new ConfigSet(
    [...configs].map((config) =>
      config.with({ locals: new Map([...config.locals].filter(([, value]) => value.kind === 'symbol')) }),
    ),
  );
  if (merged.size <= limit) return merged;
  return new ConfigSet([...merged].map((config) => config.mapEntities(() => null).with({ heap: new Map() })));
}

const NOWHERE = new ConfigSet();

export function onward(normal: ConfigSet): Flow {
  return { normal, breaks: NOWHERE, continues: NOWHERE, returns: [] };
}

function each(configs: ConfigSet, run: (config: Config) => readonly Config[]): Flow {
  const normal = new ConfigSet();
  for (const config of configs) normal.addAll(run(config));
  return onward(normal);
}

function runStatement(statement: Statement, configs: ConfigSet, frame: Frame): Flow {
  switch (statement.kind) {
    case 'expression':
      return each(configs, (config) =>
        evaluate(statement.value, config, frame).map((branch) => branch.config),
      );
    case 'assign': {
      const { value } = statement;
      if (value === null) return onward(configs);
      const [only] = statement.targets;
      if (value.kind === 'dictionary' && only !== undefined && statement.targets.length === 1) {
        return each(configs, (config) => assignEntries(only, value, config, frame));
      }
      return each(configs, (config) => {
        const branches = evaluate(value, config, frame);
        return branches.flatMap((branch) =>
          statement.targets.reduce<readonly Config[]>(
            (all, target) => all.flatMap((one) => assign(target, branch.value, one, frame)),
            [branch.config],
          ),
        );
      });
    }
    case 'augassign':
      if (statement.operator.startsWith('|')) {
        return each(configs, (config) => joinEntries(statement.target, statement.value, config, frame));
      }
      return each(configs, (config) =>
        evaluate(statement.value, config, frame).flatMap((branch) =>
          assign(statement.target, symbol(freshName(statement.span.start, frame)), branch.config, frame),
        ),
      );
    case 'return': {
      const { value } = statement;
      const returns = [...configs].flatMap((config): readonly Branch[] =>
        value === null ? [{ config, value: NONE }] : evaluate(value, config, frame),
      );
      return { ...onward(NOWHERE), returns };
    }
    case 'delete':
      return each(configs, (config) =>
        statement.targets.reduce<readonly Config[]>(
          (all, target) => all.flatMap((one) => deleteTarget(target, one, frame)),
          [config],
        ),
      );
    case 'if': {
      const yes = new ConfigSet();
      const no = new ConfigSet();
      const chained = statement.otherwise.length === 1 && statement.otherwise[0]?.kind === 'if';
      const asking = chained ? { ...frame, chained } : frame;
      for (const config of configs) {
        const outcome = evaluateTest(statement.test, config, asking);
        yes.addAll(outcome.yes.map(forgotten));
        no.addAll(chained ? outcome.no : outcome.no.map(forgotten));
      }
      const taken = runBlock(statement.body, yes, frame);
      const waited = isWait(statement.body) ? leftWhatStood(yes, taken.normal, frame) : taken.normal;
      return merge({ ...taken, normal: waited }, runBlock(statement.otherwise, no, frame));
    }
    case 'assert':
      return each(configs, (config) => {
        const { yes, no } = evaluateTest(statement.test, config, frame);
        for (const failed of no) frame.sink.add(failed, 'AssertionError', true);
        return yes;
      });
    case 'raise': {
      const { exception } = statement;
      const name =
        exception === null ? '' : lastName(exception.kind === 'call' ? exception.callee : exception);
      for (const config of configs) frame.sink.add(config, name === '' ? null : name, true);
      return onward(NOWHERE);
    }
    case 'for':
      return runFor(statement, configs, frame);
    case 'while':
      return runWhile(statement, configs, frame);
    case 'with':
      return runWith(statement, configs, frame);
    case 'try':
      return runTry(statement, configs, frame);
    case 'match':
      return runMatch(statement, configs, frame);
    case 'break':
      return { ...onward(NOWHERE), breaks: configs };
    case 'continue':
      return { ...onward(NOWHERE), continues: configs };
    case 'function': {
      const info = frame.machine.project.functionOf(statement);
      if (info === undefined) return onward(configs);
      return each(configs, (config) => [
        bindLocal(config, statement.name, { kind: 'function', info, self: null }, frame),
      ]);
    }
    case 'class':
    case 'import':
    case 'global':
    case 'nonlocal':
    case 'pass':
    case 'unknown':
      return onward(configs);
    default:
      return unreachable(statement);
  }
}

/** Both ways on. */
export function merge(...flows: readonly Flow[]): Flow {
  const normal = new ConfigSet();
  const breaks = new ConfigSet();
  const continues = new ConfigSet();
  const returns: Branch[] = [];
  for (const flow of flows) {
    normal.addAll(flow.normal);
    breaks.addAll(flow.breaks);
    continues.addAll(flow.continues);
    returns.push(...flow.returns);
  }
  return { normal, breaks, continues, returns };
}
