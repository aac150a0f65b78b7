import { hitsOf, judge, type Hit } from '../../probe/index.ts';
import type { EvidenceRecord } from '../cells/evidence.ts';
import { decodeLeniently } from '../notebook/encoding.ts';
import type { ProbeRun } from '../run/result.ts';
import { redactText } from '../secrets/redact.ts';
import type { Comparison } from './result.ts';

/**
 * How a new answer stands to the stored evidence of its line. Outputs without an order of their own are
 * compared sorted; hits that only have other line numbers moved; what shows the time or the machine is
 * volatile whatever it says.
 */
export function compareProbe(stored: EvidenceRecord, run: ProbeRun): Comparison {
  const { outcome } = run;
  if (outcome.kind === 'refusal') return { verdict: 'refused', detail: outcome.refusal.rule };
  if (outcome.kind === 'not-run') return { verdict: 'unreachable', detail: outcome.reason.code };
  if (outcome.kind === 'error') {
    const { code } = outcome.error;
    if (code === 'operand-missing') return { verdict: 'gone', detail: outcome.error.file };
    return { verdict: isRefusal(code) ? 'refused' : 'unreachable', detail: code };
  }
  const traits = judge(run.line);
  if (traits.approved && traits.volatile === true) return { verdict: 'volatile' };
  const unordered = traits.approved && traits.unordered === true;
  const { exit } = outcome.evidence;
  // Evidence whose secrets were replaced is compared with an answer whose secrets are replaced.
  const { stdout, sha256 } =
    stored.redacted !== undefined && run.secrets !== undefined
      ? run.secrets
      : { stdout: outcome.evidence.stdout, sha256: run.sha256 };
  if (isSameAnswer(stored, { exit, stdout, sha256 }, unordered)) return { verdict: 'same' };
  // Of an output that is stored in part, the rest is only known by its digest.
  const before = decodeLeniently(stored.output);
  const after = decodeLeniently(stdout);
  if (stored.stored === undefined && stored.exit === exit) {
    const moved = movedBy(hitsOf(run.line, before), hitsOf(run.line, after), unordered);
    if (moved !== undefined) return { verdict: 'moved', detail: moved };
  }
  // What is shown repeats no secret, whichever side holds one.
  const [old, now] = [before, after].map((text) => redactText(text).text);
  return { verdict: 'changed', detail: difference(old ?? '', now ?? '') };
}

/** True where an answer says the same as the stored one: digest, or sorted lines where order means nothing. */
export function isSameAnswer(
  stored: EvidenceRecord,
  answer: { readonly exit: number | null; readonly stdout: Uint8Array; readonly sha256: string },
  unordered: boolean,
): boolean {
  if (stored.exit !== answer.exit) return false;
  if (stored.sha256 === answer.sha256) return true;
  if (!unordered || stored.stored !== undefined) return false;
  return sortedLines(decodeLeniently(stored.output)) === sortedLines(decodeLeniently(answer.stdout));
}

function isRefusal(code: string): boolean {
  return code === 'operand-outside' || code === 'operand-sensitive' || code === 'git-filter';
}

function sortedLines(text: string): string {
  return text.replace(/\n$/, '').split('\n').toSorted().join('\n');
}

/** `+12` where all hits are the same but for their line numbers, `moved` where by several amounts. */
function movedBy(
  before: readonly Hit[] | undefined,
  after: readonly Hit[] | undefined,
  unordered: boolean,
): string | undefined {
  if (before === undefined || after === undefined || before.length === 0) return undefined;
  const old = ordered(before, unordered);
  const now = ordered(after, unordered);
  if (old.length !== now.length) return undefined;
  const shifts = new Set<number>();
  for (const [index, hit] of old.entries()) {
    const other = now[index];
    if (other?.file !== hit.file || other.text !== hit.text) return undefined;
    shifts.add(other.line - hit.line);
  }
  const moved = [...shifts].filter((shift) => shift !== 0);
  const [only, ...more] = moved;
  if (only === undefined) return undefined;
  return more.length === 0 ? `${only > 0 ? '+' : ''}${only}` : 'moved';
}

function ordered(hits: readonly Hit[], unordered: boolean): readonly Hit[] {
  if (!unordered) return hits;
  const key = (hit: Hit): string => `${hit.file}\n${hit.text}`;
  return hits.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.line - b.line));
}

/** Lines that only one of the two has, `-` and `+` before them; at most ten of each. */
function difference(before: string, after: string): string {
  const old = before.replace(/\n$/, '').split('\n');
  const now = after.replace(/\n$/, '').split('\n');
  const kept = new Set(now);
  const known = new Set(old);
  const gone = old.filter((line) => !kept.has(line)).slice(0, 10);
  const added = now.filter((line) => !known.has(line)).slice(0, 10);
  return [...gone.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)].join('\n');
}
