import * as vscode from 'vscode';
import { fileErrorMessage, filesWords } from '../../messages/index.ts';
import { visibleLabel } from '../../protocol/index.ts';
import type { DirectoryEntry } from '../../transport/index.ts';
import type { LiveTarget } from '../targets/live.ts';
import { normalPath } from './paths.ts';

/** Entries of a folder that are listed to choose from. */
const LISTED = 5000;

interface Choice extends vscode.QuickPickItem {
  readonly path?: string;
  readonly folder?: boolean;
}

/** A file that was chosen, or the wish to type a path. */
export type Browsed = { readonly kind: 'file'; readonly path: string } | { readonly kind: 'type' };

/** Lets the reader go through folders to a file, from the root; undefined where they gave up. */
export async function browse(live: LiveTarget): Promise<Browsed | undefined> {
  let folder = normalPath(live.target.root);
  for (;;) {
    const here = folder;
    const found = await live.prober.files.readdir(here);
    if (!found.ok) {
      void vscode.window.showErrorMessage(fileErrorMessage(found.error));
      return undefined;
    }
    const chosen = await vscode.window.showQuickPick(choices(here, found.value), {
      title: filesWords.folderTitle(visibleLabel(`${live.name}:${here}`)),
      ...(found.value.length > LISTED
        ? { placeHolder: filesWords.folderMore(LISTED, found.value.length) }
        : {}),
    });
    if (chosen === undefined) return undefined;
    if (chosen.path === undefined) return { kind: 'type' };
    if (chosen.folder !== true) {
      // Where a link leads is looked at only when it is chosen.
      const stat = await live.prober.files.stat(chosen.path);
      if (!stat.ok || stat.value.kind !== 'directory') return { kind: 'file', path: chosen.path };
    }
    folder = chosen.path;
  }
}

function choices(folder: string, entries: readonly DirectoryEntry[]): Choice[] {
  const sorted = entries.toSorted((a, b) =>
    a.kind === b.kind || (a.kind !== 'directory' && b.kind !== 'directory')
      ? a.name < b.name
        ? -1
        : 1
      : a.kind === 'directory'
        ? -1
        : 1,
  );
  return [
    { label: `$(edit) ${filesWords.typePath()}`, alwaysShow: true },
    ...(folder === '/'
      ? []
      : [
          {
            label: '$(arrow-up) ..',
            description: filesWords.folderUp(),
            path: normalPath(`${folder}/..`),
            folder: true,
          },
        ]),
    ...sorted.slice(0, LISTED).map(({ name, kind }): Choice => ({
      label: `$(${kind === 'directory' ? 'folder' : kind === 'symlink' ? 'file-symlink-file' : 'file'}) ${visibleLabel(name).replaceAll('$(', '$\u200B(')}`,
      path: `${folder === '/' ? '' : folder}/${name}`,
      folder: kind === 'directory',
    })),
  ];
}
