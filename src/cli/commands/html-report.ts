import { exportHtml, type Notebook, type RunResult } from '../../investigation/index.ts';
import { toSvg } from '../../lifecycle/draw/index.ts';
import { exportWords } from '../../messages/index.ts';

/** The notebook as one page, with a picture of each lifecycle that the run brought. */
export async function htmlReport(notebook: Notebook, run: RunResult | undefined): Promise<string> {
  const svg = new Map<string, string>();
  for (const { id, outcome } of run?.lifecycles ?? [])
    if (outcome.kind === 'found') svg.set(id, await toSvg(outcome.lifecycle));
  return exportHtml(notebook, run, { words: exportWords, svg });
}
