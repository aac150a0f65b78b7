/** A value that is written as YAML of the failsafe schema, without line folding. */
export type YamlValue = string | readonly YamlValue[] | YamlFields;

/** Written in this order; undefined values are left out. */
export interface YamlFields {
  readonly [key: string]: YamlValue | undefined;
}

const PLAIN = /^[A-Za-z0-9_./@$^~+;][^\r\n\t"'`{}[\],&*#?|<>=!%\\]*$/;
/** Controls, and characters that reorder or break a line, are written as escapes. */
const HIDDEN =
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFFE\uFFFF\p{Cs}]/gu;

/** One scalar on one line: bare where YAML reads it back unchanged, else in double quotes. */
export function yamlScalar(text: string): string {
  if (isBare(text)) return text;
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll(HIDDEN, escapeHidden);
  return `"${escaped}"`;
}

/** `{key: value, …}` on one line; undefined values are left out. */
export function yamlFlow(value: YamlValue): string {
  if (typeof value === 'string') return yamlScalar(value);
  if (isList(value)) return `[${value.map((item) => yamlFlow(item)).join(', ')}]`;
  return `{${definedFields(value)
    .map(([key, item]) => `${yamlScalar(key)}: ${yamlFlow(item)}`)
    .join(', ')}}`;
}

/** The lines of a map in block style. Texts of several lines become a literal block where they can. */
export function yamlFieldLines(fields: YamlFields): readonly string[] {
  return definedFields(fields).flatMap(([key, value]) => yamlEntryLines(key, value));
}

/** The lines of one `key: value`. */
export function yamlEntryLines(key: string, value: YamlValue): readonly string[] {
  const name = yamlScalar(key);
  if (typeof value === 'string') return scalarLines(name, value);
  if (isList(value)) {
    if (value.length === 0) return [`${name}: []`];
    return [`${name}:`, ...value.map((item) => `  - ${yamlFlow(item)}`)];
  }
  return [`${name}: ${yamlFlow(value)}`];
}

function scalarLines(name: string, text: string): readonly string[] {
  if (!isLiteral(text)) return [`${name}: ${yamlScalar(text)}`.trimEnd()];
  const chomp = text.endsWith('\n') ? '' : '-';
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  return [`${name}: |${chomp}`, ...lines.map((line) => (line === '' ? '' : `  ${line}`))];
}

/** A literal block keeps these lines: no hidden characters, no blank line at an end, no first indentation. */
function isLiteral(text: string): boolean {
  if (!text.includes('\n') || text.replaceAll('\n', '').replaceAll('\t', '').search(HIDDEN) >= 0)
    return false;
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  if (lines.some((line) => line.trim() === '' && line !== '')) return false;
  const first = lines[0] ?? '';
  return lines.length > 1 && first !== '' && !/^[ \t]/.test(first) && lines.at(-1) !== '';
}

function isBare(text: string): boolean {
  if (!PLAIN.test(text) || text.endsWith(' ') || text.endsWith(':')) return false;
  if (text.includes(': ') || text.includes(' #') || /^(\.\.\.)/.test(text)) return false;
  return text.search(HIDDEN) < 0;
}

function escapeHidden(character: string): string {
  if (character === '\t') return '\\t';
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function definedFields(fields: YamlFields): readonly (readonly [string, YamlValue])[] {
  const defined: (readonly [string, YamlValue])[] = [];
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) defined.push([key, value]);
  return defined;
}

function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value);
}
