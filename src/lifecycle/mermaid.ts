import { diagramModel, type DiagramEdge, type DiagramOptions } from './draw/diagram.ts';
import type { Lifecycle } from './model.ts';

export interface MermaidOptions extends DiagramOptions {
  /** The id of the notebook's block; becomes the first line `%% of=ID`. Letters, digits, `-`, `_`. */
  readonly id?: string;
}

/**
 * A flat `stateDiagram-v2` that draws {@link diagramModel} in its order: one `state` line a node, one arrow line an
 * edge, so that positions in the text, the model and the drawn picture agree. Ids are synthetic and every label is
 * escaped: no name in the code under study can change the diagram. Ends with a newline.
 */
export function toMermaid(lifecycle: Lifecycle, options: MermaidOptions = {}): string {
  const model = diagramModel(lifecycle, options);
  const lines = options.id === undefined ? [] : [`%% of=${options.id.replace(/[^\w-]/g, '_')}`];
  lines.push('stateDiagram-v2');
  if (model.title !== '') lines.push(`  accTitle: ${mermaidLabel(model.title)}`);
  if (model.description !== '') lines.push(`  accDescr: ${mermaidLabel(model.description)}`);
  for (const node of model.nodes) lines.push(`  state "${mermaidLabel(node.label)}" as ${node.id}`);
  for (const edge of model.edges)
    lines.push(`  ${edge.from} --> ${edge.to}${behind(mermaidEdgeLabel(edge))}`);
  const terminal = model.nodes.filter((node) => node.terminal);
  if (terminal.length > 0) {
    lines.push('  classDef terminal stroke-width:4px');
    for (const node of terminal) lines.push(`  class ${node.id} terminal`);
  }
  return `${lines.join('\n')}\n`;
}

/** What stands behind the arrow of an edge, escaped: who takes it and how sure it is; empty for nothing to say. */
export function mermaidEdgeLabel(edge: Pick<DiagramEdge, 'class' | 'labels'>): string {
  const parts = edge.class === 'proved' ? edge.labels : [...edge.labels, `(${edge.class})`];
  return parts.map(guardLabel).join(', ');
}

function behind(label: string): string {
  return label === '' ? '' : ` : ${label}`;
}

/** The outer brackets of a guard mean nothing after the colon and stay as they are. */
function guardLabel(label: string): string {
  const at = label.indexOf(' [');
  if (at < 0 || !label.endsWith(']')) return mermaidLabel(label);
  return `${mermaidLabel(label.slice(0, at))} [${mermaidLabel(label.slice(at + 2, -1))}]`;
}

/** Letters, digits and the marks that neither the diagram's grammar, nor Markdown, nor HTML reads. */
const plain = /^[\p{L}\p{M}\p{N} ,.()=!/?|'∅→×…]$/u;

/** Digits that only stand for the escape of another character inside Mermaid. */
const reserved = new Set(['ﬂ', '°', '¶', 'ß']);

/**
 * One line of label text: what has a meaning to the grammar (`:` `;` `#` quotes brackets `%`), to Markdown or to HTML
 * becomes a numeric entity of Mermaid's, and so does the first letter of a word that the lexer takes anywhere in a
 * line (`direction LR`).
 */
export function mermaidLabel(text: string): string {
  return text
    .replace(/((?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}]))|[^]/gu, (part, insideWord: string | undefined) => {
      if (insideWord !== undefined) return part;
      return reserved.has(part) || !plain.test(part) ? entity(part) : part;
    })
    .replace(/(d)(?=irection\s)/gi, (letter) => entity(letter))
    .replace(/^(\d+)([.)])/, (_match, digits: string, mark: string) => digits + entity(mark))
    .replace(/^ +| +$/g, (spaces) => entity(' ').repeat(spaces.length))
    .replace(/ {2,}/g, (spaces) => ` ${entity(' ').repeat(spaces.length - 1)}`);
}

function entity(character: string): string {
  return `#${String(character.codePointAt(0) ?? 0xfffd)};`;
}
