import type { Result } from '../base/index.ts';
import { lifecycleView, rowId } from './lifecycleView.ts';
import { either, oneOf, record, text, type ProtocolError, type Read } from './reader.ts';

const show = record({ type: oneOf('show'), view: lifecycleView });
/** What the extension sends to the lifecycle panel. */
export type ToPanel = Read<typeof show>;

const ready = record({ type: oneOf('ready') });
const open = record({ type: oneOf('open'), row: rowId });
const copy = record({ type: oneOf('copy-mermaid', 'save-mermaid') });
/** `content` is the drawn SVG, or a PNG in base64. */
const picture = record({
  type: oneOf('copy-svg', 'save-svg', 'save-png'),
  content: text(20_000_000),
});
const fromPanel = either(either(ready, open), either(copy, picture));
/** What the lifecycle panel sends: gestures and ids of our own rows, never paths or commands. */
export type FromPanel = Read<typeof fromPanel>;

/** Reads a message of the extension. */
export function readToPanel(value: unknown): Result<ToPanel, ProtocolError> {
  return show(value, 'message');
}

/** Reads a message of the panel. */
export function readFromPanel(value: unknown): Result<FromPanel, ProtocolError> {
  return fromPanel(value, 'message');
}
