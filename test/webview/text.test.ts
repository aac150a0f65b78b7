// @vitest-environment jsdom
import fc from 'fast-check';
import mermaid from 'mermaid';
import { describe, expect, it } from 'vitest';
import { showLifecycle } from '../../src/extension/lifecycle/view.ts';
import { toMermaid } from '../../src/lifecycle/index.ts';
import type { LifecycleView } from '../../src/protocol/index.ts';
import { NO_FILTERS, shownOf } from '../../src/webview/lifecycle/shown.ts';
import { diagramText } from '../../src/webview/lifecycle/text.ts';
import { sampleView } from '../protocol/sample.ts';
import { exampleLifecycle } from '../support/example-lifecycle.ts';
import { hostileLifecycle } from '../support/hostile-lifecycles.ts';
import { largeLifecycle } from '../support/large-lifecycle.ts';

/** The state database of Mermaid's own parser, as far as it is asked. */
interface StateDatabase {
  getStates(): Map<string, { readonly id: string }>;
  getRelations(): readonly { readonly id1: string; readonly id2: string }[];
}

async function parse(text: string): Promise<{ readonly nodes: string[]; readonly edges: string[] }> {
  await mermaid.parse(text);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else gives the parsed diagram
  const diagram = await mermaid.mermaidAPI.getDiagramFromText(text);
  const database = diagram.db as unknown as StateDatabase;
  return {
    nodes: [...database.getStates().keys()],
    edges: database.getRelations().map(({ id1, id2 }) => `${id1}>${id2}`),
  };
}

const view = showLifecycle({ facts: exampleLifecycle }).view;

describe('the text of what is drawn', () => {
  it('is the text that the notebook keeps, where nothing is left out', () => {
    expect(diagramText(view, shownOf(view, NO_FILTERS))).toBe(toMermaid(exampleLifecycle));
  });

  it('names what is left, and nothing else', () => {
    const text = diagramText(view, shownOf(view, { ...NO_FILTERS, withoutRoles: ['caller', 'listen'] }));
    expect(text).not.toContain('"Bootstrapping" as s0');
    expect(text.match(/-->/g)).toHaveLength(
      view.edges.filter((edge) => edge.class !== 'interleaving' && edge.roles.includes('worker')).length,
    );
  });

  it('says of a fold how many transitions it joins', async () => {
    const large = showLifecycle({ facts: largeLifecycle() }).view;
    const text = diagramText(large, shownOf(large, { ...NO_FILTERS, fold: 'prefix' }));
    expect(text).toContain('"CONNECT#95;… (9)" as g0');
    const { nodes, edges } = await parse(text);
    expect(nodes).toHaveLength(12);
    expect(edges).toContain('g0>g1');
    expect(edges.filter((edge) => edge.split('>')[0] === edge.split('>')[1])).toEqual([]);
  });

  it('marks what changed by a sign before the name, which the grammar reads as a name', async () => {
    const base = sampleView();
    const marked: LifecycleView = {
      ...base,
      states: base.states.map((state) => ({ ...state, change: 'removed', changeText: 'removed' })),
      edges: base.edges.map((edge) => ({ ...edge, change: 'added', changeText: 'added' })),
    };
    const text = diagramText(marked, shownOf(marked, NO_FILTERS));
    expect(text).toContain('state "#8722; Queued" as s0');
    expect(text).toContain('s0 --> s1 : #43; worker');
    expect(await parse(text)).toEqual({ nodes: ['s0', 's1'], edges: ['s0>s1'] });
    expect(diagramText(marked, shownOf(marked, NO_FILTERS), false)).toContain('s0 --> s1 : #43;\n');
  });

  it('keeps its structure whatever the names are, folded or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        hostileLifecycle,
        fc.constantFrom('none' as const, 'prefix' as const, 'terminal' as const),
        async (lifecycle, fold) => {
          const hostile = showLifecycle({ facts: lifecycle }).view;
          const shown = shownOf(hostile, { ...NO_FILTERS, fold });
          expect(await parse(diagramText(hostile, shown))).toEqual({
            nodes: shown.nodes.map((node) => node.id),
            edges: shown.edges.map(({ from, to }) => `${from}>${to}`),
          });
        },
      ),
      { numRuns: 60, seed: 20261130 },
    );
  }, 120_000);
});
