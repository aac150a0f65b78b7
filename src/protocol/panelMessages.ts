import type { Result } from '../base/index.ts';
import { lifecycleView, rowId } from './lifecycleView.ts';
import { panelState } from './panelState.ts';
import { either, list, nullable, oneOf, record, text, type ProtocolError, type Read } from './reader.ts';

/** `kept` is what the panel sent to be kept before the window was reloaded; null where it knows better by itself. */
const show = record({ type: oneOf('show'), view: lifecycleView, kept: nullable(panelState) });
/** There is nothing to show, and why. */
const tell = record({ type: oneOf('tell'), text: text(2000) });
/** What is to be known of what is shown, such as that it is older than its cell; empty for nothing. */
const notice = record({
  type: oneOf('notice'),
  text: text(2000),
  /** The text of the button that runs the cell; empty for none. */
  run: text(400),
});
const toPanel = either(notice, either(show, tell));
/** What the extension sends to the lifecycle panel. */
export type ToPanel = Read<typeof toPanel>;

const plain = record({
  type: oneOf('ready', 'copy-mermaid', 'save-mermaid', 'compare', 'end-compare', 'run-cell'),
});
/**
 * `follow` shows the code without taking the focus, and asks nothing twice; `accept` and `withdraw` call a finding no
 * hazard here, and take that back.
 */
const row = record({ type: oneOf('open', 'follow', 'accept', 'withdraw'), row: rowId });
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
/** How the reader has the panel now; it comes back with `show` after the window was reloaded. */
const keep = record({ type: oneOf('keep'), state: panelState });
const fromPanel = either(keep, either(either(plain, row), either(drawn, facts)));
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
