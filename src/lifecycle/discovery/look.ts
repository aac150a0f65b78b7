import { isLate, SETTING } from './choose.ts';
import { logicalLines, type LogicalLine } from './lines.ts';
import { mentionsOf } from './mentions.ts';

/** Variables that one is handed on to before it is stored. */
const STEPS = 3;
/** Variables of one text that are followed. */
const VARIABLES = 200;

/**
 * Whether a text may store a member of a class anywhere: told by whole statements, where a search saw single lines. A
 * member that a variable is given counts where the variable may be stored, or be handed to one of `functions`.
 */
export class Look {
  readonly #lines: readonly LogicalLine[];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.#lines = logicalLines(text);
  }

  mayStore(group: string, functions: ReadonlySet<string>): boolean {
    if (!this.#text.includes(group)) return false;
    const variables = new Set<string>();
    for (const { text, within } of this.#lines) {
      if (!text.includes(group)) continue;
      for (const mention of mentionsOf(text)) {
        if (mention.group !== group || mention.use !== 'stored') continue;
        const { place, slot } = mention;
        // In a class the variable is an attribute; capitals name a table, which anybody may look up.
        if (place === 'local' && (within === 'class' || /^_*[A-Z][A-Z0-9_]*$/.test(slot))) return true;
        if (place === 'local') variables.add(slot);
        else if (place === 'function') {
          if (!mention.early && (functions.has(slot) || SETTING.test(slot))) return true;
        } else if (isLate(mention)) return true;
      }
    }
    return this.#areStored(variables, functions);
  }

  /** Whether a function of that name stores what it is handed, or hands it on to another method. */
  storesParameter(name: string): boolean {
    let header: { readonly indent: number; readonly given: ReadonlySet<string> } | null = null;
    for (const { text } of this.#lines) {
      const indent = text.length - text.trimStart().length;
      if (header !== null && indent <= header.indent) header = null;
      const [, found, list = '', body = ''] =
        /^\s*(?:async\s+)?def\s+(\w+)\s*\((.*?)\)\s*(?:->[^:()]*)?:(?:\s+(.*))?$/.exec(text) ?? [];
      if (found === name && header === null) {
        header = { indent, given: parameters(list) };
        if (passesOn(body, header.given)) return true;
      } else if (header !== null && passesOn(text, header.given)) return true;
    }
    return false;
  }

  #areStored(variables: Set<string>, functions: ReadonlySet<string>): boolean {
    variables.delete('');
    for (let step = 0; step < STEPS && variables.size > 0; step += 1) {
      if (variables.size > VARIABLES) return true;
      const named = new RegExp(`\\b(?:${[...variables].join('|')})\\b`);
      const before = variables.size;
      for (const { text } of this.#lines) {
        if (!named.test(text)) continue;
        const [, left = '', right = ''] = /^(.*?[^=!<>:])[|]?=(?!=)(.*)$/.exec(text) ?? [];
        if (/\.\s*\w+|\]/.test(left.replace(/:.*/, '')) && named.test(right)) return true;
        if (/^\s*\w+\s*(?::.*)?$/.test(left) && named.test(right)) variables.add(/\w+/.exec(left)?.[0] ?? '');
        for (const [, callee = ''] of text.matchAll(/([A-Za-z_]\w*)\s*\(/g))
          if (
            functions.has(callee) ||
            SETTING.test(callee) ||
            /^_*(?:replace|evolve|copy|setattr)/.test(callee)
          )
            return true;
      }
      if (variables.size === before) return false;
    }
    return false;
  }
}

function parameters(list: string): ReadonlySet<string> {
  return new Set([...list.matchAll(/(?:^|,)\s*\**(\w+)/g)].map(([, name = '']) => name));
}

/** An assignment whose value names a parameter, or a call of a method that is given one. */
function passesOn(text: string, given: ReadonlySet<string>): boolean {
  const names = (part: string): boolean => [...part.matchAll(/\w+/g)].some(([word]) => given.has(word));
  const [, left = '', right = ''] = /^(.*?[^=!<>:])[|]?=(?!=)(.*)$/.exec(text) ?? [];
  if (/\.\s*\w+|\]/.test(left.replace(/:.*/, '')) && names(right)) return true;
  // Another name for it.
  if (/^\s*\w+\s*(?::.*)?$/.test(left) && names(right.replace(/\w+\s*\(.*/, ''))) return true;
  const [, argumentsOf = ''] =
    /(?:\b(?:self|cls|super\(\))(?:\.\w+)+|\bsetattr|_?replace|\bupdate)\s*\((.*)$/.exec(text) ?? [];
  return names(argumentsOf);
}
