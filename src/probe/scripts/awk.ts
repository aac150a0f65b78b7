const FIELD = /\$(?:NF(?![A-Za-z0-9_])|[0-9]{1,3}(?![0-9])|\(\s*NF\s*-\s*[0-9]{1,3}\s*\))/y;
const STRING = /"(?:[^"\\]|\\[nt"\\/])*"/y;
const REGEX = /\/(?:[^/\\[\]]|\\[^xdoc0-9]|\[\^?\]?[^/\\\]]*\])*\//y;
/** A format of printf whose widths are short, so that no output is made of padding. */
const FORMAT = /"(?:[^"\\%]|\\[nt"\\/]|%%|%[-+ #0]{0,3}[0-9]{0,3}(?:\.[0-9]{0,3})?[diouxXeEfgGcs])*"/y;
const NUMBER = /[0-9]{1,9}(?:\.[0-9]{1,9})?(?![0-9A-Za-z_.])/y;
const COUNTER = /(?:NR|FNR|NF)(?![A-Za-z0-9_])/y;
const LENGTH = /length(?:\s*\(\s*\$[0-9]{1,3}\s*\))?(?![A-Za-z0-9_(])/y;
const NAME = /[a-z][A-Za-z0-9_]{0,39}(?![A-Za-z0-9_(])/y;

/** What awk, gawk, mawk and busybox read as something other than a variable. */
const RESERVED = new Set(
  (
    'and asort asorti atan2 bindtextdomain break case close compl continue cos dcgettext dcngettext default ' +
    'delete do else exit exp fflush for func function gensub getline gsub if in index int isarray length log ' +
    'lshift match mkbool mktime next nextfile or patsplit print printf rand return rshift sin split sprintf ' +
    'sqrt srand strftime strtonum sub substr switch system systime tolower toupper typeof while xor'
  ).split(' '),
);

/**
 * Why a program is refused, or undefined: awk to us is a list of `[pattern] [{ statements }]`. A pattern
 * compares NR, FNR, NF, length, fields and variables with numbers or strings, or matches regular expressions;
 * END stands alone. A statement prints, counts, adds up, sets a variable to one value, goes to the next line,
 * or prints for each key of an array; printf has a format of its own in short widths. Variables are lower case, and no special one is ever set: nothing in it
 * can redirect, call, run or loop without end.
 */
export function checkAwkProgram(program: string): 'program' | 'writes' | 'runs-programs' | undefined {
  if (program.length <= 1000 && new Program(program).isAccepted()) return undefined;
  if (/system\s*\(|getline|\|&?\s*"|"\s*\||@load/.test(program)) return 'runs-programs';
  if (/print[^}]*>/.test(program)) return 'writes';
  return 'program';
}

class Program {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAccepted(): boolean {
    let rules = 0;
    for (;;) {
      this.#blank();
      if (this.#at >= this.#text.length) return rules > 0;
      if (!this.#rule()) return false;
      rules += 1;
    }
  }

  #rule(): boolean {
    if (this.#take(/END(?![A-Za-z0-9_])/y)) return this.#action();
    if (this.#sees(/\{/y)) return this.#action();
    if (!this.#pattern()) return false;
    return this.#sees(/\s*\{/y) ? this.#action() : this.#take(/\s*(?:;|$)/y);
  }

  #pattern(): boolean {
    do {
      if (!this.#test()) return false;
    } while (this.#take(/\s*(?:&&|\|\||,)/y));
    return true;
  }

  #test(): boolean {
    this.#blank();
    const negated = this.#take(/!\s*/y);
    if (this.#take(REGEX)) return true;
    if (negated) return this.#target() && (this.#take(/\+\+/y) || true);
    const start = this.#at;
    if (this.#take(FIELD) && this.#take(/\s*!?~\s*/y)) return this.#take(REGEX);
    this.#at = start;
    if (!this.#value() && !this.#target()) return false;
    const alone = /^(?:NF|[a-z]\w*(?:\[.*\])?)$/.test(this.#text.slice(start, this.#at));
    this.#take(/\s*%\s*[1-9][0-9]{0,8}(?![0-9])/y);
    if (!this.#take(/\s*(?:==|!=|<=|>=|<|>)\s*/y)) return alone;
    return this.#value() || this.#take(/-?/y, NUMBER) || this.#take(STRING) || this.#target();
  }

  #action(): boolean {
    if (!this.#take(/\s*\{\s*/y)) return false;
    do {
      if (!this.#statement()) return false;
    } while (this.#take(/\s*;(?!\s*\})/y));
    return this.#take(/\s*;?\s*\}/y);
  }

  #statement(): boolean {
    this.#blank();
    if (this.#take(/print(?![A-Za-z0-9_(])/y)) return this.#items();
    if (this.#take(/printf(?![A-Za-z0-9_(])\s*/y)) return this.#formatted();
    if (this.#take(/next(?![A-Za-z0-9_(])/y)) return true;
    if (this.#take(/for\s*\(/y)) return this.#each();
    if (this.#take(/\+\+/y)) return this.#target();
    if (!this.#target()) return false;
    if (this.#take(/\+\+/y)) return true;
    if (!this.#take(/\s*\+?=\s*/y)) return false;
    return this.#sum();
  }

  /** `k in a) print …`, behind `for (`. */
  #each(): boolean {
    this.#blank();
    if (!this.#name() || !this.#take(/\s+in\s+/y) || !this.#name() || !this.#take(/\s*\)\s*/y)) return false;
    const braced = this.#take(/\{\s*/y);
    if (!this.#take(/print(?![A-Za-z0-9_(])/y) || !this.#items()) return false;
    return !braced || this.#take(/\s*;?\s*\}/y);
  }

  /** What print prints: values side by side or with commas, or nothing. */
  #items(): boolean {
    this.#blank();
    if (this.#sees(/[;}]/y)) return true;
    do {
      this.#blank();
      if (!this.#sum()) return false;
      this.#blank();
    } while (this.#take(/,/y) || !this.#sees(/[;}]|$/y));
    return true;
  }

  /** A format, then the values for it. */
  #formatted(): boolean {
    if (!this.#take(FORMAT)) return false;
    while (this.#take(/\s*,\s*/y)) if (!this.#sum()) return false;
    return this.#sees(/\s*(?:[;}]|$)/y);
  }

  /** One value, or several joined by arithmetic. */
  #sum(): boolean {
    do {
      this.#blank();
      if (!this.#item()) return false;
    } while (this.#take(/\s*[-+*/%](?![-+=])/y));
    return true;
  }

  #item(): boolean {
    return (
      this.#value() ||
      this.#take(/FILENAME(?![A-Za-z0-9_])/y) ||
      this.#take(STRING) ||
      this.#take(NUMBER) ||
      this.#target()
    );
  }

  #value(): boolean {
    return this.#take(FIELD) || this.#take(COUNTER) || this.#take(LENGTH);
  }

  /** A variable, or an element of an array under one value. */
  #target(): boolean {
    if (!this.#name()) return false;
    if (!this.#take(/\[\s*/y)) return true;
    const key = this.#value() || this.#take(STRING) || this.#take(NUMBER) || this.#name();
    return key && this.#take(/\s*\]/y);
  }

  #name(): boolean {
    NAME.lastIndex = this.#at;
    const found = NAME.exec(this.#text)?.[0];
    if (found === undefined || RESERVED.has(found)) return false;
    this.#at += found.length;
    return true;
  }

  #blank(): void {
    this.#take(/\s*/y);
  }

  #sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  /** Takes the patterns one behind the other, or nothing. */
  #take(...patterns: readonly RegExp[]): boolean {
    const start = this.#at;
    for (const pattern of patterns) {
      pattern.lastIndex = this.#at;
      const found = pattern.exec(this.#text)?.[0];
      if (found === undefined) {
        this.#at = start;
        return false;
      }
      this.#at += found.length;
    }
    return true;
  }
}
