import { handed } from './fixes/handed.ts';
import { unrolled } from './fixes/loops.ts';
import { standIns } from './fixes/stand-ins.ts';
import { cutFolder, pipe, splitSequence, stagesOf, type Candidate } from './fixes/text.ts';
import { unpacked } from './fixes/unpacked.ts';
import { unwrapped } from './fixes/wrappers.ts';

/**
 * What a line as a whole may be written as, best first: loops, `xargs` and `-exec` as one command, compressed
 * files through gzip, wrappers and prompts taken off, several commands in a row as a line each, and commands
 * that have another one here. Only candidates.
 */
export function rewrite(line: string): readonly Candidate[] {
  const { folder, rest } = cutFolder(line);
  const there = (candidates: readonly Candidate[]): readonly Candidate[] =>
    candidates.map((lines) => lines.map((one) => folder + one));
  const loops = unrolled(rest);
  const moved = folder !== '' && `${folder}${rest}` !== line.trim() ? [[folder + rest]] : [];
  const isScript = loops.length > 0 || /^(?:for|while|until|if|case)\s/.test(rest);
  return [
    ...there(loops),
    ...moved,
    ...there(unwrapped(rest).map((one) => [one])),
    ...(isScript ? [] : sequence(line)),
    ...there(unpacked(rest)),
    ...there(handed(rest)),
    ...there(replaced(rest).map((one) => [one])),
  ];
}

/** More commands in a row are a script. */
const PARTS_LIMIT = 20;

/** One probe a line, where there are several. */
function sequence(line: string): readonly Candidate[] {
  const looked = /^(?:test|\[)\s+-[efdrs]\s+([^\s;&|'"$]+)\s*\]?\s*&&\s*(?:echo|printf)\s[^;&|]*$/.exec(
    line.trim(),
  );
  if (looked !== null) return [[`ls -ld ${looked[1] ?? ''}`]];
  const braced = /^\s*\{\s+([^{}]*);\s*\}\s*$/.exec(line)?.[1];
  const parts = splitSequence(braced ?? line);
  return parts.length > 1 && parts.length <= PARTS_LIMIT ? [parts] : [];
}

/** With one command of the pipeline replaced by what stands for it. */
function replaced(line: string): readonly string[] {
  const stages = stagesOf(line);
  return stages.flatMap((stage, index) =>
    standIns(stage, index > 0).map((one) => pipe(...stages.slice(0, index), one, ...stages.slice(index + 1))),
  );
}
