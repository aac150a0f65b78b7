import type { Span } from '../../syntax/index.ts';
import type { Condition } from '../analysis.ts';
import type { Project } from '../project/project.ts';

const LENGTH = 80;

/** The code of a place on one line, white space collapsed. */
export function codeAt(project: Project, file: string, span: Span): string {
  const text = project.modules.get(file)?.text.slice(span.start, span.end) ?? '';
  return text.replace(/\s+/g, ' ').trim();
}

/** Conditions as code, joined with `and`, cut at 80 characters; those that only left earlier come last to go. */
export function guardText(project: Project, conditions: readonly Condition[]): string {
  const status = conditions.filter((each) => each.subject === 'status' || each.origin === 'enclosing');
  const parts = status.map((condition) => {
    const code = codeAt(project, condition.site.file, condition.test.span);
    return condition.holds ? code : negated(code);
  });
  const text = parts.join(' and ');
  return text.length <= LENGTH ? text : `${text.slice(0, LENGTH - 1)}…`;
}

function negated(code: string): string {
  return /^\w[\w.()]*$/.test(code) ? `not ${code}` : `not (${code})`;
}
