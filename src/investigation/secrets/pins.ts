import {
  CONTEXT_LINES,
  resolvePin,
  type PinContext,
  type PinFinding,
  type PinRegion,
} from '../../source/index.ts';
import { redactFile, redactingTree } from './files.ts';
import type { FoundSecret } from './redact.ts';

/** A pin's region with its secrets replaced, and what they were. */
export interface MaskedPin {
  readonly region: PinRegion;
  /** Lines of the file; empty where a secret begins farther above. */
  readonly found: readonly FoundSecret[];
}

/**
 * The region with its secrets replaced, lines around it included; undefined where there are none. The whole file is
 * looked at, as it is when the pin is found again, so that both see the same.
 */
export async function maskRegion(
  file: string,
  finding: PinFinding,
  context: PinContext,
): Promise<MaskedPin | undefined> {
  if (finding.kind !== 'found') return undefined;
  const read = await context.tree.read(file, context.signal);
  if (!read.ok) return undefined;
  const { first, last } = finding;
  const found = redactFile(read.value).found.filter(
    ({ line }) => line >= first - CONTEXT_LINES && line <= last + CONTEXT_LINES,
  );
  const masked = await resolvePin(
    { file, lines: { first, last } },
    { ...context, tree: redactingTree(context.tree) },
  );
  if (masked.kind !== 'found' || isSame(masked, finding)) return undefined;
  const { excerpt, sha256, before, after } = masked;
  return { region: { ...finding, excerpt, sha256, before, after }, found };
}

function isSame(a: PinRegion, b: PinRegion): boolean {
  const context = (region: PinRegion): string => JSON.stringify([region.before, region.after]);
  return a.sha256 === b.sha256 && context(a) === context(b);
}
