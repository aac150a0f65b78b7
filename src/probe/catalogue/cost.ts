/**
 * How much a command makes the host read:
 *
 * - `instant`: names, properties or single records; nothing grows with the size of files;
 * - `files`: the files that it was given, to their end, or what the pipe brings;
 * - `tree`: everything below its folders;
 * - `history`: the commits of the repository, from the given ones back.
 */
export type Cost = 'instant' | 'files' | 'tree' | 'history';

const ORDER: readonly Cost[] = ['instant', 'files', 'tree', 'history'];

/** The dearest of several. */
export function dearest(costs: readonly Cost[]): Cost {
  return costs.reduce<Cost>(
    (most, one) => (ORDER.indexOf(one) > ORDER.indexOf(most) ? one : most),
    'instant',
  );
}
