const FIELD = String.raw`\$(?:NF|[0-9]{1,3})`;
const STRING = String.raw`"(?:[^"\\]|\\[nt"\\/])*"`;
const REGEX = String.raw`/(?:[^/\\[\]]|\\[^xdoc0-9]|\[\^?\]?[^/\\\]]*\])*/`;
const VALUE = String.raw`(?:NR|FNR|NF|length|${FIELD})`;
const OPERAND = String.raw`(?:${VALUE}|-?[0-9]{1,9}(?:\.[0-9]{1,9})?|${STRING})`;
const MODULO = String.raw`(?:\s*%\s*[1-9][0-9]{0,8})?`;
const COMPARISON = String.raw`${VALUE}${MODULO}\s*(?:==|!=|<=|>=|<|>)\s*${OPERAND}`;
const MATCH = String.raw`(?:!?${REGEX}|${FIELD}\s*!?~\s*${REGEX})`;
const TEST = String.raw`(?:${COMPARISON}|${MATCH}|NF)`;
const PATTERN = String.raw`${TEST}(?:\s*(?:&&|\|\||,)\s*${TEST})*`;
const ITEM = String.raw`(?:${FIELD}|NR|FNR|NF|FILENAME|${STRING})`;
const ITEMS = String.raw`${ITEM}(?:(?:\s*,\s*|\s+)${ITEM})*`;
const ACTION = String.raw`\{\s*print(?:\s+${ITEMS}|\s*(?=["$])${ITEMS})?\s*;?\s*\}`;
const PROGRAM = new RegExp(`^\\s*(?:${PATTERN}\\s*(?:${ACTION})?|${ACTION})\\s*$`);

/**
 * Why a program is refused, or undefined: awk to us is `[pattern] [{ print [items] }]`, the pattern made of
 * comparisons of NR, FNR, NF, length and fields with numbers or strings and of regular expressions. Nothing
 * in it can redirect, call or loop.
 */
export function checkAwkProgram(program: string): 'program' | 'writes' | 'runs-programs' | undefined {
  if (program.length <= 1000 && PROGRAM.test(program)) return undefined;
  if (/system\s*\(|getline|\|\s*"|"\s*\||@load/.test(program)) return 'runs-programs';
  if (/print[^}]*>/.test(program)) return 'writes';
  return 'program';
}
