import type { Result } from '../base/index.ts';
import { lifecycleView, rowId } from './lifecycleView.ts';
import { either, list, oneOf, record, text, type ProtocolError, type Read } from './reader.ts';

const show = record({ type: oneOf('show'), view: lifecycleView });
/** There is nothing to show, and why. */
const tell = record({ type: oneOf('tell'), text: text(2000) });
const toPanel = either(show, tell);
/** What the extension sends to the lifecycle panel. */
export type ToPanel = Read<typeof toPanel>;

const plain = record({ type: oneOf('ready', 'copy-mermaid', 'save-mermaid', 'compare', 'end-compare') });
/** `follow` shows the code without taking the focus, and asks nothing twice. */
const row = record({ type: oneOf('open', 'follow'), row: rowId });
/** `content` is the drawn SVG, a PNG in base64, or the text of the diagram that is drawn. */
const drawn = record({
  type: oneOf('copy-svg', 'save-svg', 'save-png', 'copy-mermaid', 'save-mermaid'),
  content: text(20_000_000),
});
/** The facts of what is shown: ids of its states and edges. */
const facts = record({
  type: oneOf('copy-json', 'save-json'),
  states: list(rowId, 500),
  edges: list(rowId, 5000),
});
const fromPanel = either(either(plain, row), either(drawn, facts));
/** What the lifecycle panel sends: gestures and ids of our own rows, never paths or commands. */
export type FromPanel = Read<typeof fromPanel>;

/** Reads a message of the extension. */
export function readToPanel(value: unknown): Result<ToPanel, ProtocolError> {
  if (typeof value === 'object' && value !== null && 'type' in value && value.type === 'show')
    return show(value, 'message');
  return toPanel(value, 'message');
}

/** Reads a message of the panel. */
export function readFromPanel(value: unknown): Result<FromPanel, ProtocolError> {
  return fromPanel(value, 'message');
}
