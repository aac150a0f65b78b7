import { err, ok, type Result } from '../../base/index.ts';
import type { Refusal, RefusalRule } from '../verdict.ts';
import { tokenize, type Token } from './lexer.ts';
import type { RawLine, RawStage, Word } from './words.ts';

/** More commands in one pipeline are refused. */
export const STAGE_LIMIT = 6;

/**
 * The line grammar: `[cd FOLDER &&] stage (| stage)*`, where a stage is a bare command name, words, and at
 * most one `2>/dev/null` or `2>&1` behind them. Names are only checked for their form here.
 */
export function parseLine(line: string): Result<RawLine, Refusal> {
  const lexed = tokenize(line);
  if (!lexed.ok) return lexed;
  const tokens = lexed.value;
  if (tokens.length === 0) return err(refuse('empty', '', 0));
  const [first, second, third] = tokens;
  if (wordOf(first)?.raw === 'cd') {
    const folder = wordOf(second);
    if (folder === undefined) return err(refuse('missing-operand', 'cd', at(first, line), { command: 'cd' }));
    if (third?.kind !== 'and') {
      const word = wordOf(third);
      if (word !== undefined) return err(refuse('extra-operand', word.raw, word.at, { command: 'cd' }));
      return err(refuse('missing-operand', '', line.length, { command: 'cd', needs: '&&' }));
    }
    if (folder.glob) return err(refuse('glob', folder.raw, folder.at));
    const rest = parsePipeline(tokens.slice(3), line);
    return rest.ok ? ok({ cwd: folder, stages: rest.value }) : rest;
  }
  const stages = parsePipeline(tokens, line);
  return stages.ok ? ok({ stages: stages.value }) : stages;
}

function refuse(
  rule: RefusalRule,
  word: string,
  at: number,
  data: Readonly<Record<string, string>> = {},
): Refusal {
  return { rule, word, at, data };
}

function wordOf(token: Token | undefined): Word | undefined {
  return token?.kind === 'word' ? token.word : undefined;
}

function at(token: Token | undefined, line: string): number {
  if (token === undefined) return line.length;
  return token.kind === 'word' ? token.word.at : token.at;
}

function parsePipeline(tokens: readonly Token[], line: string): Result<readonly RawStage[], Refusal> {
  const stages: RawStage[] = [];
  let current: Token[] = [];
  for (const token of [...tokens, undefined]) {
    if (token !== undefined && token.kind !== 'pipe') {
      if (token.kind === 'and') return err(refuse('sequence', '&&', token.at));
      current.push(token);
      continue;
    }
    const stage = parseStage(current, at(token, line), line);
    if (!stage.ok) return stage;
    stages.push(stage.value);
    if (stages.length > STAGE_LIMIT) {
      const { name } = stage.value;
      return err(refuse('too-many-stages', name.raw, name.at, { limit: String(STAGE_LIMIT) }));
    }
    current = [];
  }
  return ok(stages);
}

/** One stage from its tokens; `end` is where its pipe or the end of the line stands. */
function parseStage(tokens: readonly Token[], end: number, line: string): Result<RawStage, Refusal> {
  const [first, ...rest] = tokens;
  if (first === undefined) return err(refuse('empty-stage', line.charAt(end), end));
  const name = wordOf(first);
  if (name === undefined) return err(refuse('redirection', '', at(first, line), { kind: 'first' }));
  const refusal = checkName(name);
  if (refusal !== undefined) return err(refusal);
  const words: Word[] = [];
  let stderr: RawStage['stderr'];
  for (const token of rest) {
    if (token.kind === 'word') {
      if (stderr !== undefined)
        return err(refuse('redirection', token.word.raw, token.word.at, { kind: 'not-last' }));
      words.push(token.word);
    } else if (token.kind === 'stderr') {
      if (stderr !== undefined) return err(refuse('redirection', token.raw, token.at, { kind: 'second' }));
      stderr = token.to;
    }
  }
  const last = words.at(-1) ?? name;
  const stage = { name, words, start: name.at, end: last.at + last.raw.length };
  return ok(stderr === undefined ? stage : { ...stage, stderr });
}

/** Names a shell would treat as something other than a command to look up. */
function checkName(name: Word): Refusal | undefined {
  const { raw, at: start } = name;
  if (raw.startsWith('!')) return refuse('history', raw, start);
  const assignment = /^[A-Za-z_]\w*\+?=/.exec(raw);
  if (assignment !== null)
    return refuse('assignment', raw, start, { name: assignment[0].replace(/\+?=$/, '') });
  if (/[^\u0000-\u007f]/.test(raw)) return refuse('look-alike', raw, start, { kind: 'command' });
  if (!/^[A-Za-z0-9][A-Za-z0-9._+-]*$/.test(raw)) {
    return refuse('command-word', raw, start, { command: name.text.replace(/^.*\//, '') });
  }
  return undefined;
}
