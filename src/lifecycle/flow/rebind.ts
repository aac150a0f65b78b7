import type { FunctionInfo } from '../project/project.ts';
import type { Config } from './config.ts';
import { forgetSymbol, mentions } from './entities.ts';
import { symbol } from './value.ts';

/**
 * A variable is bound anew: nothing is known of what it names now. Other variables that hold what it named before
 * (`prev = job` in a loop over jobs) go by a name of their own.
 */
export function rebind(config: Config, name: string, id: string, inside: FunctionInfo): Config {
  let after = forgetSymbol(config, id);
  for (const [other, value] of config.locals) {
    if (other === name || value.kind !== 'symbol' || !mentions(value.id, id)) continue;
    const own = `@was_${inside.name}_${other}`;
    after = forgetSymbol(after, own).withLocal(other, symbol(own, value.type));
  }
  return after;
}
