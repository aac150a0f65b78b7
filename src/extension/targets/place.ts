import { formatTarget, type Target } from '../../transport/index.ts';

/** Where a target is, as its setting says it, without its scheme; a local folder as it is. */
export function placeOf(target: Target): string {
  return target.kind === 'local' && target.container === undefined
    ? target.root
    : formatTarget(target).replace(/^ssh:\/\//, '');
}
