import { readToPanel, type FromPanel } from '../../protocol/index.ts';
import { styleSheet } from '../dom.ts';
import { onThemeChange } from '../lifecycle/theme.ts';
import { lifecycleStyles } from '../lifecycle/styles.ts';
import { LifecyclePanel } from './panel.ts';
import { panelStyles } from './styles.ts';

/** What the editor gives to a web view. */
declare function acquireVsCodeApi(): { postMessage(message: FromPanel): void };

const editor = acquireVsCodeApi();
document.head.append(styleSheet(lifecycleStyles + panelStyles));
const panel = new LifecyclePanel(document.body, (message) => editor.postMessage(message));

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = readToPanel(event.data);
  if (message.ok) void panel.show(message.value.view);
  else console.error(`${message.error.path}: ${message.error.wanted}`);
});
onThemeChange(() => void panel.redraw());
editor.postMessage({ type: 'ready' });
