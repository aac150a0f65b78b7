import type { LinePlan, PlannedStage } from './line-plan.ts';

/**
 * What a command shows that depends on the namespaces it runs in: `owners` of files and groups of the user (a user
 * namespace knows one user, everybody else is "nobody"), other `processes`, and what is mounted (`mounts`).
 */
export type NamespaceView = 'owners' | 'processes' | 'mounts';

/** Which of these the answer to a line would show, and therefore show otherwise inside a namespace. */
export function namespaceViews(plan: LinePlan): ReadonlySet<NamespaceView> {
  return new Set(plan.stages.flatMap(viewsOf));
}

/** `-l`, `-n`, `-g`, `-o` and what implies them; also without `-l` an order by owner does not exist. */
const LONG_LISTING = /^(?:-[A-Za-z0-9]*[lngo][A-Za-z0-9]*|--full-time)$/;

const FIND_OWNERS = ['-user', '-group', '-ls', '-printf'];

function viewsOf({ row, args }: PlannedStage): readonly NamespaceView[] {
  const words = args.flatMap((argument) => (argument.kind === 'path' ? [] : [argument.text]));
  switch (row.tool) {
    case 'ls':
      return words.some((word) => LONG_LISTING.test(word)) ? ['owners'] : [];
    case 'find':
      return words.some((word) => FIND_OWNERS.includes(word)) ? ['owners'] : [];
    case 'stat':
    case 'id':
      return ['owners'];
    case 'ps':
      return ['owners', 'processes'];
    case 'uptime':
      return ['processes'];
    case 'df':
      return ['mounts'];
    default:
      return [];
  }
}
