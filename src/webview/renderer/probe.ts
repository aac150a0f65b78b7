import type { HitGroup, ProbeOutput, RunView } from '../../protocol/index.ts';
import { element, linkButton } from '../dom.ts';
import type { Send } from './main.ts';

/** Hits by file, other output as text, refusals under the refused word. */
export function probeElement(output: ProbeOutput, send: Send): HTMLElement {
  return element('div', { class: 'probe' }, ...output.runs.map((run) => runElement(run, output, send)));
}

function runElement(run: RunView, output: ProbeOutput, send: Send): HTMLElement {
  const head = element(
    'div',
    { class: 'head' },
    element('code', {}, `$ ${run.line}`),
    element('span', { class: 'dim' }, run.target),
    element(
      'span',
      { class: run.kind === 'error' ? 'bad' : 'dim' },
      run.kind === 'refusal' ? '' : run.summary,
    ),
  );
  if (run.refusal !== null) return refusalElement(run, run.refusal);
  const body = run.groups.map((group) => groupElement(group, output, send));
  if (run.text !== '') body.push(element('pre', { class: 'text' }, run.text));
  return element('section', { class: `run ${run.kind}` }, head, ...secretMarks(run.marks), ...body);
}

/** What looks like a secret in an output, said above it. */
export function secretMarks(marks: readonly string[]): readonly HTMLElement[] {
  return marks.map((mark) =>
    element(
      'p',
      { class: 'secret', attributes: { role: 'note' } },
      element('span', { attributes: { 'aria-hidden': 'true' } }, '⚠ '),
      mark,
    ),
  );
}

function refusalElement(run: RunView, refusal: NonNullable<RunView['refusal']>): HTMLElement {
  const start = Math.min(refusal.at, run.line.length);
  const end = Math.min(start + refusal.length, run.line.length);
  const parts: (string | Node)[] = [`$ ${run.line.slice(0, start)}`];
  // A refusal of something that is missing points at the end of the line.
  parts.push(element('mark', { class: 'refused' }, run.line.slice(start, end) || ' '), run.line.slice(end));
  return element(
    'section',
    { class: 'run refusal' },
    element('pre', { class: 'line' }, ...parts),
    element('p', { class: 'bad', attributes: { role: 'alert' } }, refusal.message),
  );
}

function groupElement(group: HitGroup, output: ProbeOutput, send: Send): HTMLElement {
  const indent = commonIndent(group.rows.map((hit) => hit.text));
  const rows = group.rows.map((hit) => {
    const open = (): void => send({ type: 'open', output: output.output, row: hit.id });
    const pin = element(
      'button',
      {
        class: 'pin',
        attributes: { type: 'button', 'aria-label': `${output.words.pin}: ${group.file}:${hit.line}` },
        onClick: () => send({ type: 'pin', output: output.output, row: hit.id }),
      },
      output.words.pin,
    );
    return element(
      'tr',
      {},
      element('td', { class: 'number' }, linkButton(String(hit.line), open, output.words.open)),
      element('td', { class: 'code' }, element('code', {}, hit.text.slice(indent))),
      element('td', { class: 'tools' }, pin),
    );
  });
  return element(
    'details',
    { class: 'group', attributes: { open: '' } },
    element('summary', {}, group.file, element('span', { class: 'dim' }, String(group.rows.length))),
    element('table', { attributes: { 'aria-label': group.file } }, element('tbody', {}, ...rows)),
  );
}

/** How many blanks all lines but empty ones start with: the width is for code. */
function commonIndent(lines: readonly string[]): number {
  const indents = lines.flatMap((line) => (line.trim() === '' ? [] : [/^[ \t]*/.exec(line)?.[0] ?? '']));
  const [first = '', ...rest] = indents;
  let length = first.length;
  for (const indent of rest) while (!indent.startsWith(first.slice(0, length))) length -= 1;
  return length;
}
