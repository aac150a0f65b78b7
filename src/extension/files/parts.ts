import * as vscode from 'vscode';
import { err, ok, type Result } from '../../base/index.ts';
import {
  editorMessages,
  fileErrorMessage,
  filesWords,
  probeErrorMessage,
  refusalMessage,
} from '../../messages/index.ts';
import { pathWord } from '../../probe/index.ts';
import { visibleLabel } from '../../protocol/index.ts';
import { hasChanged } from '../../transport/index.ts';
import { PART_SCHEME } from '../manifest.ts';
import type { LiveTarget } from '../targets/live.ts';
import { abortOf } from '../editor/abort.ts';
import type { TargetRegistry } from '../targets/registry.ts';
import { hexLines, isBinary, markedEncoding, SAMPLE_BYTES, wideText, withoutNuls } from './bytes.ts';
import { remoteUri } from './opener.ts';
import { pathOfUri, uriPathOf } from './uriPath.ts';
import { PART_BYTES, readPart, type FilePart } from './range.ts';
import type { PathRules } from './rules.ts';

/** Parts of large files as documents of their own; what was read stays readable without the connection. */
export class PartDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #targets: TargetRegistry;
  readonly #rules: PathRules;
  readonly #registration: vscode.Disposable;

  constructor(targets: TargetRegistry, rules: PathRules) {
    this.#targets = targets;
    this.#rules = rules;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(PART_SCHEME, this);
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const name = uri.authority;
    const { path, part, asText } = placeOf(uri);
    if (part === undefined) return filesWords.partForm();
    const live = this.#targets.live(name);
    if (live === undefined) return editorMessages.notConnected(name);
    const signal = abortOf(token);
    const real = await live.prober.files.realpath(path, signal);
    if (!real.ok) return fileErrorMessage(real.error);
    if (!(await this.#rules.mayRead(live, real.value))) return filesWords.notAllowed(visibleLabel(path));
    const text = await readText(live, real.value, part, { asText, signal });
    return text.ok ? text.value : text.error;
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/**
 * The address of a part: the name of its tab says which, and ends as the file does, so that its language is known.
 * `asText`: bytes are shown as text whatever they are.
 */
export function partUri(name: string, path: string, text: string, asText = false): vscode.Uri {
  const slash = path.lastIndexOf('/');
  const bytes = asText ? filesWords.bytesAsText(text.replaceAll('@', '0x')) : text.replaceAll('@', '0x');
  const label = `${bytes} of ${path.slice(slash + 1)}`;
  return vscode.Uri.from({
    scheme: PART_SCHEME,
    authority: name,
    path: uriPathOf(`${path.slice(0, slash)}/${label}`),
    query: JSON.stringify({ path: uriPathOf(path), part: text, ...(asText ? { asText } : {}) }),
  });
}

interface Place {
  readonly path: string;
  readonly part: FilePart | undefined;
  readonly asText: boolean;
}

function placeOf(uri: vscode.Uri): Place {
  const nowhere = { path: '/', part: undefined, asText: false };
  try {
    const value: unknown = JSON.parse(uri.query);
    if (typeof value !== 'object' || value === null || !('path' in value) || !('part' in value))
      return nowhere;
    const { path, part } = value;
    if (typeof path !== 'string' || typeof part !== 'string') return nowhere;
    return {
      path: pathOfUri(path),
      part: readPart(part),
      asText: 'asText' in value && value.asText === true,
    };
  } catch {
    return nowhere;
  }
}

async function readText(
  live: LiveTarget,
  path: string,
  part: FilePart,
  { asText, signal }: { readonly asText: boolean; readonly signal: AbortSignal },
): Promise<Result<string, string>> {
  const start = await live.prober.files.slice(path, { at: 0, length: SAMPLE_BYTES, signal });
  if (!start.ok) return err(fileErrorMessage(start.error));
  const binary = isBinary(start.value.bytes);
  const about = { binary, asText, start: start.value.bytes, signal };
  if (part.kind === 'bytes') return bytesOf(live, path, part, about);
  if (binary) return err(filesWords.binary(visibleLabel(path), start.value.before.size));
  if (markedEncoding(start.value.bytes)?.startsWith('utf16') === true)
    return err(filesWords.wide(visibleLabel(path)));
  return linesOf(live, path, part, { size: start.value.before.size, signal });
}

async function bytesOf(
  live: LiveTarget,
  path: string,
  { at, length }: Extract<FilePart, { kind: 'bytes' }>,
  about: {
    readonly binary: boolean;
    readonly asText: boolean;
    readonly start: Uint8Array;
    readonly signal: AbortSignal;
  },
): Promise<Result<string, string>> {
  const { signal } = about;
  const slice = await live.prober.files.slice(path, { at, length, signal });
  if (!slice.ok) return err(fileErrorMessage(slice.error));
  const { bytes, before, after } = slice.value;
  if (hasChanged(before, after))
    void vscode.window.showWarningMessage(filesWords.changed(visibleLabel(path), before.size, after.size));
  const encoding = markedEncoding(about.start);
  if (encoding === 'utf16le' || encoding === 'utf16be') return ok(wideText(bytes, at, encoding));
  if (!about.asText && (about.binary || isBinary(bytes))) return ok(hexLines(bytes, at));
  const { decode } = vscode.workspace;
  if (encoding !== undefined && !isBinary(bytes)) return ok(await decode(bytes, { encoding }));
  const plain = withoutNuls(bytes);
  if (plain.bytes.includes(0)) return ok(new TextDecoder().decode(bytes));
  const text = await decode(plain.bytes, { uri: remoteUri(live.name, path) });
  return ok(plain.mark === undefined ? text : text.replaceAll(plain.mark, NUL));
}

/** How NUL is shown. */
const NUL = '\u2400';

async function linesOf(
  live: LiveTarget,
  path: string,
  part: Exclude<FilePart, { kind: 'bytes' }>,
  { size, signal }: { readonly size: number; readonly signal: AbortSignal },
): Promise<Result<string, string>> {
  const word = pathWord(path);
  if (word === undefined) return err(filesWords.onlyBytes(visibleLabel(path)));
  const line =
    part.kind === 'end'
      ? `tail -n ${part.count} ${word}`
      : `sed -n '${part.first},${part.last}p;${part.last}q' ${word}`;
  // The reader named the file, and was asked about what it may hold.
  const outcome = await live.prober.run(line, { signal, limit: PART_BYTES, sensitive: true });
  switch (outcome.kind) {
    case 'refusal':
      return err(refusalMessage(outcome.refusal));
    case 'error':
      return err(probeErrorMessage(outcome.error));
    case 'evidence': {
      const { stdout, truncated } = outcome.evidence;
      // A file may begin as text and go on as something else.
      if (isBinary(stdout)) return err(filesWords.binary(visibleLabel(path), size));
      if (truncated !== null)
        void vscode.window.showWarningMessage(
          truncated === 'time' ? editorMessages.cutAtTime() : filesWords.cutAt(stdout.length),
        );
      return ok(await vscode.workspace.decode(stdout, { uri: remoteUri(live.name, path) }));
    }
  }
}
