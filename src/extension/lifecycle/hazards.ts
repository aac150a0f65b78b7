import type { Hazard, Place, StateName, WitnessStep } from '../../lifecycle/index.ts';
import { confidence, lifecycleWords, setterCell, severity } from '../../messages/index.ts';
import { visibleLabel, visibleText, type HazardView, type StepView } from '../../protocol/index.ts';
import type { NamedEdge } from './edges.ts';
import type { Places } from './places.ts';

/** What the steps of a witness are found in. */
export interface HazardContext {
  readonly ids: ReadonlyMap<StateName, string>;
  readonly edges: readonly NamedEdge[];
  readonly places: Places;
  readonly change: HazardView['change'];
  readonly judged: boolean;
}

/** A hazard as the web views show it; `index` makes its id. */
export function hazardView(hazard: Hazard, index: number, context: HazardContext): HazardView {
  const before = context.change === 'removed';
  const { accepted: _reason, ...bare } = hazard;
  return {
    id: `h${index}`,
    rule: hazard.rule,
    severity: hazard.severity,
    severityText: severity(hazard.severity),
    confidence: confidence(hazard.confidence),
    title: visibleText(lifecycleWords.hazardTitle(bare)).slice(0, 2000),
    accepted: visibleText(hazard.accepted ?? '').slice(0, 2000),
    judged: context.judged && !before,
    place: context.places.row(hazard, before),
    steps: hazard.witness
      .slice(0, 100)
      .map((step, at) => stepView(step, hazard.witness.slice(0, at), context)),
    change: context.change,
  };
}

function stepView(step: WitnessStep, earlier: readonly WitnessStep[], context: HazardContext): StepView {
  const { ids, places, change } = context;
  const last = [...earlier].reverse().find((each) => each.state !== null)?.state ?? null;
  const now = step.state ?? last;
  const state = now === null ? undefined : ids.get(now);
  return {
    step: step.step,
    role: visibleLabel(step.role),
    text: visibleText(lifecycleWords.witnessStep(step)).slice(0, 2000),
    state: step.state === null ? '' : visibleLabel(setterCell(step.state)),
    place: places.row(step, change === 'removed'),
    states: state === undefined ? [] : [state],
    edges: edgesOf(step, last, context)
      .map((edge) => edge.id)
      .slice(0, 50),
  };
}

/**
 * The edge that a step takes: from the state before to the one after, best one that is taken at the step's line.
 * Where no edge joins the two, those that end in the state and are taken at that line.
 */
function edgesOf(
  step: WitnessStep,
  last: StateName | null,
  { edges, change }: HazardContext,
): readonly NamedEdge[] {
  if (step.state === null || step.state === last) return [];
  const side = change === 'removed' ? edges : edges.filter((edge) => !edge.before);
  const ending = side.filter((edge) => edge.to === step.state);
  const joining = ending.filter((edge) => edge.from === last);
  const here = (edge: NamedEdge): boolean => edge.edge.sites.some((site) => isSame(site, step));
  const exact = joining.find(here) ?? joining[0];
  return exact === undefined ? ending.filter(here) : [exact];
}

function isSame(a: Place, b: Place): boolean {
  return a.file === b.file && a.line === b.line;
}
