import type { PlannedStage } from './line-plan.ts';
import type { PathOperand } from './plan.ts';

/** The words of a stage as a GNU host gets them, unquoted; wildcards stand as they were typed. */
export function argvOf(stage: PlannedStage, home: string | undefined): readonly string[] {
  const words = stage.args.flatMap((argument): readonly string[] => {
    if (argument.kind === 'path') return [pathText(argument.path, home)];
    if (argument.kind === 'own' && argument.only !== undefined && !argument.only.includes('gnu')) return [];
    return [argument.text];
  });
  return [stage.row.tool, ...words];
}

/** A path operand unquoted, with its prefix; `~` stands for an unknown home. */
export function pathText(path: PathOperand, home: string | undefined): string {
  return path.home ? `${home ?? '~'}/${path.text}` : `${path.prefix}${path.text}`;
}
