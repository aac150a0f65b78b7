import type { ActivationFunction } from 'vscode-notebook-renderer';
import {
  LIFECYCLE_MIME,
  PINS_MIME,
  PROBE_MIME,
  lifecycleOutput,
  pinsOutput,
  probeOutput,
  type FromRenderer,
} from '../../protocol/index.ts';
import { styleSheet } from '../dom.ts';
import { lifecycleStyles } from '../lifecycle/styles.ts';
import { onThemeChange } from '../lifecycle/theme.ts';
import { lifecycleElement } from './lifecycle.ts';
import { pinsElement } from './pins.ts';
import { probeElement } from './probe.ts';
import { rendererStyles } from './styles.ts';

/** How an output tells the extension of a gesture. */
export type Send = (message: FromRenderer) => void;

interface Shown {
  readonly host: HTMLElement;
  /** Counts renderings of this output: only the latest may enter it. */
  latest: number;
  draw(): Promise<HTMLElement>;
}

/** The notebook's renderer: hits in tables, pins with excerpts, lifecycles with picture and tables. */
export const activate: ActivationFunction<unknown> = (context) => {
  const shown = new Map<string, Shown>();
  const send: Send = (message) => context.postMessage?.(message);

  const refresh = async (item: Shown): Promise<void> => {
    const mine = ++item.latest;
    const made = await item.draw();
    if (mine !== item.latest) return;
    // Styles of other renderers live in the same page: a shadow root keeps ours to ourselves.
    const root = item.host.shadowRoot ?? item.host.attachShadow({ mode: 'open' });
    root.replaceChildren(styleSheet(lifecycleStyles + rendererStyles), made);
  };
  onThemeChange(() => {
    for (const item of shown.values()) void refresh(item);
  });

  return {
    async renderOutputItem(output, host) {
      const draw = (): Promise<HTMLElement> =>
        drawOutput(output.mime, json(output.text()), send, output.text());
      const item: Shown = { host, latest: shown.get(output.id)?.latest ?? 0, draw };
      shown.set(output.id, item);
      await refresh(item);
    },
    disposeOutputItem(id) {
      if (id === undefined) shown.clear();
      else shown.delete(id);
    },
  };
};

/** The value of JSON text; undefined where it is none. */
function json(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

async function drawOutput(mime: string, value: unknown, send: Send, raw: string): Promise<HTMLElement> {
  if (mime === PROBE_MIME) {
    const read = probeOutput(value, 'output');
    if (read.ok) return probeElement(read.value, send);
  } else if (mime === PINS_MIME) {
    const read = pinsOutput(value, 'output');
    if (read.ok) return pinsElement(read.value, send);
  } else if (mime === LIFECYCLE_MIME) {
    const read = lifecycleOutput(value, 'output');
    if (read.ok) return lifecycleElement(read.value, send);
  }
  const plain = document.createElement('pre');
  plain.textContent = raw;
  return plain;
}
