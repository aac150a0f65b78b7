import type { Hit } from '../evidence.ts';
import type { LinePlan } from '../plan/line-plan.ts';
import { planLine } from '../plan/plan-line.ts';
import type { HitShape } from '../plan/shape.ts';
import { decode } from '../run/bytes.ts';
import { parseHits } from './parse.ts';

/** Where the hits of a plan's output are made relative to. */
export interface HitOptions {
  /** Absolute root; absolute names below it become relative. */
  readonly root?: string;
  /** False if the output was cut: its last line may be a piece. */
  readonly whole: boolean;
}

/**
 * The places that an output names, with paths relative to the root; undefined if output of this line does not
 * name any by its form. Only the first command's form counts, and only while later ones hand lines on.
 */
export function hitsOfPlan(
  plan: LinePlan,
  output: Uint8Array,
  options: HitOptions,
): readonly Hit[] | undefined {
  const shape = shapeOfPlan(plan);
  if (shape === undefined) return undefined;
  const lines = decode(output).split('\n');
  const last = lines.pop();
  if (last !== undefined && last !== '' && options.whole) lines.push(last);
  const folder = plan.cwd === undefined ? '' : plan.cwd.text;
  return parseHits(lines, shape).map((hit) => ({
    ...hit,
    file: relativeName(hit.file, folder, options.root),
  }));
}

/**
 * The same for stored output of a line, as it was typed and judged without a host. undefined as well for a
 * line that is refused.
 */
export function hitsOf(line: string, output: string): readonly Hit[] | undefined {
  const plan = planLine(line, {});
  return plan.ok ? hitsOfPlan(plan.value, new TextEncoder().encode(output), { whole: true }) : undefined;
}

function shapeOfPlan(plan: LinePlan): HitShape | undefined {
  const [first, ...later] = plan.stages;
  const shape = first?.shape;
  if (shape === undefined || plan.cwd?.home === true) return undefined;
  const isOrdered = shape.kind === 'sequence';
  if (isOrdered && plan.stages.some((stage) => stage.stderr === 'merge')) return undefined;
  const passes = later.every((stage) => stage.passes === 'first' || (stage.passes === 'lines' && !isOrdered));
  return passes ? shape : undefined;
}

/** A name relative to the root: the folder of `cd` in front, no `./`, `a/../b` folded. */
function relativeName(file: string, folder: string, root: string | undefined): string {
  const full = file.startsWith('/') || folder === '' ? file : `${folder}/${file}`;
  const names: string[] = [];
  for (const name of full.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..' && names.length > 0 && names.at(-1) !== '..') names.pop();
    else names.push(name);
  }
  const path = names.join('/');
  if (!full.startsWith('/')) return path;
  const base = root === undefined ? undefined : root.replace(/^\/+|\/+$/g, '');
  return base !== undefined && base !== '' && path.startsWith(`${base}/`)
    ? path.slice(base.length + 1)
    : `/${path}`;
}
