import { err, ok, type Result } from '../../base/index.ts';

/** An address of a sed command. */
export type SedAddress =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'last' }
  | { readonly kind: 'step' }
  | { readonly kind: 'plus' }
  | { readonly kind: 'multiple' }
  | { readonly kind: 'pattern' };

/** One command of an accepted script. */
export interface SedCommand {
  readonly first?: SedAddress;
  readonly last?: SedAddress;
  readonly negated: boolean;
  readonly name: 'p' | '=' | 'd' | 'q' | 's';
  /** Where upper and lower case are the same: in an address, in a substitution; left out for nowhere. */
  readonly folds?: readonly ('address' | 'substitution')[];
}

/** Why a script is not accepted; `found` is the piece of it. */
export interface SedError {
  readonly reason:
    'empty' | 'too-many' | 'address' | 'regex' | 'command' | 'flag' | 'trailing' | 'writes' | 'runs-programs';
  readonly found: string;
}

const COMMAND_LIMIT = 20;

/**
 * The part of sed's language that only prints: `[a1[,a2]][!]c` with c one of `p = d q s`, joined by `;`.
 * a1 is N, $, N~N or /re/[I]; a2 is N, $, +N, ~N or /re/[I]; s takes a delimiter from `/|,:#@%_` and the flags
 * `g p I` and digits. POSIX sed and GNU sed end a pattern at different places when its delimiter stands in
 * brackets, so that is refused, as are the escapes that produce characters (`\x \d \o \c`).
 */
export function parseSedScript(script: string): Result<readonly SedCommand[], SedError> {
  const reader = new ScriptReader(script);
  const commands: SedCommand[] = [];
  for (;;) {
    reader.skip(/[ \t;]*/y);
    if (reader.isDone()) break;
    const command = reader.command();
    if (!command.ok) return command;
    commands.push(command.value);
    if (commands.length > COMMAND_LIMIT) return err({ reason: 'too-many', found: String(COMMAND_LIMIT) });
    reader.skip(/[ \t]*/y);
    if (!reader.isDone() && reader.take(/;/y) === undefined)
      return err({ reason: 'trailing', found: reader.rest });
  }
  return commands.length === 0 ? err({ reason: 'empty', found: '' }) : ok(commands);
}

class ScriptReader {
  readonly #text: string;
  #at = 0;
  #folds: ('address' | 'substitution')[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  isDone(): boolean {
    return this.#at >= this.#text.length;
  }

  get rest(): string {
    return this.#text.slice(this.#at);
  }

  /** What `pattern` (sticky) matches here, and moves behind it. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  skip(pattern: RegExp): void {
    this.take(pattern);
  }

  command(): Result<SedCommand, SedError> {
    this.#folds = [];
    const first = this.#firstAddress();
    if (!first.ok) return first;
    let last: SedAddress | undefined;
    if (first.value !== undefined && this.take(/[ \t]*,[ \t]*/y) !== undefined) {
      const second = this.#secondAddress();
      if (!second.ok) return second;
      last = second.value;
    }
    const negated = this.take(/[ \t]*![ \t]*/y) !== undefined;
    this.skip(/[ \t]*/y);
    const name = this.take(/[p=dqs]/y);
    if (name !== 'p' && name !== '=' && name !== 'd' && name !== 'q' && name !== 's')
      return err(this.#unknownCommand());
    if (name === 's') {
      const refusal = this.#substitution();
      if (refusal !== undefined) return err(refusal);
    }
    return ok({
      ...(first.value === undefined ? {} : { first: first.value }),
      ...(last === undefined ? {} : { last }),
      negated,
      name,
      ...(this.#folds.length === 0 ? {} : { folds: this.#folds }),
    });
  }

  #unknownCommand(): SedError {
    const found = this.#text.charAt(this.#at);
    if (/[wW]/.test(found)) return { reason: 'writes', found };
    if (found === 'e') return { reason: 'runs-programs', found };
    return { reason: 'command', found };
  }

  #firstAddress(): Result<SedAddress | undefined, SedError> {
    const step = this.take(/[0-9]{1,9}~[0-9]{1,9}/y);
    if (step !== undefined) return ok({ kind: 'step' });
    const line = this.take(/[0-9]{1,9}/y);
    if (line !== undefined) return ok({ kind: 'line', line: Number(line) });
    if (this.take(/\$/y) !== undefined) return ok({ kind: 'last' });
    if (this.take(/\//y) !== undefined) return this.#patternAddress();
    if (this.rest.startsWith('\\')) return err({ reason: 'address', found: this.rest.slice(0, 2) });
    return ok(undefined);
  }

  #secondAddress(): Result<SedAddress, SedError> {
    const line = this.take(/[0-9]{1,9}/y);
    if (line !== undefined) return ok({ kind: 'line', line: Number(line) });
    if (this.take(/\$/y) !== undefined) return ok({ kind: 'last' });
    if (this.take(/\+[0-9]{1,9}/y) !== undefined) return ok({ kind: 'plus' });
    if (this.take(/~[0-9]{1,9}/y) !== undefined) return ok({ kind: 'multiple' });
    if (this.take(/\//y) !== undefined) return this.#patternAddress();
    return err({ reason: 'address', found: this.rest.slice(0, 1) });
  }

  #patternAddress(): Result<SedAddress, SedError> {
    const refusal = this.#upTo('/', true);
    if (refusal !== undefined) return err(refusal);
    if (this.take(/I/y) !== undefined) this.#folds.push('address');
    return ok({ kind: 'pattern' });
  }

  #substitution(): SedError | undefined {
    const delimiter = this.take(/[/|,:#@%_]/y);
    if (delimiter === undefined) return { reason: 'command', found: `s${this.rest.slice(0, 1)}` };
    const refusal = this.#upTo(delimiter, true) ?? this.#upTo(delimiter, false);
    if (refusal !== undefined) return refusal;
    if (this.take(/[gpI0-9]+/y)?.includes('I') === true) this.#folds.push('substitution');
    const next = this.rest.charAt(0);
    if (next === 'w') return { reason: 'writes', found: next };
    if (next === 'e') return { reason: 'runs-programs', found: next };
    return /^[ \t;]?$/.test(next) ? undefined : { reason: 'flag', found: next };
  }

  /** Moves behind the next `delimiter` that is not escaped. */
  #upTo(delimiter: string, isPattern: boolean): SedError | undefined {
    while (!this.isDone()) {
      const character = this.#text.charAt(this.#at);
      if (character === delimiter) {
        this.#at += 1;
        return undefined;
      }
      if (character === '\\') {
        const escaped = this.#text.charAt(this.#at + 1);
        if (escaped === '' || /[xdoc]/.test(escaped)) return { reason: 'regex', found: `\\${escaped}` };
        this.#at += 2;
      } else if (character === '[' && isPattern) {
        const bracket = this.take(/\[\^?\]?(?:\[[:.=][^\]]*[:.=]\]|[^\]])*\]/y);
        if (bracket === undefined) return { reason: 'regex', found: '[' };
        if (bracket.includes(delimiter)) return { reason: 'regex', found: bracket };
        if (/\\[xdoc]/.test(bracket)) return { reason: 'regex', found: bracket };
      } else {
        this.#at += 1;
      }
    }
    return { reason: 'regex', found: delimiter };
  }
}
