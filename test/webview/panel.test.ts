// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { showLifecycle } from '../../src/extension/lifecycle/view.ts';
import type { Lifecycle } from '../../src/lifecycle/index.ts';
import type { FromPanel, LifecycleView, PanelState } from '../../src/protocol/index.ts';
import { LifecyclePanel } from '../../src/webview/panel/panel.ts';
import { restoredState } from '../../src/webview/panel/state.ts';
import { exampleLifecycle } from '../support/example-lifecycle.ts';

function viewOf(facts: Lifecycle, key = 'example'): LifecycleView {
  return showLifecycle({ facts, key }).view;
}

/** Every row of this one has another number than in the example: a state and a hazard come before all others. */
function anotherRun(): Lifecycle {
  const { states, hazards, transitions } = exampleLifecycle;
  const [first] = states;
  const [hazard] = hazards;
  if (first === undefined || hazard === undefined) throw new Error('the example has both');
  return {
    ...exampleLifecycle,
    states: [{ ...first, name: 'Accepted', line: 1 }, ...states],
    transitions: [
      { from: 'Accepted', to: first.name, class: 'proved', sites: [{ file: 'a.py', line: 1 }] },
      ...transitions,
    ],
    hazards: [
      { ...hazard, data: { ...hazard.data, from: 'Accepted' } },
      ...hazards.map((each) => ({ ...each, line: each.line + 7 })),
    ],
  };
}

interface Shown {
  readonly panel: LifecyclePanel;
  readonly sent: readonly FromPanel[];
  /** What was kept last. */
  readonly last: () => PanelState | undefined;
}

function start(): Shown {
  const sent: FromPanel[] = [];
  const kept: PanelState[] = [];
  const panel = new LifecyclePanel(document.body, {
    send: (message) => sent.push(message),
    load: () => [kept.at(-1)],
    keep: (state) => kept.push(state),
  });
  return { panel, sent, last: () => kept.at(-1) };
}

function named(view: LifecycleView, name: string): string {
  return view.states.find((state) => state.name === name)?.id ?? '';
}

function button(text: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find((each) => each.textContent === text);
  if (found === undefined) throw new Error(`no button ${text}`);
  return found;
}

/** Waits for what the page shows; the machine may be busy. */
function poll<T>(read: () => T): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: 60_000, interval: 20 });
}

beforeEach(() => {
  document.body.replaceChildren();
  // A page without a layout scrolls nowhere.
  Element.prototype.scrollIntoView = () => undefined;
});

describe('a panel whose cell ran again', () => {
  it('keeps filters, the chosen hazard and its step, by what they are and not by their numbers', async () => {
    const before = viewOf(exampleLifecycle);
    const after = viewOf(anotherRun());
    const { panel } = start();
    await panel.show(before);
    document.querySelector<HTMLButtonElement>('.step-through')?.click();
    await poll(() => document.querySelector('.step-count')?.textContent).toMatch(/^Step 1 of/);
    button('Next').click();
    await poll(() => document.querySelector('.step-count')?.textContent).toMatch(/^Step 2 of/);
    const told = document.querySelector('.step-title')?.textContent;
    const possible = [...document.querySelectorAll('label.box')].find((label) =>
      label.textContent.startsWith('possible'),
    );
    possible?.querySelector('input')?.click();
    await panel.show(after);
    expect(after.hazards[1]?.title).toBe(before.hazards[0]?.title);
    expect(document.querySelector('.step-title')?.textContent).toBe(told);
    expect(document.querySelector('.step-count')?.textContent).toMatch(/^Step 2 of/);
    const now = [...document.querySelectorAll('label.box')].find((label) =>
      label.textContent.startsWith('possible'),
    );
    expect(now?.querySelector('input')?.checked).toBe(false);
    expect(document.querySelector('.status')?.textContent).toBe(after.words.renewed);
  });

  it('leaves the focus, and what was opened or closed, where they were', async () => {
    const { panel } = start();
    await panel.show(viewOf(exampleLifecycle));
    const [first, second] = document.querySelectorAll('details');
    if (first === undefined || second === undefined) throw new Error('two hazards are listed');
    expect([first.open, second.open]).toEqual([true, false]);
    first.open = false;
    second.open = true;
    button('Compare…').focus();
    await panel.show(viewOf(anotherRun()));
    const open = [...document.querySelectorAll('details')].map((each) => each.open);
    // The first is new, and open as grave ones are.
    expect(open).toEqual([true, false, true]);
    expect(document.activeElement?.textContent).toBe('Compare…');
  });

  it('drops what is not there any more', async () => {
    const { panel, last } = start();
    const before = viewOf(exampleLifecycle);
    await panel.show(before);
    document.querySelector<HTMLButtonElement>('.step-through')?.click();
    await poll(() => document.querySelector('.stepper')?.hasAttribute('hidden')).toBe(false);
    const after = viewOf({ ...exampleLifecycle, hazards: [] });
    await panel.show(after);
    expect(document.querySelector('.stepper')?.hasAttribute('hidden')).toBe(true);
    expect(restoredState(after, last()).stepping).toBeNull();
  });

  it('is another one where the lifecycle is another', async () => {
    const { panel } = start();
    await panel.show(viewOf(exampleLifecycle));
    document.querySelector<HTMLButtonElement>('.step-through')?.click();
    await poll(() => document.querySelector('.stepper')?.hasAttribute('hidden')).toBe(false);
    const other = viewOf(exampleLifecycle, 'other');
    await panel.show(other);
    expect(document.querySelector('.stepper')?.hasAttribute('hidden')).toBe(true);
    expect(document.querySelector('.status')?.textContent).not.toBe(other.words.renewed);
  });

  it('draws the last of several answers that come while one is being drawn', async () => {
    const { panel } = start();
    const views = [viewOf(exampleLifecycle), viewOf(anotherRun()), viewOf(exampleLifecycle)];
    await Promise.all(views.map((view) => panel.show(view)));
    const text = document.querySelector('.frame .picture')?.textContent ?? '';
    expect(text).toContain('Failed');
    expect(text).not.toContain('Accepted');
    expect(document.querySelectorAll('.frame')).toHaveLength(1);
  });

  it('says above all else that it is older than its cell, with a button, until that is over', async () => {
    const { panel, sent } = start();
    await panel.show(viewOf(exampleLifecycle));
    panel.notice('The cell has changed.', 'Run the Cell');
    const notice = document.body.firstElementChild;
    expect(notice?.getAttribute('aria-live')).toBe('polite');
    expect(notice?.textContent).toBe('The cell has changed. Run the Cell');
    button('Run the Cell').click();
    expect(sent.at(-1)).toEqual({ type: 'run-cell' });
    panel.notice('', '');
    expect(document.body.firstElementChild?.textContent).toBe('');
  });
});

describe('what a panel keeps', () => {
  const before = viewOf(exampleLifecycle);
  const after = viewOf(anotherRun());
  const state: PanelState = {
    ...restoredState(before, null),
    turn: 4,
    names: [
      { id: named(before, 'Failed'), name: 'state\nFailed' },
      { id: named(before, 'Success'), name: 'state\nSuccess' },
    ],
    chosen: named(before, 'Failed'),
  };

  it('is found again in another answer', () => {
    expect(named(after, 'Failed')).not.toBe(named(before, 'Failed'));
    expect(restoredState(after, state).chosen).toBe(named(after, 'Failed'));
    const around = { state: named(before, 'Success'), steps: 2 };
    const filters = { ...state.filters, around };
    expect(restoredState(after, { ...state, filters }).filters.around).toEqual({
      state: named(after, 'Success'),
      steps: 2,
    });
  });

  it('is the later of two, and never that of another lifecycle', () => {
    const later = { ...state, turn: 5, search: 'later' };
    expect(restoredState(before, state, later).search).toBe('later');
    expect(restoredState(before, later, state).search).toBe('later');
    expect(restoredState(before, { ...later, key: 'other' }, state).search).toBe('');
    expect(restoredState(before, 'nonsense', undefined).turn).toBe(0);
  });

  it('counts its changes and names its rows', async () => {
    const { panel, last } = start();
    await panel.show(before);
    document.querySelector<HTMLButtonElement>('.step-through')?.click();
    await poll(() => last()?.stepping?.step).toBe(0);
    const first = last()?.turn ?? 0;
    button('Next').click();
    await poll(() => last()?.stepping?.step).toBe(1);
    expect(last()?.turn).toBeGreaterThan(first);
    expect(last()?.names.map(({ id }) => id)).toContain(before.hazards[0]?.id);
  });
});
