import type { ExcerptRecord, Pin } from '../../investigation/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { visibleLabel, visibleText, type PinView, type PinsOutput } from '../../protocol/index.ts';
import { secretMarks } from './probeView.ts';
import type { OutputKey, OutputRow } from './rows.ts';

/** The output of a cell of pins for the renderer, what its rows open, and the same as plain text. */
export interface ShownPins {
  readonly view: PinsOutput;
  readonly key: OutputKey;
  readonly text: string;
}

/** A pin's title: its symbol, else its file. */
export function pinTitle(pin: Pin): string {
  return visibleLabel(pin.symbol ?? pin.file.split('/').at(-1) ?? pin.file);
}

/** A pin's place as people read it: file and lines. */
export function pinPlace(pin: Pin): string {
  const lines = pin.lines === undefined ? '' : ` ${editorMessages.lines(pin.lines.first, pin.lines.last)}`;
  return visibleLabel(`${pin.file}${lines}`);
}

/** Makes the output of a cell of pins from what the notebook keeps. `on` is used for pins that name no target. */
export function showPins(
  output: string,
  pins: readonly Pin[],
  excerpts: readonly ExcerptRecord[],
  on: string,
): ShownPins {
  const rows: OutputRow[] = [];
  const views = pins.map((pin, index): PinView => {
    const id = `r${index}`;
    const first = pin.lines?.first ?? 1;
    const excerpt = excerpts.find((each) => each.of === pin.id);
    const text = excerpt === undefined ? '' : new TextDecoder().decode(excerpt.bytes);
    rows.push({
      id,
      file: pin.file,
      first,
      last: pin.lines?.last ?? first,
      on: pin.on ?? on,
      ...(pin.id === undefined ? {} : { pin: pin.id }),
    });
    return {
      id,
      title: pinTitle(pin),
      place: pinPlace(pin),
      verdict: '',
      tone: 'plain',
      note: visibleText(pin.note ?? '').slice(0, 4000),
      first,
      excerpt: visibleText(text),
      marks: excerpt === undefined ? [] : secretMarks(excerpt.bytes),
    };
  });
  return {
    view: {
      output,
      pins: views,
      words: {
        open: editorMessages.open(),
        pin: editorMessages.pin(),
        line: editorMessages.line(),
        text: editorMessages.text(),
        more: editorMessages.more(),
      },
    },
    key: { output, probe: '', rows },
    text: views.map((view) => `${view.title}  ${view.place}\n${view.note}\n${view.excerpt}`).join('\n'),
  };
}
