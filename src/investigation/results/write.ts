import { parseInfo, withAttribute } from '../notebook/info.ts';
import { IdSource, systemRandom, type Random } from '../notebook/ids.ts';
import { infoText, withInfo } from '../notebook/fence.ts';
import type { Notebook } from '../notebook/model.ts';
import { BlockEdits } from '../edit/rebuild.ts';
import type { RunResult } from '../run/result.ts';
import type { SecretsChoice } from '../secrets/redact.ts';
import { writeEvidence } from './write-evidence.ts';
import { writeLifecycles } from './write-lifecycles.ts';
import { writePins } from './write-pins.ts';

export interface WriteOptions {
  /** Where the ids come from, for tests. */
  readonly random?: Random;
  /** What is done with answers and excerpts that hold what looks like a secret. Default `redact`. */
  readonly secrets?: SecretsChoice;
}

/**
 * The notebook with what a run brought. Evidence and results are rewritten only where the answer changed,
 * so that a run with the same answers gives the same bytes. What was refused, failed, is gone or was not
 * run leaves what is stored as it is. The notebook may have been edited since the run: answers find their
 * cells by the text of the line, by the id, or by what the cell asks.
 */
export function writeResults(notebook: Notebook, run: RunResult, options: WriteOptions = {}): Notebook {
  const ids = new IdSource(notebook, options.random ?? systemRandom);
  const named = nameCells(notebook, run, ids);
  const choice = options.secrets ?? 'redact';
  const probed = writeEvidence(named, run, choice);
  const pinned = writePins(probed, run, ids, choice);
  return writeLifecycles(pinned, run);
}

/** Gives an id to each probe and lifecycle cell that will own something and has none. */
function nameCells(notebook: Notebook, run: RunResult, ids: IdSource): Notebook {
  const answered = new Set(
    run.probes.flatMap((probe) => (probe.outcome.kind === 'evidence' ? [probe.line] : [])),
  );
  const analysed = run.lifecycles.some((lifecycle) => lifecycle.outcome.kind === 'found');
  const edits = new BlockEdits(notebook);
  notebook.blocks.forEach((block, index) => {
    const content = block.content;
    const needed =
      (content.kind === 'probe' && content.value.lines.some((line) => answered.has(line.text))) ||
      (content.kind === 'lifecycle' && analysed);
    if (!needed || content.value.id !== undefined) return;
    const info = parseInfo(infoText(block.open));
    if (info === undefined) return;
    const named = withAttribute(info, 'id', ids.next());
    // The id comes first, as Sonde writes it.
    const attributes = named.attributes.toSorted((a, b) => Number(b.key === 'id') - Number(a.key === 'id'));
    edits.set(index, withInfo(block, { word: info.word, attributes }));
  });
  return edits.finish();
}
