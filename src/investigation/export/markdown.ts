import type { Place } from '../../lifecycle/index.ts';
import { languageOf } from '../../source/index.ts';
import type { Claim } from '../cells/claim.ts';
import type { LifecycleFacts } from '../cells/lifecycle-result.ts';
import { makeFence } from '../notebook/fence.ts';
import type { Notebook } from '../notebook/model.ts';
import type { RunResult } from '../run/result.ts';
import { visibleText } from './escape.ts';
import { reportView, type LifecyclePart, type PinEntry, type ProbeEntry, type ReportPart } from './view.ts';
import type { ExportWords } from './words.ts';

/**
 * The investigation as plain Markdown for a forge, a mail or a ticket: no cells, every answer in a fence of
 * its own, tables for setters and transitions. Text of others stands in fences or escaped.
 */
export function exportMarkdown(notebook: Notebook, run: RunResult | undefined, words: ExportWords): string {
  const view = reportView(notebook, run, words);
  const first = view.parts[0];
  const titled = first?.kind === 'prose' && first.markdown.startsWith('# ');
  const parts = [
    ...(titled || view.title === '' ? [] : [`# ${inline(view.title)}`]),
    ...view.parts.map((part) => partMarkdown(part, words)),
  ];
  return `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`;
}

function partMarkdown(part: ReportPart, words: ExportWords): string {
  switch (part.kind) {
    case 'prose':
      return part.markdown;
    case 'probe':
      return part.entries.map((entry) => probeMarkdown(entry, words)).join('\n\n');
    case 'pins':
      return part.pins.map((pin) => pinMarkdown(pin, words)).join('\n\n');
    case 'claim':
      return claimMarkdown(part.claim, words);
    case 'lifecycle':
      return lifecycleMarkdown(part, words);
    case 'raw':
      return fence('text', part.text);
  }
}

function probeMarkdown({ line, on, answer, problem }: ProbeEntry, words: ExportWords): string {
  const note = problem ?? (answer === undefined ? words.label('not-run-yet') : undefined);
  const left = answer?.leftOut;
  const cut = left === undefined ? '' : `… ${words.count('lines', left)} ${words.label('left-out')}\n`;
  const body = `$ ${line}\n${ended(answer?.output ?? '')}${ended(answer?.stderr ?? '')}${cut}`;
  const exit =
    answer?.exit === undefined ? '' : ` · ${words.label('exit')} ${answer.exit ?? words.label('stopped')}`;
  const foot = `*${inline(on)}${exit}*`;
  return `${fence('console', body)}\n${note === undefined ? foot : `${foot}: ${inline(note)}`}`;
}

function pinMarkdown({ pin, first, last, symbol, verdict, excerpt }: PinEntry, words: ExportWords): string {
  const range = first === undefined ? '' : first === last ? `:${first}` : `:${first}-${last ?? ''}`;
  const name = symbol === undefined ? '' : `${code(symbol)}, `;
  const state = verdict === undefined ? '' : ` (${words.verdict(verdict)})`;
  const head = `**${name}${code(pin.file + range)}**${state}`;
  const note = pin.note === undefined ? '' : `\n\n${inline(pin.note)}`;
  const text =
    excerpt === undefined
      ? `\n\n*${words.label('no-excerpt')}*`
      : `\n\n${fence(languageOf(pin.file), excerpt)}`;
  return head + note + text;
}

function claimMarkdown(claim: Claim, words: ExportWords): string {
  const rests = [
    ...(claim.for.length === 0 ? [] : [`${words.label('for')} ${claim.for.map(code).join(' ')}`]),
    ...(claim.against.length === 0 ? [] : [`${words.label('against')} ${claim.against.map(code).join(' ')}`]),
  ];
  const head = `**${words.claimKind(claim.kind)}** (${words.claimStatus(claim.status)}): ${inline(claim.text)}`;
  return [head, ...rests].map((line) => `> ${line}`).join('\n>\n');
}

function lifecycleMarkdown({ query, facts, problem }: LifecyclePart, words: ExportWords): string {
  const name = [query.class, query.store ?? query.states].filter((text) => text !== undefined).join('.');
  const head = `### ${words.label('lifecycle')}${name === '' ? '' : ` ${code(name)}`}`;
  const note = problem ?? (facts === undefined ? words.label('not-run-yet') : undefined);
  return [
    head,
    ...(note === undefined ? [] : [inline(note)]),
    ...(facts === undefined ? [] : factsMarkdown(facts, words)),
  ].join('\n\n');
}

function factsMarkdown(facts: LifecycleFacts, words: ExportWords): readonly string[] {
  const setters = facts.setters.map((setter) => {
    const rows = Object.entries(setter.table);
    const columns = [...new Set(rows.flatMap(([, cells]) => Object.keys(cells)))];
    const title = `**${words.label('setter')} ${code(setter.name)}** ${place(setter)}`;
    if (columns.length === 0) return title;
    const head = [words.label('old-and-argument'), ...columns.map(state)];
    const body = rows.map(([old, cells]) => [
      state(old),
      ...columns.map((column) => state(cells[column] ?? '')),
    ]);
    return `${title}\n\n${table(head, body)}`;
  });
  const transitions = table(
    [words.label('from'), words.label('to'), words.label('class'), words.label('sites')],
    facts.transitions.map(({ from, to, class: kind, sites }) => [
      state(from),
      state(to),
      words.transitionClass(kind),
      sites.map(place).join(' '),
    ]),
  );
  const hazards = facts.hazards.map((hazard) => {
    const title = `**${hazard.rule} ${words.severity(hazard.severity)}** ${place(hazard)}: ${inline(words.hazardTitle(hazard))}`;
    const steps = hazard.witness.map(
      (step) =>
        `${step.step}. ${code(step.role)} ${place(step)}: ${inline(words.witnessStep(step))}${step.state === null ? '' : ` → ${state(step.state)}`}`,
    );
    return [title, ...(steps.length === 0 ? [] : [steps.join('\n')])].join('\n\n');
  });
  return [...setters, ...(facts.transitions.length === 0 ? [] : [transitions]), ...hazards];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function state(name: string): string {
  return name === 'absent' ? '∅' : name === '' ? '' : code(name);
}

function place(at: Place): string {
  return code(`${at.file}:${at.line}`);
}

/** A code span around any text on one line (CommonMark 0.31, 6.1). */
function code(text: string): string {
  const shown = visibleText(text).replaceAll(/[\r\n]+/g, ' ');
  const ticks = '`'.repeat(
    (shown.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0) + 1,
  );
  const pad = shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${shown}${pad}${ticks}`;
}

/** Text on one line in which nothing is markup. */
function inline(text: string): string {
  return visibleText(text)
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')
    .replaceAll(/[\\`*_{}[\]<>#|~!&]/g, '\\$&');
}

function fence(word: string, body: string): string {
  const made = makeFence({ word, attributes: [] }, visibleText(ended(body)), '\n');
  return (made.open + made.body + made.close).trimEnd();
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
