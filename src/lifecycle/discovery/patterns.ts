/**
 * What `grep -E` looks for before a file is read. Only what POSIX defines (XBD 9.4 and 9.5), so that every host's grep
 * knows it; a line may be found that stores nothing, no form that the engine reads may be missed.
 */

const REST = '[A-Za-z_0-9]*';
const NAME = `[A-Za-z_]${REST}`;
const ANNOTATED = '[[:space:]]*(:[^=]*)?=[[:space:]]*';
const QUOTE = `['"]`;
/** What stands in front of one of several values: `A if x else B`, `x or B`, `x and B`. */
const BEFORE = '(.*[ (](else|or|and) +)?[(]?';
const KEY = `\\[${QUOTE}[^'"]*${QUOTE}\\]`;

/** A member of a class: `Phase.IDLE`, `Phase.idle`; a call of a method of it is none. */
const MEMBER = `(^|[^A-Za-z_0-9.])_*[A-Z]${REST}\\.${NAME}([^A-Za-z_0-9(.]|\\.value|\\.name|$)`;
/** A constant of a module or of the object's own class: `states.IDLE`, `self.IDLE`. */
const QUALIFIED = `${NAME}\\._*[A-Z][A-Z_0-9]*([^A-Za-z_0-9(.]|$)`;
const CONSTANT = `_*[A-Z][A-Z_0-9]*([^A-Za-z_0-9(.[]|$)`;
/** A constant that a name, an attribute, an entry or a keyword is given. */
const GIVEN = `(^|[(, .])[a-z_]${REST}(\\[[^]]*\\])?${ANNOTATED}${BEFORE}${CONSTANT}`;
/** A constant that is handed to a method or a function, or is the value of an entry. */
const HANDED = `[a-z_]${REST}\\((.*, *)?_*[A-Z][A-Z_0-9]+ *[,)]`;
const ENTERED = `${QUOTE} *: *${CONSTANT}`;
/** A constant that something is compared with. */
const COMPARED = `(==|!=|<|>| in| is| not|case) *[({[]? *${CONSTANT}`;

/** Lines that name a constant which may be a state. */
export const CONSTANTS = [MEMBER, QUALIFIED, GIVEN, HANDED, ENTERED, COMPARED].join('|');

const STORED = `(\\.${NAME}|\\])${ANNOTATED}${BEFORE}${QUOTE}`;
const FIELD = `^[[:space:]]+[a-z_]${REST}${ANNOTATED}${QUOTE}[^'"]*${QUOTE}[[:space:]]*(#.*)?$`;
const LOOKED = `(\\.${NAME}|${KEY}|\\.get\\(.*\\))[[:space:]]*(==|!=|in|not in)[[:space:]]*[({[]?${QUOTE}`;
const LOOKED_BACK = `${QUOTE}[[:space:]]*(==|!=)[[:space:]]*${NAME}[.[]`;
const MATCHED = `^[[:space:]]*match .*:|^[[:space:]]*case [({[]?${QUOTE}`;
const SET = `(set|put|mark|update|change|move|enter|go|become|switch|transit|advance|_state|_status|_phase|_stage)${REST}\\(.*${QUOTE}`;
const RECORD = `${QUOTE}[A-Za-z_ -]*(state|status|phase|stage|mode)${QUOTE}[[:space:]]*:[[:space:]]*${QUOTE}`;

/** Lines that store or compare a text under a name. */
export const TEXTS = [STORED, FIELD, LOOKED, LOOKED_BACK, MATCHED, SET, RECORD].join('|');

const TELLING =
  '(transition|Transition|TRANSITION|allowed_next|ALLOWED_NEXT|next_state|NEXT_STATE|valid_next|VALID_NEXT|legal_next|LEGAL_NEXT|state_?machine|StateMachine|STATE_?MACHINE|fsm|FSM)';
/** `TRANSITIONS = {`, `transitions=[`, `@transition(`, `add_transition(`. */
const NAMED = `${TELLING}${REST}${ANNOTATED}[A-Za-z_. ]*[[({]|@.*${TELLING}|add_transitions?\\(`;
/** `waiting = State(…)`, `("a", "b"): handler`, and `"a": ["b", "c"]` and the like. */
const OBJECTS = '=[[:space:]]*[A-Za-z_.]*[Ss]tate\\(';
const PAIRS = `^[[:space:]]*\\(${QUOTE}[^'"]*${QUOTE},[[:space:]]*${QUOTE}[^'"]*${QUOTE}\\)[[:space:]]*:`;

/** Lines of tables that declare transitions. */
export const TABLES = [NAMED, OBJECTS, PAIRS].join('|');

/**
 * Lines that declare classes: `class Phase(`, another name for one as in `Phase = states.WorkPhase`, and what an import
 * names so, as in `from states import WorkPhase as Phase`, also on a line of its own.
 */
export function declarations(classes: readonly string[]): string {
  const before = '^[[:space:]]*(class +)?|[A-Za-z_0-9] +as +';
  const after = `[[:space:]]*([,:)#([]|$)| *= *[A-Za-z_.]*[A-Z]${REST}[[:space:]]*$`;
  return `(${before})(${classes.join('|')})(${after})`;
}

/** Lines that define functions. */
export function definitions(functions: readonly string[]): string {
  return `^[[:space:]]*(async +)?def +(${functions.join('|')})[[:space:]]*\\(`;
}
