import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseNotebook, printNotebook, type Block, type Notebook } from '../../src/investigation/index.ts';
import { judge } from '../../src/probe/index.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const guides = readdirSync(join(repository, 'guides'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sonde.md'))
  .map((name) => `guides/${name.replaceAll('\\', '/')}`);
const notebooks = [...guides, 'test/real/sglang.sonde.md'];

function read(file: string): { readonly bytes: Uint8Array; readonly notebook: Notebook } {
  const bytes = new Uint8Array(readFileSync(join(repository, file)));
  const parsed = parseNotebook(bytes);
  if (!parsed.ok) throw new Error(`${file}: ${JSON.stringify(parsed.error)}`);
  return { bytes, notebook: parsed.value };
}

const blocksOf = (notebook: Notebook, kind: Block['content']['kind']): readonly Block[] =>
  notebook.blocks.filter((block) => block.content.kind === kind);

describe.each(notebooks)('%s', (file) => {
  const { bytes, notebook } = read(file);
  const contents = notebook.blocks.map((block) => block.content);

  it('is read without a mark and printed back byte for byte', () => {
    expect(notebook.blocks.flatMap((block) => block.marks)).toEqual([]);
    expect(blocksOf(notebook, 'invalid')).toEqual([]);
    expect(Buffer.from(printNotebook(notebook)).equals(Buffer.from(bytes))).toBe(true);
  });

  it('has a title, probes and prose between them', () => {
    const front = contents.find((content) => content.kind === 'front-matter');
    expect(front?.kind === 'front-matter' && front.value.title).toBeTruthy();
    expect(blocksOf(notebook, 'probe').length).toBeGreaterThan(2);
    expect(blocksOf(notebook, 'prose').length).toBeGreaterThan(2);
  });

  it('asks nothing that the policy refuses', () => {
    const lines = contents.flatMap((content) => (content.kind === 'probe' ? content.value.lines : []));
    expect(
      lines
        .map((line) => judge(line.text.replaceAll(/\{\{(\w+)\}\}/g, '$1')))
        .filter((verdict) => !verdict.approved),
    ).toEqual([]);
  });

  it('rests its claims on pins, probes and lifecycles that it has', () => {
    const known = new Set(
      contents.flatMap((content): readonly (string | undefined)[] => {
        if (content.kind === 'pins') return content.value.map((pin) => pin.id);
        return content.kind === 'probe' || content.kind === 'lifecycle' ? [content.value.id] : [];
      }),
    );
    for (const content of contents)
      if (content.kind === 'claim')
        for (const id of [...content.value.for, ...content.value.against])
          expect([content.value.id, id, known.has(id)]).toEqual([content.value.id, id, true]);
  });
});

describe('the notebook of the reference story', () => {
  it.each(['guides/demo/demo.sonde.md', 'test/real/sglang.sonde.md'])(
    '%s pins the same five symbols',
    (file) => {
      const pins = read(file).notebook.blocks.flatMap(({ content }) =>
        content.kind === 'pins' ? content.value : [],
      );
      expect(pins.map((pin) => pin.symbol)).toEqual([
        'NixlKVManager.check_status',
        'NixlKVManager.transfer_worker',
        'NixlKVManager._start_bootstrap_thread.bootstrap_thread',
        'NixlKVManager.add_transfer_request',
        'CommonKVManager.update_status',
      ]);
      expect(pins.every((pin) => pin.lines === undefined || file.startsWith('guides/'))).toBe(true);
    },
  );

  it('holds no evidence and no excerpt of the real release', () => {
    const { notebook } = read('test/real/sglang.sonde.md');
    for (const kind of ['evidence', 'excerpt', 'lifecycle-result', 'mermaid', 'hazards'] as const)
      expect(blocksOf(notebook, kind)).toEqual([]);
  });
});
