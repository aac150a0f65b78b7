import type { LifecycleView } from '../../protocol/index.ts';
import { fill } from './fill.ts';
import type { Shown, ShownEdge, ShownNode } from './shown.ts';

/** Signs of what changed, with their escapes in the diagram's text. */
export const SIGNS = {
  same: { sign: '', text: '' },
  added: { sign: '+ ', text: '#43; ' },
  removed: { sign: '− ', text: '#8722; ' },
  changed: { sign: '≠ ', text: '#8800; ' },
} as const;

/**
 * The text of the diagram of what is shown: states and edges in the order of `shown`, every label escaped already.
 * With nothing filtered and nothing compared it is the text that the notebook keeps.
 */
export function diagramText(view: LifecycleView, shown: Shown, labels = true): string {
  const lines = ['stateDiagram-v2'];
  const names = new Map(shown.nodes.map((node) => [node.id, node.text]));
  const described = [
    ...shown.edges.map(
      (edge) =>
        `${names.get(edge.from) ?? ''} → ${names.get(edge.to) ?? ''}${edge.class === 'proved' ? '' : ` (${edge.class})`}`,
    ),
    ...shown.nodes
      .filter((node) => shown.edges.every((edge) => edge.from !== node.id && edge.to !== node.id))
      .map((node) => node.text),
  ].join(', ');
  if (view.titleText !== '') lines.push(`  accTitle: ${view.titleText}`);
  if (described !== '') lines.push(`  accDescr: ${described}`);
  for (const node of shown.nodes) lines.push(`  state "${nodeText(node)}" as ${node.id}`);
  for (const edge of shown.edges) {
    const label = edgeText(edge, view, labels);
    lines.push(`  ${edge.from} --> ${edge.to}${label === '' ? '' : ` : ${label}`}`);
  }
  const terminal = shown.nodes.filter((node) => node.terminal);
  if (terminal.length > 0) {
    lines.push('  classDef terminal stroke-width:4px');
    for (const node of terminal) lines.push(`  class ${node.id} terminal`);
  }
  return `${lines.join('\n')}\n`;
}

function nodeText(node: ShownNode): string {
  return `${SIGNS[node.change].text}${node.text}`;
}

function edgeText(edge: ShownEdge, view: LifecycleView, labels: boolean): string {
  const sign = SIGNS[edge.change].text;
  const [only, ...others] = edge.edges;
  if (!labels || only === undefined) return sign.trim();
  const text = others.length === 0 ? only.text : fill(view.words.edgesMerged, edge.edges.length);
  return `${sign}${text}`.trim();
}
