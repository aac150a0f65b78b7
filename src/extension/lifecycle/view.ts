import type { LifecycleFacts } from '../../investigation/index.ts';
import { ABSENT, diagramModel, toMermaid, type Lifecycle, type Place } from '../../lifecycle/index.ts';
import {
  confidence,
  lifecycleViewWords,
  lifecycleWords,
  setterCell,
  severity,
  transitionClass,
} from '../../messages/index.ts';
import {
  visibleLabel,
  visibleText,
  type EdgeView,
  type HazardView,
  type LifecycleView,
  type PlaceView,
  type SetterView,
  type StateView,
} from '../../protocol/index.ts';

/** A lifecycle as the web views show it, and what each of its row ids opens. */
export interface ShownLifecycle {
  readonly view: LifecycleView;
  /** Row id to the places behind it, at least one. Paths are relative to the root. */
  readonly places: ReadonlyMap<string, readonly Place[]>;
}

/** What is shown: a result as it was computed, or as a notebook stored it. */
export interface LifecycleSource {
  readonly facts: Lifecycle | LifecycleFacts;
  /** Diagram text of the notebook; made anew where there is none. */
  readonly mermaid?: string;
}

/** Hands out row ids for places. */
class Places {
  readonly found = new Map<string, readonly Place[]>();
  #next = 0;

  /** A row that opens `place`; null for a place without a file. */
  row(place: Place | null): PlaceView | null {
    if (place === null || place.file === '') return null;
    const id = `p${this.#next}`;
    this.#next += 1;
    this.found.set(id, [place]);
    return { id, text: visibleLabel(`${shortFile(place.file)}:${place.line}`) };
  }

  rows(places: readonly Place[]): readonly PlaceView[] {
    return places.flatMap((place) => this.row(place) ?? []);
  }

  /** Lets an id of another row open places. */
  alias(id: string, places: readonly Place[]): void {
    if (places.length > 0) this.found.set(id, places);
  }
}

/** Makes what the panel and the notebook output show. Labels are cut and made visible here. */
export function showLifecycle(source: LifecycleSource): ShownLifecycle {
  const lifecycle: Lifecycle = 'cost' in source.facts ? source.facts : { ...source.facts, cost: NO_COST };
  const places = new Places();
  const model = diagramModel(lifecycle);
  const states = model.nodes.map((node): StateView => {
    const declared = lifecycle.states.find((state) => state.name === node.state);
    if (node.place !== null) places.alias(node.id, [node.place]);
    return {
      id: node.id,
      name: visibleLabel(node.label),
      value:
        declared?.value === undefined || declared.value === null ? '' : visibleLabel(String(declared.value)),
      terminal: node.terminal,
      place: places.row(node.place),
    };
  });
  const view: LifecycleView = {
    title: visibleLabel(model.title),
    summary:
      'cost' in source.facts
        ? visibleLabel(lifecycleWords.cost(lifecycle.cost, lifecycle.unresolved.length))
        : '',
    mermaid: source.mermaid ?? toMermaid(lifecycle),
    states,
    edges: edges(lifecycle, places),
    setters: lifecycle.setters.map((setter) =>
      setterView(
        setter,
        model.nodes.map((node) => node.state),
        places,
      ),
    ),
    hazards: lifecycle.hazards.map((hazard) => hazardView(hazard, places)),
    unresolved: lifecycle.unresolved.map((item) => ({
      text: visibleText(lifecycleWords.unresolved(item)).slice(0, 2000),
      place: places.row(item),
    })),
    words: lifecycleViewWords(),
  };
  return { view, places: places.found };
}

const NO_COST = { files: 0, bytes: 0, reads: 0, ms: 0 } as const;

/** Drawn edges first, with the ids of the diagram; then those of class interleaving. */
function edges(lifecycle: Lifecycle, places: Places): readonly EdgeView[] {
  const drawn = diagramModel(lifecycle).edges;
  const all = diagramModel(lifecycle, { interleaving: true }).edges;
  const apart = all
    .filter((edge) => edge.class === 'interleaving')
    .map((edge, index) => ({ ...edge, id: `x${index}` }));
  return [...drawn, ...apart].map((edge) => {
    places.alias(edge.id, edge.sites);
    const names = new Map(diagramModel(lifecycle).nodes.map((node) => [node.id, node.state]));
    return {
      id: edge.id,
      from: edge.from,
      to: edge.to,
      class: edge.class,
      classText: transitionClass(edge.class),
      roles: rolesOf(lifecycle, edge.sites, names.get(edge.to) ?? ''),
      label: visibleLabel(edge.labels.join(', ')),
      sites: places.rows(edge.sites),
    };
  });
}

/** Who writes, or removes, at the sites of an edge. */
function rolesOf(lifecycle: Lifecycle, sites: readonly Place[], to: string): readonly string[] {
  const at = (fact: Place): boolean =>
    sites.some((site) => site.file === fact.file && site.line === fact.line);
  const facts = to === ABSENT ? lifecycle.removals : lifecycle.writes;
  return [...new Set(facts.filter(at).map((fact) => visibleLabel(fact.role)))].sort().slice(0, 50);
}

function setterView(
  setter: Lifecycle['setters'][number],
  order: readonly string[],
  places: Places,
): SetterView {
  const rank = (name: string): number => {
    const index = order.indexOf(name);
    return index < 0 ? order.length : index;
  };
  const olds = Object.keys(setter.table).sort((a, b) => rank(a) - rank(b));
  const columns = [...new Set(Object.values(setter.table).flatMap((row) => Object.keys(row)))].sort(
    (a, b) => rank(a) - rank(b),
  );
  const shown = (name: string): string => visibleLabel(setterCell(name));
  return {
    name: visibleLabel(setter.name),
    place: places.row(setter),
    columns: columns.map(shown),
    rows: olds.map((old) => ({
      old: shown(old),
      cells: columns.map((column) => shown(setter.table[old]?.[column] ?? '')),
    })),
  };
}

function hazardView(hazard: Lifecycle['hazards'][number], places: Places): HazardView {
  return {
    rule: hazard.rule,
    severity: hazard.severity,
    severityText: severity(hazard.severity),
    confidence: confidence(hazard.confidence),
    title: visibleText(lifecycleWords.hazardTitle(hazard)).slice(0, 2000),
    place: places.row(hazard),
    steps: hazard.witness.map((step) => ({
      step: step.step,
      role: visibleLabel(step.role),
      text: visibleText(lifecycleWords.witnessStep(step)).slice(0, 2000),
      state: step.state === null ? '' : visibleLabel(setterCell(step.state)),
      place: places.row(step),
    })),
  };
}

/** The last two parts of a path: enough to tell files apart in a table. */
function shortFile(file: string): string {
  return file.split('/').slice(-2).join('/');
}
