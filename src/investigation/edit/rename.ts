import { err, ok, type Result } from '../../base/index.ts';
import { ownIds } from '../notebook/check.ts';
import { infoText, withInfo } from '../notebook/fence.ts';
import { parseInfo } from '../notebook/info.ts';
import type { Block, Notebook } from '../notebook/model.ts';
import { readYaml, yamlField, type YamlNode } from '../yaml/read.ts';
import { yamlScalar } from '../yaml/write.ts';
import type { EditError } from './pins.ts';
import { BlockEdits } from './rebuild.ts';

/** Gives a pin or cell another id, and everything that refers to it: excerpts, evidence, results, claims. */
export function renameId(notebook: Notebook, id: string, to: string): Result<Notebook, EditError> {
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(to)) return err({ code: 'id-syntax' });
  const known = notebook.blocks.flatMap(ownIds).map((entry) => entry.id);
  if (!known.includes(id)) return err({ code: 'no-such-cell' });
  if (id === to) return ok(notebook);
  if (known.includes(to)) return err({ code: 'id-taken' });
  const edits = new BlockEdits(notebook);
  notebook.blocks.forEach((block, index) => {
    edits.set(index, renamed(block, id, to));
  });
  return ok(edits.finish());
}

function renamed(block: Block, id: string, to: string): Pick<Block, 'open' | 'body' | 'close'> {
  const info = parseInfo(infoText(block.open));
  const kind = block.content.kind;
  if (kind === 'prose' || kind === 'front-matter' || kind === 'invalid' || kind === 'reserved') return block;
  const header =
    info?.attributes.some((entry) => isReference(entry.key) && entry.value === id) === true
      ? withInfo(block, {
          word: info.word,
          attributes: info.attributes.map((entry) =>
            isReference(entry.key) && entry.value === id ? { key: entry.key, value: to } : entry,
          ),
        })
      : block;
  if (kind === 'mermaid' && block.content.value.of === id)
    return { ...header, body: block.body.replace(/^([ \t]*%%[ \t]*of=)[^\s]+/, `$1${to}`) };
  if (kind === 'pins') return { ...header, body: replaceTexts(block.body, ['id', 'found-by'], id, to) };
  if (kind === 'claim') return { ...header, body: replaceTexts(block.body, ['for', 'against'], id, to) };
  return header;
}

function isReference(key: string): boolean {
  return key === 'id' || key === 'of';
}

/** Replaces texts that are exactly `from` below some fields of a map, or of a list's maps. */
function replaceTexts(body: string, fields: readonly string[], from: string, to: string): string {
  const read = readYaml(body);
  if (!read.ok || read.value === undefined) return body;
  const maps = read.value.kind === 'list' ? read.value.items : [read.value];
  const places = maps
    .flatMap((map) => (map.kind === 'map' ? fields.flatMap((field) => textsOf(yamlField(map, field))) : []))
    .filter((node) => node.kind === 'text' && node.text === from)
    .toSorted((a, b) => b.start - a.start);
  return places.reduce(
    (text, node) => text.slice(0, node.start) + yamlScalar(to) + text.slice(node.end),
    body,
  );
}

function textsOf(node: YamlNode | undefined): readonly YamlNode[] {
  if (node === undefined) return [];
  return node.kind === 'list' ? node.items : [node];
}
