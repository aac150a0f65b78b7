import { BlockEdits } from '../edit/rebuild.ts';
import { formatLineRange, type Pin } from '../cells/pins.ts';
import type { IdSource } from '../notebook/ids.ts';
import type { Block, Notebook } from '../notebook/model.ts';
import type { PinRegion } from '../../source/index.ts';
import type { PinRun, RunResult } from '../run/result.ts';
import type { SecretsChoice } from '../secrets/redact.ts';
import { setFieldsOfPins, type PinChange } from '../edit/pin-fields.ts';
import { excerptFence } from './excerpt-fence.ts';

/** The notebook with the lines, digest, context and excerpt of every pin that was found. */
export function writePins(
  notebook: Notebook,
  run: RunResult,
  ids: IdSource,
  choice: SecretsChoice,
): Notebook {
  const edits = new BlockEdits(notebook);
  notebook.blocks.forEach((block, index) => {
    if (block.content.kind !== 'pins') return;
    const changes = new Map<number, PinChange>();
    let last = index;
    block.content.value.forEach((pin, position) => {
      const found = run.pins.find((other) => isSamePin(other, pin));
      const stored = excerptIndex(notebook.blocks, pin.id);
      if (stored !== undefined) last = Math.max(last, stored);
      if (found?.finding.kind !== 'found') return;
      const kept = pin.sha256 !== undefined && pin.sha256 === found.finding.sha256;
      const masked = choice === 'keep' || kept ? undefined : found.masked;
      if (masked !== undefined && choice === 'drop') return;
      const id = pin.id ?? ids.next();
      const region = masked?.region ?? found.finding;
      const redacted = masked === undefined ? pin.redacted : Math.max(1, masked.found.length);
      changes.set(position, { ...changeOf(pin, id, region, found.commit), ...redactedField(pin, redacted) });
      const fence = excerptFence(id, pin.file, region, edits.lineEnd);
      if (stored === undefined) edits.insertAfter(last, fence);
      else if (pin.sha256 !== region.sha256) edits.set(stored, fence);
    });
    edits.set(index, { ...edits.text(index), body: setFieldsOfPins(block.body, changes, edits.lineEnd) });
  });
  return edits.finish();
}

/** The field that says how many secrets are replaced, if it changes. */
function redactedField(pin: Pin, redacted: number | undefined): PinChange {
  return pin.redacted === redacted || redacted === undefined ? {} : { redacted: `${redacted}` };
}

/** What a region adds to a pin, or changes in it. A field that says the same is not among them. */
function changeOf(pin: Pin, id: string, region: PinRegion, commit: string | undefined): PinChange {
  const lines = { first: region.first, last: region.last };
  const same =
    pin.sha256 === region.sha256 &&
    pin.lines?.first === lines.first &&
    (pin.lines.last ?? lines.last) === lines.last;
  return {
    ...(pin.id === undefined ? { id } : {}),
    ...(pin.symbol === undefined && region.symbol !== undefined ? { symbol: region.symbol } : {}),
    ...(same
      ? {}
      : {
          lines: formatLineRange(lines),
          sha256: region.sha256,
          before: region.before,
          after: region.after,
          ...(commit === undefined ? {} : { commit }),
        }),
  };
}

function excerptIndex(blocks: readonly Block[], id: string | undefined): number | undefined {
  if (id === undefined) return undefined;
  const index = blocks.findIndex(
    (block) => block.content.kind === 'excerpt' && block.content.value.of === id,
  );
  return index < 0 ? undefined : index;
}

/** The run's pin is the notebook's: same id where both have one, and the same place asked for. */
function isSamePin(run: PinRun, pin: Pin): boolean {
  if (run.id !== (pin.id ?? '')) return false;
  const key = ({ on, file, lines, symbol }: Pin): string => JSON.stringify([on, file, lines, symbol]);
  return key(run.pin) === key(pin);
}
