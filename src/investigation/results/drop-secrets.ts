import { BlockEdits } from '../edit/rebuild.ts';
import { EvidenceMap } from '../evidence/attach.ts';
import type { Notebook } from '../notebook/model.ts';
import type { RunResult } from '../run/result.ts';

/** The notebook without the evidence of a run's answers whose secrets were replaced: they are not to be stored at all. */
export function dropSecrets(notebook: Notebook, run: RunResult): Notebook {
  const evidence = new EvidenceMap(notebook);
  const edits = new BlockEdits(notebook);
  const removed = new Set<number>();
  notebook.blocks.forEach((block, cell) => {
    if (block.content.kind !== 'probe') return;
    for (const { line, on, secrets } of run.probes) {
      const found = secrets === undefined ? undefined : evidence.find(cell, line, on);
      // An answer that came since has another digest, and stays.
      if (found === undefined || found.record.sha256 !== secrets?.sha256 || removed.has(found.index))
        continue;
      removed.add(found.index);
      edits.remove(found.index);
    }
  });
  return edits.finish();
}
