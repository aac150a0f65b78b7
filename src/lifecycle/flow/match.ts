import type { Match, Pattern } from '../../syntax/index.ts';
import { comparedSource, compareValues } from './compare.ts';
import { Config, ConfigSet } from './config.ts';
import { look } from './entities.ts';
import { bindLocal, evaluate } from './expressions.ts';
import type { Branch, Flow, Frame } from './frame.ts';
import { merge, onward, runBlock } from './statements.ts';
import { evaluateTest } from './tests.ts';
import { withSource, type Value } from './value.ts';

/** `match`: the cases in order; a path that a case surely takes does not reach the next. */
export function runMatch(statement: Match, configs: ConfigSet, frame: Frame): Flow {
  let open: readonly Branch[] = [...configs].flatMap((config) => evaluate(statement.subject, config, frame));
  const flows: Flow[] = [];
  for (const each of statement.cases) {
    const taken = new ConfigSet();
    const next: Branch[] = [];
    for (const branch of open) {
      const split = matchPattern(each.pattern, branch, statement, frame);
      next.push(...split.no);
      for (const { config } of split.yes) {
        if (each.guard === null) {
          taken.add(config);
          continue;
        }
        const outcome = evaluateTest(each.guard, config, frame);
        taken.addAll(outcome.yes);
        next.push(...outcome.no.map((after) => ({ config: after, value: branch.value })));
      }
    }
    flows.push(runBlock(each.body, taken, frame));
    open = next;
  }
  return merge(onward(new ConfigSet(open.map((branch) => branch.config))), ...flows);
}

interface Split {
  readonly yes: readonly Branch[];
  readonly no: readonly Branch[];
}

function matchPattern(pattern: Pattern, branch: Branch, statement: Match, frame: Frame): Split {
  switch (pattern.kind) {
    case 'wildcard':
      return { yes: [branch], no: [] };
    case 'other':
      return { yes: [branch], no: [branch] };
    case 'capture': {
      const inner =
        pattern.pattern === null
          ? { yes: [branch], no: [] }
          : matchPattern(pattern.pattern, branch, statement, frame);
      const bound = inner.yes.map((each) => ({
        config: bindLocal(each.config, pattern.name, each.value, frame),
        value: each.value,
      }));
      return { yes: bound, no: inner.no };
    }
    case 'or': {
      const yes: Branch[] = [];
      let open: readonly Branch[] = [branch];
      for (const each of pattern.patterns) {
        const splits = open.map((one) => matchPattern(each, one, statement, frame));
        yes.push(...splits.flatMap((split) => split.yes));
        open = splits.flatMap((split) => split.no);
      }
      return { yes, no: open };
    }
    case 'value': {
      const yes: Branch[] = [];
      const no: Branch[] = [];
      for (const { config, value } of evaluate(pattern.value, branch.config, frame)) {
        const outcome = compareValues('==', branch.value, value, frame.machine.domain);
        const source = comparedSource(branch.value, value);
        const after = outcome === null ? config : look(config, source);
        if (outcome !== null && source !== null) {
          const entity = config.entities.get(source.entity);
          if (entity !== undefined)
            frame.machine.observer.test(pattern.value, frame.info, entity.state, outcome);
        }
        if (outcome !== false)
          yes.push({ config: refine(statement, branch.value, value, after), value: branch.value });
        if (outcome !== true) no.push({ config: after, value: branch.value });
      }
      return { yes, no };
    }
  }
}

/** In the case of a constant the subject, if it is a variable, is that constant. */
function refine(statement: Match, subject: Value, value: Value, config: Config): Config {
  if (statement.subject.kind !== 'name' || subject.kind !== 'symbol' || value.kind !== 'state') return config;
  return config.withLocal(statement.subject.id, withSource(value, null));
}
