/** What one line says about a constant or a text, as far as a line tells. */
export interface Mention {
  /** The class of a member, empty for a constant without one, `"` for a text. */
  readonly group: string;
  readonly name: string;
  /** The name that it stands behind in the code: `states` of `states.IDLE`; its own where there is none. */
  readonly head: string;
  readonly use: 'stored' | 'compared';
  /** What it is stored in or compared with: an attribute, a key, or a function that it is handed to; empty if unknown. */
  readonly slot: string;
  /** A field that a class body declares, a default, an argument of a constructor: where something begins, not changes. */
  readonly early: boolean;
  /** What kind of place the slot is; a local variable may be stored later. */
  readonly place: 'attribute' | 'entry' | 'local' | 'keyword' | 'function' | 'unknown';
}

type Spot = Pick<Mention, 'slot' | 'early' | 'place'>;

const TOKEN =
  /(["'])((?:(?!\1).)*)\1|(?<![\w.])((?:[A-Za-z_]\w*\.)*)([A-Za-z_]\w*)(?:\.(?:value|name)\b)?(?![\w(.[])/g;
const COMPARED_BEFORE = /(?:==|!=|<=?|>=?|\b(?:in|is|not|case))\s*[([{]?\s*$|\b(?:in|case)\b\s*[^=]*$/;
const COMPARED_AFTER = /^\s*[)\]}]?\s*(?:==|!=|<|>|(?:not )?in\b|is\b)/;
/** Functions that change what is there or copy it with other values, and those that store what they are handed. */
const COPY = /^(?:_?replace|__replace__|evolve|update|copy|model_copy)$/;
const SETTER = /^_*set_|state|status|phase|stage|mark|transit|finish/i;
const LISTED = /^\s*_*[A-Z][A-Z0-9_]*\s*(?::[^=]*)?=(?!=)/;
const ENTRY = /^\s*_*[A-Z][A-Z0-9_]*\s*(?::[^=]*)?=(?!=).*:\s*$/;
const NOT_STORED = /(?:\b(?:return|yield|raise|import|class|from)\b|->)[^=]*$|^\s*(?:@|#)/;

/** A method of the object itself is handed one, and its answer returned. */
const RETURNED_CALL = /\breturn\s+(?:await\s+)?(?:self|cls)\.\w+\([^()]*$/;
/** A record that another one is copied into, or joined with: `{**job, "status": …`, `job | {"status": …`. */
const REPLACED = /\{\s*\*\*.*,[^,]*$|\|=?\s*(?:dict\(\s*)?\{[^{}]*$/;

/** Characters of a line that are looked at as a whole, and those around a mention in a longer one. */
const WHOLE = 1000;
const AROUND = 300;
/** Mentions of one line; more tell nothing new of it. */
const MENTIONS = 1000;

/** Every constant and text of a line; of one that is very long what stands around each, up to a thousand. */
export function mentionsOf(line: string): readonly Mention[] {
  const text = withoutComment(line);
  const found: Mention[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [whole, quote, content = '', path = '', last = ''] = match;
    const named = quote === undefined ? constantOf(path, last) : { group: '"', name: content, head: '' };
    if (named === null) continue;
    const count = found.length;
    if (count >= MENTIONS) break;
    const end = match.index + whole.length;
    const isLong = text.length > WHOLE;
    // What is cut off in front is no beginning of the line.
    const before =
      isLong && match.index > AROUND
        ? `…${text.slice(match.index - AROUND, match.index)}`
        : text.slice(0, match.index);
    const after = text.slice(end, isLong ? end + AROUND : undefined);
    // Keys of tables and members of named sets are looked up.
    const looked = COMPARED_AFTER.test(after) || COMPARED_BEFORE.test(before);
    if (quote !== undefined && /^\s*\]|^\s*:/.test(after) && !looked) continue;
    if (looked || LISTED.test(before) || (quote === undefined && /^\s*\)?\s*:/.test(after)))
      found.push({
        ...named,
        use: 'compared',
        slot: comparedSlot(before, after),
        early: false,
        place: 'unknown',
      });
    // The value of an entry is what a store may be given by the table.
    if (ENTRY.test(before) && quote === undefined)
      found.push({ ...named, use: 'stored', slot: '', early: false, place: 'unknown' });
    if (found.length > count) continue;
    if (NOT_STORED.test(before) && !RETURNED_CALL.test(before)) continue;
    found.push({ ...named, use: 'stored', ...placeOf(before) });
  }
  return found;
}

/** `Phase.IDLE`, `states.IDLE`, `IDLE`; null for any other name. */
function constantOf(path: string, last: string): Pick<Mention, 'group' | 'name' | 'head'> | null {
  const heads = path.split('.').filter((each) => each !== '');
  const owner = heads.at(-1) ?? '';
  const head = heads[0] ?? last;
  if (/^_*[A-Z]/.test(owner)) return { group: owner, name: last, head };
  return /^_*[A-Z][A-Z0-9_]*$/.test(last) ? { group: '', name: last, head } : null;
}

/** The head of a block whose body begins on its line, and statements in front of the last one. */
const IN_FRONT =
  /^\s*(?:(?:if|elif|else|for|while|with|try|except|finally|case)\b.*:|(?:async\s+)?def\b.*\)\s*(?:->[^:()]*)?:)\s+|^.*;\s*/;
/** Of several targets one that is no variable: `new = job.status = …`. */
const NEXT_TARGET = /^\s*([\w.]+(?:\[[^\]=]*\])?\s*)=(?!=)/;

/** Where a value goes that stands behind `before`. */
function placeOf(line: string): Spot {
  const before = line.replace(IN_FRONT, '').replace(IN_FRONT, '');
  if (/^\s*(?:async\s+)?def\b|\blambda\b/.test(before)) return { slot: '', early: true, place: 'unknown' };
  const inner = insideCall(before);
  const entry = /["']([^"']+)["']\s*[:,]\s*(?:.*\b(?:else|or|and)\s+)?$/.exec(before)?.[1];
  if (inner !== null) {
    const [callee, args] = inner;
    const keyword = /([A-Za-z_]\w*)\s*=\s*[^=,]*$/.exec(args)?.[1];
    const early = /^_*[A-Z]/.test(callee);
    if (keyword !== undefined && COPY.test(callee)) return { slot: keyword, early: false, place: 'entry' };
    if (keyword !== undefined && SETTER.test(callee)) return { slot: callee, early, place: 'function' };
    if (keyword !== undefined) return { slot: keyword, early, place: 'keyword' };
    if (entry === undefined) return { slot: callee, early, place: 'function' };
    return {
      slot: entry,
      early: early || !/^(?:setattr|__setattr__|setdefault|update)$/.test(callee),
      place: 'entry',
    };
  }
  if (entry !== undefined) return { slot: entry, early: !REPLACED.test(before), place: 'entry' };
  const target = /^(.*?[^=!<>:])\s*(:[^=]*)?[|:]?=(?!=)/.exec(before);
  if (target === null) return { slot: '', early: false, place: 'unknown' };
  const [whole, first = '', annotation] = target;
  const next = NEXT_TARGET.exec(before.slice(whole.length))?.[1] ?? '';
  const left = /[.\]]/.test(next) ? next : first;
  // A keyword on a line of its own has no spaces around its sign.
  if (/^\s*\w+=$/.test(before)) return { slot: slotName(left), early: false, place: 'keyword' };
  const isLocal = !/[.\]]\s*\w*\s*$/.test(left);
  if (isLocal) return { slot: slotName(left), early: annotation !== undefined, place: 'local' };
  return { slot: slotName(left), early: false, place: left.trimEnd().endsWith(']') ? 'entry' : 'attribute' };
}

/** The function whose arguments are open at the end of a text, and what of them stands there. */
function insideCall(before: string): readonly [string, string] | null {
  let depth = 0;
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const character = before.charAt(at);
    if (character === ')' || character === ']') depth += 1;
    if (character !== '(' && character !== '[') continue;
    if (depth > 0) {
      depth -= 1;
      continue;
    }
    const callee = character === '(' ? /([A-Za-z_]\w*)\s*$/.exec(before.slice(0, at))?.[1] : undefined;
    // Parentheses around a value.
    if (callee === undefined || /^(?:and|or|not|in|if|else|elif|is|return|max|min|int|str)$/.test(callee))
      continue;
    return [callee, before.slice(at + 1)];
  }
  return null;
}

/** The name behind which something is compared. */
function comparedSlot(before: string, after: string): string {
  if (LISTED.test(before)) return slotName(before.split(/[:=]/)[0] ?? '');
  const left = /^(.*?)\s*(?:==|!=|<=?|>=?|\b(?:not\s+)?in\b|\bis\b)[^=]*$/.exec(before)?.[1];
  if (left !== undefined && slotName(left) !== '') return slotName(left);
  return slotName(/^\s*[)\]}]?\s*(?:==|!=|is)\s*([\w.]+(?:\[[^\]]*\])?)/.exec(after)?.[1] ?? '');
}

/** `status` of `job.status`, `job["status"]`, `status[key]` and `job.get("status")`. */
function slotName(target: string): string {
  const entry = /(?:\[|\.get\()\s*["']([^"']+)["']\s*(?:,[^)]*)?[\])]\s*$/.exec(target)?.[1];
  return entry ?? /([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)?$/.exec(target)?.[1] ?? '';
}

function withoutComment(line: string): string {
  const at = line.indexOf('#');
  if (at < 0) return line;
  const before = line.slice(0, at);
  const quotes = before.split(/["']/).length - 1;
  return quotes % 2 === 0 ? before : line;
}
