import type { FunctionFact, ReaderFact } from '../analysis.ts';
import { ABSENT, type Hazard } from '../model.ts';
import { consumerOf, waits } from './consumer.ts';
import { functionName, functionOf, roleOf, type Context, type Rule } from './context.ts';
import { numbered, placeOf, step } from './witness.ts';

/**
 * H4: a reader answers a state that is not an end for an entry that is not there, while something removes entries and
 * somebody waits for an end through it. Information where the reader's documentation says so.
 */
export const absentReads: Rule = (context) => {
  const found = new Map<string, Hazard>();
  for (const reader of context.analysis.readers) {
    const state = reader.absentAs;
    if (reader.store.use !== 'main' || reader.via === 'call' || state === null) continue;
    if (state === 'none' || state === 'raises' || state === ABSENT || context.terminal.has(state)) continue;
    if (!context.analysis.states.some((each) => each.name === state)) continue;
    const place = placeOf(reader);
    const key = `${place.file}:${String(place.line)}`;
    if (!found.has(key)) found.set(key, finding(context, reader, state));
  }
  return [...found.values()];
};

function finding(context: Context, reader: ReaderFact, state: string): Hazard {
  const [remover] = [...context.removals].sort(
    (a, b) => Number(b.site.file === reader.site.file) - Number(a.site.file === reader.site.file),
  );
  const owner = functionOf(context, reader);
  const consumer = consumerOf(context, reader.site.file, []);
  const role = reader.roles.includes('caller') ? 'caller' : roleOf(reader);
  const silent = remover === undefined || (owner !== undefined && documented(owner));
  return {
    rule: 'H4',
    severity: silent ? 'info' : consumer?.loop === true ? 'high' : 'warning',
    confidence: consumer === undefined ? 'low' : 'high',
    ...placeOf(reader),
    data: { reader: functionName(context, reader), state },
    witness: numbered([
      remover === undefined ? null : step(roleOf(remover), placeOf(remover), 'removes-status', {}, ABSENT),
      step(
        role,
        placeOf(reader),
        'reads-absent-as',
        { reader: functionName(context, reader), state },
        ABSENT,
      ),
      waits(consumer, state),
    ]),
  };
}

/** The docstring speaks of entries that are not there. */
function documented(owner: FunctionFact): boolean {
  const [first] = owner.node.body;
  if (first?.kind !== 'expression' || first.value.kind !== 'constant' || first.value.value.type !== 'string')
    return false;
  return /\b(?:absent|missing|unknown|not (?:yet |there|known|registered|found)|no entry|default|removed|without an entry)/i.test(
    first.value.value.value,
  );
}
