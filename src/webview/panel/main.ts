import { readToPanel, type FromPanel, type PanelState } from '../../protocol/index.ts';
import { styleSheet } from '../dom.ts';
import { onThemeChange } from '../lifecycle/theme.ts';
import { lifecycleStyles } from '../lifecycle/styles.ts';
import { LifecyclePanel } from './panel.ts';
import { panelStyles } from './styles.ts';

/** What the editor gives to a web view. */
declare function acquireVsCodeApi(): {
  postMessage(message: FromPanel): void;
  getState(): unknown;
  setState(state: PanelState): void;
};

const editor = acquireVsCodeApi();
document.head.append(styleSheet(lifecycleStyles + panelStyles));
const panel = new LifecyclePanel(document.body, {
  send: (message) => editor.postMessage(message),
  load: () => editor.getState(),
  keep: (state) => editor.setState(state),
});

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = readToPanel(event.data);
  if (!message.ok) console.error(`${message.error.path}: ${message.error.wanted}`);
  else if (message.value.type === 'show') void panel.show(message.value.view);
  else panel.tell(message.value.text);
});
onThemeChange(() => void panel.redraw());
editor.postMessage({ type: 'ready' });
