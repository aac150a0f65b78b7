import { err, ok, type Result } from '../../base/index.ts';
import { findRow } from '../catalogue/index.ts';
import { parseArguments, type ParsedArguments } from '../lines/arguments.ts';
import { fillBlanks } from '../lines/blanks.ts';
import { parseLine } from '../lines/grammar.ts';
import type { RawLine, RawStage, Word } from '../lines/words.ts';
import type { Refusal } from '../verdict.ts';
import type { PolicyFacts, StageContext } from './context.ts';
import { refuseCommand } from './known-commands.ts';
import { checkPath } from './paths.ts';
import type { LinePlan, PlannedStage } from './line-plan.ts';
import type { PathOperand } from './plan.ts';

/** Parses and judges a line: the plan of what may be sent, or the first refusal. */
export function planLine(line: string, facts: PolicyFacts): Result<LinePlan, Refusal> {
  const parsed = parseLine(line);
  if (!parsed.ok) return parsed;
  const filled = fillLine(parsed.value, facts);
  if (!filled.ok) return filled;
  const { cwd, stages } = filled.value;
  const folder = cwd === undefined ? undefined : checkFolder(cwd, facts);
  if (folder !== undefined && !folder.ok) return folder;
  const cwdText = cwd === undefined ? undefined : folderText(cwd, facts);
  const planned: PlannedStage[] = [];
  for (const [index, stage] of stages.entries()) {
    const context: StageContext = {
      facts,
      piped: index > 0,
      ...(cwdText === undefined ? {} : { cwd: cwdText }),
    };
    const one = planStage(stage, context);
    if (!one.ok) return one;
    planned.push(one.value);
  }
  return ok({ line, stages: planned, ...(folder === undefined ? {} : { cwd: folder.value }) });
}

function checkFolder(cwd: Word, facts: PolicyFacts): Result<PathOperand, Refusal> {
  return checkPath(cwd, { facts, piped: false }, { guard: 'metadata', globs: false });
}

function folderText(cwd: Word, facts: PolicyFacts): string {
  return cwd.home && facts.home !== undefined ? `${facts.home}/${cwd.text.slice(2)}` : cwd.text;
}

function fillLine(line: RawLine, facts: PolicyFacts): Result<RawLine, Refusal> {
  const values = facts.blanks ?? {};
  const stages: RawStage[] = [];
  for (const stage of line.stages) {
    const words = fillBlanks(stage.words, values);
    if (!words.ok) return words;
    stages.push({ ...stage, words: words.value });
  }
  if (line.cwd === undefined) return ok({ stages });
  const cwd = fillBlanks([line.cwd], values);
  if (!cwd.ok) return cwd;
  const [folder] = cwd.value;
  return ok(folder === undefined ? { stages } : { cwd: folder, stages });
}

function planStage(stage: RawStage, context: StageContext): Result<PlannedStage, Refusal> {
  const row = findRow(stage.name.text);
  if (row === undefined) return err(refuseCommand(stage));
  if (context.piped && !row.filter) {
    return err({
      rule: 'not-a-filter',
      word: stage.name.raw,
      at: stage.name.at,
      data: { command: row.name },
    });
  }
  const args: Result<ParsedArguments, Refusal> =
    row.ownWords === true
      ? ok({ name: stage.name, options: [], operands: stage.words })
      : parseArguments(stage.name, stage.words, row);
  if (!args.ok) return args;
  const plan = row.build(args.value, context);
  if (!plan.ok) return plan;
  const unordered = row.unordered?.(args.value) === true;
  return ok({
    ...plan.value,
    row,
    at: stage.name.at,
    unordered,
    ...(stage.stderr === undefined ? {} : { stderr: stage.stderr }),
  });
}
