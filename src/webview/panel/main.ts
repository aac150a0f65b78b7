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
  load: () => [editor.getState()],
  // The editor stores its part only now and then; what the extension is told outlives a reload that comes at once.
  keep: (state) => {
    editor.setState(state);
    editor.postMessage({ type: 'keep', state });
  },
});

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = readToPanel(event.data);
  if (!message.ok) console.error(`${message.error.path}: ${message.error.wanted}`);
  else if (message.value.type === 'show') void panel.show(message.value.view, message.value.kept);
  else if (message.value.type === 'notice') panel.notice(message.value.text, message.value.run);
  else panel.tell(message.value.text);
});
onThemeChange(() => void panel.redraw());
editor.postMessage({ type: 'ready' });
