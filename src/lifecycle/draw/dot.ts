import { ABSENT } from '../model.ts';
import type { DiagramEdge, DiagramModel, DiagramNode } from './diagram.ts';

/** Colours of a picture, as `#rrggbb`. */
export interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly faint: string;
  readonly state: string;
  readonly terminal: string;
  readonly danger: string;
}

/**
 * The diagram as a Graphviz graph (https://graphviz.org/doc/info/lang.html): nodes and edges in the model's order and
 * with its ids; `possible` dashed, `interleaving` dotted in the colour of danger, terminal states with two outlines.
 */
export function toDot(model: DiagramModel, palette: Palette): string {
  const font = 'Helvetica,Arial,sans-serif';
  return [
    'digraph lifecycle {',
    `  graph [rankdir=TB, nodesep=0.55, ranksep=0.75, pad=0.25, bgcolor=${quoted(palette.paper)}, fontname=${quoted(font)}]`,
    `  node [shape=box, style="rounded,filled", fillcolor=${quoted(palette.state)}, color=${quoted(palette.ink)}, fontcolor=${quoted(palette.ink)}, fontname=${quoted(font)}, fontsize=13, margin="0.18,0.09", penwidth=1.2]`,
    `  edge [color=${quoted(palette.ink)}, fontcolor=${quoted(palette.ink)}, fontname=${quoted(font)}, fontsize=10, penwidth=1.1, arrowsize=0.75]`,
    ...model.nodes.map((node) => nodeLine(node, palette)),
    ...ranks(model),
    ...model.edges.map((edge) => edgeLine(edge, palette, backward(edge, model))),
    '}',
    '',
  ].join('\n');
}

function nodeLine(node: DiagramNode, palette: Palette): string {
  const attributes = [`id=${quoted(node.id)}`, `label=${quoted(node.label)}`];
  if (node.terminal) attributes.push('peripheries=2', `fillcolor=${quoted(palette.terminal)}`);
  if (node.state === ABSENT) attributes.push('shape=circle', 'style=dashed', 'margin=0.02');
  return `  ${node.id} [${attributes.join(', ')}]`;
}

/** Absence above, terminal states below: time runs down the page. */
function ranks(model: DiagramModel): readonly string[] {
  const absent = model.nodes.filter((node) => node.state === ABSENT).map((node) => node.id);
  const terminal = model.nodes.filter((node) => node.terminal).map((node) => node.id);
  return [
    ...(absent.length > 0 ? [`  { rank=source; ${absent.join('; ')} }`] : []),
    ...(terminal.length > 0 ? [`  { rank=sink; ${terminal.join('; ')} }`] : []),
  ];
}

/** Edges against that order are laid out from their head, so that they do not pull the states out of it. */
function backward(edge: DiagramEdge, model: DiagramModel): boolean {
  return model.nodes.some(
    (node) => (node.id === edge.from && node.terminal) || (node.id === edge.to && node.state === ABSENT),
  );
}

function edgeLine(edge: DiagramEdge, palette: Palette, against: boolean): string {
  const label = edge.labels.map((line) => `\u00a0\u00a0${line}\u00a0`);
  const attributes = [`id=${quoted(edge.id)}`];
  if (against) attributes.push('dir=back', `color=${quoted(palette.faint)}`);
  if (label.length > 0) attributes.push(`label=${quoted(label)}`);
  if (edge.class === 'possible') attributes.push('style=dashed', `fontcolor=${quoted(palette.faint)}`);
  if (edge.class === 'interleaving')
    attributes.push('style=dotted', `color=${quoted(palette.danger)}`, `fontcolor=${quoted(palette.danger)}`);
  const [tail, head] = against ? [edge.to, edge.from] : [edge.from, edge.to];
  return `  ${tail} -> ${head} [${attributes.join(', ')}]`;
}

/** A quoted string of the language; lines are joined with its line break. Nothing in `text` acts as an escape. */
function quoted(text: string | readonly string[]): string {
  const lines = typeof text === 'string' ? [text] : text;
  return `"${lines.map(escaped).join('\\n')}"`;
}

/** Backslash starts an escape, `&` an entity, and a quote ends the string; controls were made visible before. */
function escaped(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/&/g, '&amp;');
}
