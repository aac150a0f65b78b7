import type { FileStat } from './contract.ts';

/**
 * Whether a file changed between two looks at it, by kind, size and time. Hosts tell the time in seconds: a change
 * that keeps the size, in the second in which the file was changed before, is not seen. A file that tells no size, as
 * in /proc, is made anew at every look and not judged.
 */
export function hasChanged(before: FileStat, after: FileStat): boolean {
  if (before.size === 0 && after.size === 0) return false;
  return before.kind !== after.kind || before.size !== after.size || before.modified !== after.modified;
}
