import * as vscode from 'vscode';
import type { PathSlot } from '../../probe/index.ts';
import { absolutePath } from '../files/paths.ts';
import type { PathRules } from '../files/rules.ts';
import type { Investigations } from '../notebook/investigations.ts';
import type { LiveTarget } from '../targets/live.ts';
import type { TargetRegistry } from '../targets/registry.ts';
import { FolderNames, type ListFolder } from './folders.ts';
import { offer, placeOf, type OfferedPath } from './place.ts';

export interface TargetPathsOptions {
  readonly targets: TargetRegistry;
  readonly investigations: Investigations;
  readonly rules: PathRules;
}

/**
 * Paths of the target that a cell runs on, while it is connected anyway: nothing dials, and nothing asks. What the
 * reader was never asked about outside the root, and folders of keys and histories, are not listed.
 */
export class TargetPaths {
  readonly #options: TargetPathsOptions;
  readonly #names = new FolderNames();

  constructor(options: TargetPathsOptions) {
    this.#options = options;
  }

  /** What may stand at a place of a cell; empty where its target is not connected. */
  async offer(
    document: vscode.TextDocument,
    slot: PathSlot,
    token: vscode.CancellationToken,
  ): Promise<readonly OfferedPath[]> {
    const live = this.#liveOf(document);
    if (live === undefined) return [];
    const { root } = live.target;
    const place = placeOf(slot, { root, home: live.prober.host.home });
    if (place === undefined) return [];
    const controller = new AbortController();
    const cancelled = token.onCancellationRequested(() => controller.abort());
    try {
      const entries = await this.#names.list(live.name, place.folder, this.#reader(live), controller.signal);
      return offer(entries, place, slot).paths;
    } finally {
      cancelled.dispose();
    }
  }

  #reader(live: LiveTarget): ListFolder {
    const { rules } = this.#options;
    const { files } = live.transport;
    return async (folder, signal) => {
      if (!rules.allows(live, absolutePath('/', folder))) return undefined;
      // The name may be a link.
      const real = await files.realpath(folder, signal);
      if (!real.ok) return real;
      return rules.allows(live, real.value) ? await files.readdir(real.value, signal) : undefined;
    };
  }

  /** The first connected target of the cell's own. */
  #liveOf(document: vscode.TextDocument): LiveTarget | undefined {
    const { investigations, targets } = this.#options;
    for (const notebook of investigations.all) {
      const cell = notebook.getCells().find((one) => one.document === document);
      if (cell === undefined) continue;
      const read = investigations.read(notebook);
      const content = read?.cellAt(cell.index)?.blocks[0]?.content;
      if (read === undefined || content?.kind !== 'probe') return undefined;
      const names = content.value.on.length === 0 ? [read.on] : content.value.on;
      return names.map((name) => targets.live(name)).find((live) => live !== undefined);
    }
    return undefined;
  }
}
