// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagramModel, toSvg } from '../../../src/lifecycle/draw/index.ts';
import { exampleLifecycle } from '../../support/example-lifecycle.ts';
import { hostileLifecycle } from '../../support/hostile-lifecycles.ts';

/** Parsed strictly as XML: an error of the parser fails the test. */
function parsed(svg: string): Element {
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(document.querySelector('parsererror')).toBeNull();
  return document.documentElement;
}

/** The layout engine writes runs of spaces as no-break spaces. */
function spaced(text: string): string {
  return text.replace(/\s/g, ' ').trim();
}

function texts(group: Element | null): readonly string[] {
  return [...(group?.querySelectorAll('text') ?? [])].map((text) => spaced(text.textContent));
}

describe('toSvg', () => {
  it('draws each state and edge of the model under its id', async () => {
    const svg = parsed(await toSvg(exampleLifecycle));
    const model = diagramModel(exampleLifecycle);
    for (const node of model.nodes) expect(texts(svg.querySelector(`#${node.id}`))).toEqual([node.label]);
    for (const edge of model.edges) expect(texts(svg.querySelector(`#${edge.id}`))).toEqual(edge.labels);
    expect(svg.querySelectorAll('g.node')).toHaveLength(6);
    expect(svg.querySelectorAll('g.edge')).toHaveLength(16);
  });

  it('doubles terminal states, dashes possible edges, dots interleaving ones', async () => {
    const svg = parsed(await toSvg(exampleLifecycle, { interleaving: true }));
    const model = diagramModel(exampleLifecycle, { interleaving: true });
    const outlines = (id: string): number => svg.querySelectorAll(`#${id} > path, #${id} > ellipse`).length;
    expect(model.nodes.map((node) => outlines(node.id))).toEqual([2, 1, 1, 1, 2, 1]);
    const dash = (id: string): string | null =>
      svg.querySelector(`#${id} > path`)?.getAttribute('stroke-dasharray') ?? null;
    const expected = { proved: null, possible: '5,2', interleaving: '1,5' } as const;
    for (const edge of model.edges) expect(dash(edge.id)).toBe(expected[edge.class]);
    expect(model.edges.filter((edge) => edge.class === 'interleaving')).toHaveLength(3);
  });

  it('says as text what it shows', async () => {
    const svg = parsed(await toSvg(exampleLifecycle));
    expect(svg.getAttribute('role')).toBe('img');
    expect(svg.querySelector(':scope > title')?.textContent).toBe('BaseManager.status_of');
    expect(svg.querySelector(':scope > desc')?.textContent).toContain(
      'Bootstrapping → WaitingForInput, Bootstrapping → Transferring (possible)',
    );
    expect(svg.querySelector('#e0 > title')?.textContent).toBe(
      'Failed → WaitingForInput\n(possible)\nlisten [len(self.infos[room]) == required]',
    );
  });

  it('has a dark theme and a prefix for pages with several pictures', async () => {
    const svg = await toSvg(exampleLifecycle, { theme: 'dark', prefix: 'l2-' });
    expect(svg).toContain('#1e1e1e');
    expect(svg).not.toContain('#ffffff');
    const root = parsed(svg);
    expect([...root.querySelectorAll('[id]')].every((part) => part.id.startsWith('l2-'))).toBe(true);
    expect(root.querySelectorAll('g.edge[id^="l2-e"]')).toHaveLength(16);
  });

  it('is the same each time', async () => {
    expect(await toSvg(exampleLifecycle)).toBe(await toSvg(exampleLifecycle));
  });

  it('stays a drawing of the same states whatever their names are, with nothing active or fetched', async () => {
    await fc.assert(
      fc.asyncProperty(hostileLifecycle, async (lifecycle) => {
        const svg = parsed(await toSvg(lifecycle, { interleaving: true }));
        const model = diagramModel(lifecycle, { interleaving: true });
        expect(svg.querySelectorAll('g.node')).toHaveLength(model.nodes.length);
        expect(svg.querySelectorAll('g.edge')).toHaveLength(model.edges.length);
        for (const node of model.nodes)
          expect(texts(svg.querySelector(`#${node.id}`))).toEqual([spaced(node.label)]);
        for (const edge of model.edges)
          expect(texts(svg.querySelector(`#${edge.id}`))).toEqual(edge.labels.map(spaced));
        const names = new Set([...svg.querySelectorAll('*')].map((element) => element.tagName));
        expect([...names].filter((name) => !allowed.has(name))).toEqual([]);
        for (const element of svg.querySelectorAll('*'))
          for (const attribute of element.attributes)
            expect(attribute.name).not.toMatch(/^on|href|^src$|^style$/);
      }),
      { numRuns: 100, seed: 42 },
    );
  });
});

const allowed = new Set(['svg', 'title', 'desc', 'g', 'path', 'polygon', 'ellipse', 'text']);
