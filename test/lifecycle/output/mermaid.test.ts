// @vitest-environment jsdom
import fc from 'fast-check';
import mermaid from 'mermaid';
import { describe, expect, it } from 'vitest';
import { diagramModel } from '../../../src/lifecycle/draw/diagram.ts';
import { mermaidLabel, toMermaid } from '../../../src/lifecycle/mermaid.ts';
import { exampleLifecycle } from '../../support/example-lifecycle.ts';
import { hostileLifecycle, hostileName } from '../../support/hostile-lifecycles.ts';

interface Parsed {
  readonly nodes: readonly { readonly id: string; readonly label: string }[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly label: string }[];
}

/** The state database of Mermaid's own parser, as far as it is asked. */
interface StateDatabase {
  getStates(): Map<string, { readonly id: string; readonly descriptions: readonly string[] }>;
  getRelations(): readonly { readonly id1: string; readonly id2: string; readonly relationTitle?: string }[];
}

/** What a browser shows for text in which Mermaid keeps entities as placeholders. */
function decoded(text: string): string {
  return text
    .replace(/ﬂ°°/g, '&#')
    .replace(/ﬂ°/g, '&')
    .replace(/¶ß/g, ';')
    .replace(/&#(\d+);/g, (_match, digits: string) => String.fromCodePoint(Number(digits)))
    .trim();
}

async function parse(text: string): Promise<Parsed> {
  await mermaid.parse(text);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else gives the parsed diagram
  const diagram = await mermaid.mermaidAPI.getDiagramFromText(text);
  const database = diagram.db as unknown as StateDatabase;
  return {
    nodes: [...database.getStates().values()].map((node) => ({
      id: node.id,
      label: decoded(node.descriptions.join('|')),
    })),
    edges: database
      .getRelations()
      .map((edge) => ({ from: edge.id1, to: edge.id2, label: decoded(edge.relationTitle ?? '') })),
  };
}

describe('toMermaid', () => {
  it('starts with the id of its block, if it has one', () => {
    expect(toMermaid(exampleLifecycle, { id: 'l1' }).split('\n').slice(0, 2)).toEqual([
      '%% of=l1',
      'stateDiagram-v2',
    ]);
    expect(toMermaid(exampleLifecycle)).toMatch(/^stateDiagram-v2\n/);
    expect(toMermaid(exampleLifecycle, { id: 'a\nb --> c' }).split('\n')[0]).toBe('%% of=a_b_--__c');
  });

  it('draws each state and each edge once, in the order of the model', async () => {
    const parsed = await parse(toMermaid(exampleLifecycle, { id: 'l1' }));
    expect(parsed.nodes.map((node) => node.label)).toEqual([
      'Failed',
      'Bootstrapping',
      'WaitingForInput',
      'Transferring',
      'Success',
      '∅',
    ]);
    expect(parsed.edges).toHaveLength(16);
    expect(parsed.edges[0]).toEqual({
      from: 's0',
      to: 's2',
      label: 'listen [len(self.infos[room]) == required], (possible)',
    });
    const model = diagramModel(exampleLifecycle);
    expect(parsed.edges.map(({ from, to }) => [from, to])).toEqual(
      model.edges.map(({ from, to }) => [from, to]),
    );
  });

  it('leaves out edges that need another role, unless they are asked for', async () => {
    expect((await parse(toMermaid(exampleLifecycle, { interleaving: true }))).edges).toHaveLength(19);
  });

  it('marks terminal states', () => {
    const text = toMermaid(exampleLifecycle);
    expect(text).toContain(
      '  classDef terminal stroke-width:4px\n  class s0 terminal\n  class s4 terminal\n',
    );
  });

  it('is a picture without edges where nothing was found', async () => {
    const nothing = { ...exampleLifecycle, transitions: [], writes: [], removals: [], stores: [] };
    const parsed = await parse(toMermaid(nothing));
    expect(parsed.nodes).toHaveLength(5);
    expect(parsed.edges).toEqual([]);
  });

  it('keeps its structure and its words whatever the names are', async () => {
    await fc.assert(
      fc.asyncProperty(hostileLifecycle, fc.boolean(), async (lifecycle, interleaving) => {
        const model = diagramModel(lifecycle, { interleaving });
        const parsed = await parse(toMermaid(lifecycle, { id: 'l1', interleaving }));
        expect(parsed.nodes.map((node) => node.id)).toEqual(model.nodes.map((node) => node.id));
        expect(parsed.nodes.map((node) => node.label)).toEqual(model.nodes.map((node) => node.label.trim()));
        expect(parsed.edges.map(({ from, to }) => [from, to])).toEqual(
          model.edges.map(({ from, to }) => [from, to]),
        );
        for (const [index, edge] of model.edges.entries())
          for (const label of edge.labels) expect(parsed.edges[index]?.label).toContain(label.trim());
      }),
      { numRuns: 100, seed: 20260613 },
    );
  }, 120_000);
});

describe('mermaidLabel', () => {
  it('leaves ordinary names as they are', () => {
    for (const name of ['WaitingForInput', 'WAITING_FOR_INPUT', 'room in infos', 'a == b', '状态'])
      expect(mermaidLabel(name)).toBe(name);
  });

  it('escapes what has a meaning', () => {
    expect(mermaidLabel('a;b:c#d')).toBe('a#59;b#58;c#35;d');
    expect(mermaidLabel('__init__')).toBe('#95;#95;init#95;#95;');
    expect(mermaidLabel('direction LR')).toBe('#100;irection LR');
    expect(mermaidLabel('1. x')).toBe('1#46; x');
  });

  it('is one line of plain characters and numeric entities, and says the same', () => {
    fc.assert(
      fc.property(hostileName, (name) => {
        const label = mermaidLabel(name);
        expect(label.replace(/#\d+;/g, '')).not.toMatch(/[\n\r;:#"<>&`*%{}[\]\\]/);
        expect(
          label.replace(/#(\d+);/g, (_match, digits: string) => String.fromCodePoint(Number(digits))),
        ).toBe(name);
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});
