// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { tables } from '../../src/webview/lifecycle/tables.ts';
import { sampleView } from '../protocol/sample.ts';

function show(): { readonly root: HTMLElement; readonly opened: string[] } {
  const opened: string[] = [];
  const root = tables(sampleView(), { open: (row) => opened.push(row) }).element;
  document.body.replaceChildren(root);
  return { root, opened };
}

function texts(root: ParentNode, selector: string): readonly string[] {
  return [...root.querySelectorAll(selector)].map((each) => each.textContent.trim());
}

describe('tables beside the diagram', () => {
  it('say every transition, and apart those that are not drawn', () => {
    const { root } = show();
    const rows = [...root.querySelectorAll('table[aria-label="Transitions"] tbody tr')].map((row) =>
      texts(row, 'td'),
    );
    expect(rows).toEqual([['Queued', 'Done #1', 'proved', 'worker', 'jobs.py:20']]);
    expect(texts(root, 'table[aria-label="Not drawn"] tbody td')).toEqual([
      'Done #1',
      'Queued',
      'interleaving',
      'caller',
      'jobs.py:31',
    ]);
  });

  it('name a file once for sites that follow one another, and open each', () => {
    const opened: string[] = [];
    const view = sampleView();
    const sites = ['a/x.py:3', 'a/x.py:9', 'b/x.py:1', 'a/x.py:4', 'no place', 'no place'];
    const edges = view.edges.slice(0, 1).map((edge) => ({
      ...edge,
      sites: sites.map((text, index) => ({ id: `q${String(index)}`, text, role: '', guard: '' })),
    }));
    const root = tables({ ...view, edges }, { open: (row) => opened.push(row) }).element;
    const links = [...root.querySelectorAll<HTMLButtonElement>('.sites button')];
    expect(links.map((link) => link.textContent)).toEqual([
      'a/x.py:3',
      ':9',
      'b/x.py:1',
      'a/x.py:4',
      'no place',
      'no place',
    ]);
    expect(links.map((link) => link.getAttribute('aria-label') ?? link.textContent)).toEqual(sites);
    for (const link of links) link.click();
    expect(opened).toEqual(['q0', 'q1', 'q2', 'q3', 'q4', 'q5']);
  });

  it('draw a setter as a grid with heads in both directions', () => {
    const { root } = show();
    const table = root.querySelector('table[aria-label="Jobs.set"]');
    expect(texts(table ?? root, 'thead th')).toEqual(['old \\ argument', 'Queued', 'Done #1']);
    expect(texts(table ?? root, 'tbody th')).toEqual(['Queued', 'Done #1 Terminal']);
    expect(texts(table ?? root, 'td.other')).toEqual(['rejected']);
  });

  it('list hazards with their witness, the grave ones open', () => {
    const { root } = show();
    const hazard = root.querySelector('.hazard.high details');
    expect(hazard?.hasAttribute('open')).toBe(true);
    expect(texts(hazard ?? root, 'tbody tr')).toHaveLength(2);
    expect(texts(root, '.hazard tbody td').slice(0, 5)).toEqual([
      '1',
      'worker',
      'writes Done',
      'Done #1',
      'jobs.py:20',
    ]);
  });

  it('say why something is no hazard here, also while its witness is closed, and let the reader say so', () => {
    const judged: string[] = [];
    const view = sampleView();
    const [hazard] = view.hazards;
    if (hazard === undefined) throw new Error('the sample has one');
    const hazards = [
      { ...hazard, judged: true },
      { ...hazard, id: 'h1', judged: true, accepted: 'one worker <b>only</b>' },
      { ...hazard, id: 'h2', judged: false },
    ];
    const root = tables(
      { ...view, hazards },
      { open: () => undefined, judge: (id, accept) => judged.push(`${id} ${String(accept)}`) },
    ).element;
    const [open, accepted, stored] = root.querySelectorAll('details');
    expect(open?.querySelector('.reason')).toBeNull();
    expect(accepted?.open).toBe(false);
    // The summary is what a screen reader reads of a closed one.
    expect(accepted?.querySelector('summary .reason')?.textContent).toBe(
      'Not a hazard here: one worker <b>only</b>',
    );
    expect(stored?.querySelector('.judge')).toBeNull();
    for (const each of [open, accepted]) each?.querySelector<HTMLButtonElement>('.judge')?.click();
    expect(judged).toEqual(['h0 true', 'h1 false']);
    expect(accepted?.querySelector('.judge')?.getAttribute('aria-label')).toBe(
      `A Hazard After All: H1 ${hazard.title}`,
    );
  });

  it('never read text as markup', () => {
    const { root } = show();
    expect(root.querySelector('img')).toBeNull();
    expect(root.textContent).toContain('<img src=x onerror=alert(1)>');
  });

  it('open places by their row ids', () => {
    const { root, opened } = show();
    for (const button of root.querySelectorAll<HTMLButtonElement>('button.link')) button.click();
    expect([...opened].sort()).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6']);
  });

  it('keep the page free of addresses', () => {
    const { root } = show();
    expect(root.querySelector('[href], [src], [onclick]')).toBeNull();
  });
});
