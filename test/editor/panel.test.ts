import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showLifecycle } from '../../src/extension/lifecycle/view.ts';
import type { Lifecycle } from '../../src/lifecycle/index.ts';
import type { LifecycleView } from '../../src/protocol/index.ts';
import { exampleLifecycle } from '../support/example-lifecycle.ts';
import { largeLifecycle } from '../support/large-lifecycle.ts';
import { PATIENCE } from './support/parts.ts';
import { openPanel, startBrowser, type PanelPage } from './support/panelPage.ts';
import { THEMES, type ThemeName } from './support/themes.ts';

const view = showLifecycle({ facts: exampleLifecycle, key: 'example' }).view;
const large = showLifecycle({ facts: largeLifecycle(), key: 'large' }).view;

/** Waits for what the page shows; the machine may be busy. */
function poll<T>(read: () => Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: PATIENCE });
}

/** The example without a state, with a kept failure, and a surer way to success. */
const later: Lifecycle = {
  ...exampleLifecycle,
  states: exampleLifecycle.states.filter((state) => state.name !== 'Bootstrapping'),
  writes: exampleLifecycle.writes
    .filter((write) => !write.to.includes('Bootstrapping'))
    .map((write) => ({ ...write, from: write.from.filter((name) => name !== 'Bootstrapping') })),
  removals: exampleLifecycle.removals.map((removal) => ({
    ...removal,
    from: removal.from.filter((name) => name !== 'Bootstrapping'),
  })),
  transitions: exampleLifecycle.transitions
    .filter(({ from, to }) => from !== 'Bootstrapping' && to !== 'Bootstrapping')
    .map((each) =>
      each.from === 'WaitingForInput' && each.to === 'Success' ? { ...each, class: 'proved' } : each,
    ),
};
const compared = showLifecycle({
  facts: later,
  key: 'compared',
  compared: { before: exampleLifecycle, beforeName: 'prefill at HEAD~1', afterName: 'prefill' },
}).view;

/** The real page with its policy and script in a real browser; no editor is needed for these. */
describe('the page of the panel', () => {
  let browser: Browser;
  let panel: PanelPage;

  beforeAll(async () => {
    browser = await startBrowser();
    panel = await openPanel(browser);
  });

  afterAll(async () => {
    expect(panel.errors).toEqual([]);
    await browser.close();
  });

  const part = (name: string): Locator =>
    panel.page.locator(`.picture [aria-label^="${name}: "]:not(g.label)`);
  const focused = async (): Promise<string> =>
    await panel.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const status = (): Locator => panel.page.locator('[role=status]');

  it('leaves no room beside a picture that is wider than its frame', async () => {
    await panel.page.setViewportSize({ width: 560, height: 900 });
    try {
      await panel.show(large);
      await panel.page.getByLabel('Fold').selectOption('none');
      await poll(() => panel.page.locator('.picture g.node').count()).toBe(large.states.length);
      const edges = (): Promise<readonly number[]> =>
        panel.page.evaluate(() => {
          const box = (selector: string): DOMRect | undefined =>
            document.querySelector(selector)?.getBoundingClientRect();
          const [frame, picture] = [box('.frame'), box('.picture svg')];
          if (frame === undefined || picture === undefined) return [];
          return [picture.width - frame.width, picture.left - frame.left, frame.right - picture.right];
        });
      const [wider = 0] = await edges();
      expect(wider).toBeGreaterThan(100);
      // The part in the middle is the first, so that without a bound half of the frame would be empty on its left.
      await poll(async () => Math.max(...(await edges()).slice(1))).toBeLessThan(40);
    } finally {
      await panel.page.setViewportSize({ width: 1100, height: 900 });
    }
  });

  it('finds every line of the drawing between the two states that it joins', async () => {
    // Nothing in Mermaid's output promises an order: each line's ends are held against the boxes of its states.
    for (const each of [view, large]) {
      await panel.show(each);
      if (each === large) await panel.page.getByLabel('Fold').selectOption('none');
      await poll(() => panel.page.locator('.picture g.node').count()).toBe(each.states.length);
      const drawn = each.edges.filter((edge) => edge.class !== 'interleaving');
      const names = new Map(each.states.map((state) => [state.id, state.name]));
      const found = await panel.page.locator('.picture path.hit').evaluateAll((lines) => {
        const boxes = [...document.querySelectorAll('.picture g.node')].map((node) => ({
          name: (node.getAttribute('aria-label') ?? '').split(':')[0] ?? '',
          box: node.getBoundingClientRect(),
        }));
        const at = (line: SVGPathElement, length: number): string => {
          const matrix = line.getScreenCTM();
          const on = line.getPointAtLength(length);
          const point = new DOMPoint(on.x, on.y).matrixTransform(matrix ?? undefined);
          const away = ({ box }: { box: DOMRect }): number =>
            Math.hypot(
              Math.max(box.left - point.x, 0, point.x - box.right),
              Math.max(box.top - point.y, 0, point.y - box.bottom),
            );
          return boxes.reduce((best, box) => (away(box) < away(best) ? box : best)).name;
        };
        return lines.map((line) => {
          const path = line as SVGPathElement;
          const told = (path.getAttribute('aria-label') ?? '').split(':')[0] ?? '';
          return { told, seen: `${at(path, 0)} → ${at(path, path.getTotalLength())}` };
        });
      });
      for (const { told, seen } of found) expect(seen).toBe(told);
      expect(found.map(({ told }) => told).sort()).toEqual(
        drawn.map((edge) => `${names.get(edge.from) ?? ''} → ${names.get(edge.to) ?? ''}`).sort(),
      );
    }
  });

  it('keeps sixty states readable: folded, searched, and one neighbourhood', async () => {
    const { page } = panel;
    await panel.show(large);
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await poll(() => page.locator('.picture g.node').count()).toBe(12);
    await panel.screenshot('panel-60-folded');
    // Enter opens a fold, and the focus does not get lost.
    await part('CONNECT_… (9)').focus();
    await page.keyboard.press('Enter');
    await poll(() => page.locator('.picture g.node').count()).toBe(20);
    expect(await focused()).toContain(':');
    await page.keyboard.press('/');
    await page.keyboard.type('upload_wait');
    await poll(() => status().innerText()).toMatch(/^\d+ found\./);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByLabel('Fold').selectOption('none');
    await poll(() => page.locator('.picture g.node').count()).toBe(60);
    await panel.screenshot('panel-60-all');
    await part('UPLOAD_WAIT').focus();
    await page.keyboard.press('f');
    await poll(() => status().innerText()).toContain('Around UPLOAD_WAIT, at most 1 away.');
    expect(await page.locator('.picture g.node').count()).toBe(7);
    expect(await focused()).toMatch(/^UPLOAD_WAIT: /);
    // The table says the same.
    expect(await page.locator('table[aria-label="States"] tbody tr').count()).toBe(7);
    await panel.screenshot('panel-60-around');
    await page.keyboard.press('f');
    await poll(() => status().innerText()).toContain('at most 2 away');
    // Escape closes one thing after the other: the hint, then the neighbourhood.
    await poll(async () => {
      await page.keyboard.press('Escape');
      return await page.locator('.picture g.node').count();
    }).toBe(60);
  });

  it('goes by keys from state to state, along transitions, and tells site and guard', async () => {
    const { page } = panel;
    await panel.show(view);
    await poll(() => page.locator('.picture g.node').count()).toBe(6);
    // One stop of Tab for all of the picture.
    expect(await page.locator('.picture [tabindex="0"]').count()).toBe(1);
    await part('Failed').focus();
    await page.keyboard.press('o');
    expect(await focused()).toMatch(/^Failed → /);
    const hint = page.locator('.tip');
    await hint.waitFor();
    expect(await hint.innerText()).toContain('listen');
    expect(await hint.innerText()).toContain('len(self.infos[room]) == required');
    expect(await hint.innerText()).toContain('nixl/conn.py:940');
    await panel.screenshot('panel-hint');
    await page.keyboard.press('Escape');
    await hint.waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toMatch(/^WaitingForInput: /);
    await page.keyboard.press('Enter');
    expect((await panel.sent()).at(-1)).toEqual({ type: 'open', row: 's2' });
    await page.keyboard.press('End');
    expect(await focused()).toMatch(/^∅: /);
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toMatch(/^(Success|Transferring|WaitingForInput): /);
    // Under the pointer the same.
    await part('Success').hover();
    await poll(() => hint.innerText()).toContain('common/conn.py:25');
    await page.keyboard.press('?');
    await page.locator('.keys').waitFor();
    await panel.screenshot('panel-keys');
    await poll(async () => {
      await page.keyboard.press('Escape');
      return await page.locator('.keys').isVisible();
    }).toBe(false);
  });

  it('opens what is clicked, also where it is half out of sight', async () => {
    const { page } = panel;
    const size = page.viewportSize() ?? { width: 0, height: 0 };
    // So narrow that the picture does not fit at a scale that can be read.
    await page.setViewportSize({ width: 560, height: 700 });
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    for (const state of view.states) {
      if (state.place === null) continue;
      await part(state.name).click();
      expect((await panel.sent()).at(-1)).toEqual({ type: 'open', row: state.id });
    }
    await page.setViewportSize(size);
  });

  it('filters by role and class, in the picture and in the table', async () => {
    const { page } = panel;
    await page.getByLabel('worker (9)').uncheck();
    await page.getByLabel(/^possible/).uncheck();
    const left = view.edges.filter(
      (edge) => edge.class === 'proved' && edge.roles.some((role) => role !== 'worker'),
    );
    await poll(() => page.locator('.picture path.hit').count()).toBe(left.length);
    expect(await status().innerText()).toContain('Left out: worker, possible.');
    expect(await page.locator('table[aria-label="Transitions"] tbody tr').count()).toBe(left.length);
    await panel.screenshot('panel-filtered');
    // What is copied is what is shown.
    await page.getByRole('button', { name: 'Copy Mermaid' }).click();
    await page.getByRole('button', { name: 'Copy JSON' }).click();
    const [text, json] = (await panel.sent()).slice(-2);
    if (text?.type !== 'copy-mermaid' || !('content' in text)) throw new Error('no text was sent');
    expect(text.content.match(/-->/g)).toHaveLength(left.length);
    const listed = view.edges.filter(
      (edge) => edge.class === 'interleaving' && edge.roles.some((role) => role !== 'worker'),
    );
    expect(json).toMatchObject({ type: 'copy-json', edges: [...left, ...listed].map((edge) => edge.id) });
  });

  it('keeps filters, size and step over being hidden', async () => {
    const { page } = panel;
    await page.keyboard.press('n');
    await page.locator('.stepper:not([hidden])').waitFor();
    await page.keyboard.press('n');
    await poll(() => page.locator('.step-count').innerText()).toBe('Step 2 of 3');
    await panel.reload(view);
    await poll(() => page.locator('.step-count').innerText()).toBe('Step 2 of 3');
    expect(await page.getByLabel('worker (9)').isChecked()).toBe(false);
    // Another lifecycle starts by itself.
    await panel.show(compared);
    await page.locator('.changes').waitFor();
    expect(await page.locator('.stepper').isVisible()).toBe(false);
    await panel.show(view);
  });

  it('draws in each kind of theme, and lights a hazard up step by step', async () => {
    const { page } = panel;
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await page.locator('.step-through').first().click();
    const steps = view.hazards[0]?.steps ?? [];
    const rows = steps.map((step) => ({ type: 'follow', row: step.place?.id ?? '' }));
    for (const [index, step] of steps.entries()) {
      if (index > 0) await page.getByRole('button', { name: 'Next', exact: true }).click();
      await poll(() => page.locator('.step-count').innerText()).toBe(`Step ${index + 1} of ${steps.length}`);
      const lit = await page
        .locator('.picture .lit[aria-label]:not(g.label)')
        .evaluateAll((parts) => parts.map((each) => (each.getAttribute('aria-label') ?? '').split(':')[0]));
      expect(lit.at(0)).toContain(step.state);
      // Not by colour alone: each step up to here has its number in the picture.
      expect(await page.locator('.picture .badge').count()).toBe(index + 1);
      expect(await status().innerText()).toContain(step.text);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Next');
    }
    // The editor was told each step, and nothing but that.
    expect((await panel.sent()).slice(-steps.length)).toEqual(rows);
    for (const name of Object.keys(THEMES) as ThemeName[]) {
      await panel.theme(name);
      const wanted = THEMES[name].variables['editor-foreground'];
      // Drawn anew with the theme's colours.
      await poll(() =>
        page
          .locator('.picture g.node .nodeLabel, .picture g.node text')
          .first()
          .evaluate((label) => getComputedStyle(label).fill),
      ).toBe(`rgb(${[1, 3, 5].map((at) => parseInt(wanted.slice(at, at + 2), 16)).join(', ')})`);
      await panel.screenshot(`panel-step-${name}`);
    }
    await panel.theme('dark');
    await page.keyboard.press('Escape');
    await poll(() => page.locator('.stepper').isVisible()).toBe(false);
  });

  it('shows what a setter does to a terminal state, and what changed', async () => {
    const { page } = panel;
    const grid = page.locator('table[aria-label="BaseManager.set_status"]');
    const moving = await grid.locator('td.moves').allInnerTexts();
    expect(moving).toEqual([
      '⚠ Bootstrapping',
      '⚠ WaitingForInput',
      '⚠ Transferring',
      '⇄ Success',
      '⇄ Failed',
    ]);
    await grid.scrollIntoViewIfNeeded();
    await panel.screenshot('panel-grid');
    await panel.show(compared);
    await page.locator('.changes').waitFor();
    await poll(() => page.locator('.picture g.node.change-removed').count()).toBe(1);
    const signs = await page.locator('.picture g.node.change-removed').textContent();
    expect(signs).toContain('− Bootstrapping');
    expect(await page.locator('.picture path.change-changed').count()).toBe(1);
    await page.getByRole('button', { name: /^Show in diagram: WaitingForInput → Success/ }).click();
    expect(await focused()).toMatch(/^WaitingForInput → Success: proved, was possible/);
    await panel.screenshot('panel-compared');
    await page.getByLabel('Only changes').check();
    const changed = compared.edges.filter((edge) => edge.change !== 'same' && edge.class !== 'interleaving');
    await poll(() => page.locator('.picture path.hit').count()).toBe(changed.length);
  });

  it('can be read and used where it is narrow', async () => {
    const { page } = panel;
    const size = page.viewportSize() ?? { width: 0, height: 0 };
    const themes = Object.keys(THEMES) as ThemeName[];
    try {
      for (const [index, width] of [320, 500, 900].entries()) {
        await page.setViewportSize({ width, height: 900 });
        await panel.theme(themes[index + 1] ?? 'dark');
        for (const [name, each] of [
          ['example', view],
          ['sixty', large],
        ] as const) {
          await panel.show(each);
          await page.getByRole('button', { name: 'Reset', exact: true }).click();
          await poll(() => page.locator('.picture g.node').count()).toBeGreaterThan(0);
          await page.evaluate(() => {
            for (const details of document.querySelectorAll('details')) details.open = true;
          });
          // Nothing is cut off: only a setter's grid is wider than the page, and it scrolls by itself.
          const cut = await page.evaluate(() => {
            const room = document.documentElement.clientWidth;
            return [...document.querySelectorAll('button, label, select, input, th, td, summary, li, h1, p')]
              .filter((part) => part.closest('.wide, .frame, thead') === null)
              .filter((part) => part.getBoundingClientRect().right > room + 1)
              .map((part) => `${part.tagName} ${part.textContent.slice(0, 40)}`);
          });
          expect(cut, `${name} at ${width}`).toEqual([]);
          expect(
            await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            ),
          ).toBeLessThanOrEqual(0);
          await page.evaluate(() => window.scrollTo(0, 0));
          await panel.screenshot(`panel-${width}-${name}`);
          await page.locator('.hazards, table.list').first().scrollIntoViewIfNeeded();
          await page
            .locator('.hazards, table.list')
            .first()
            .evaluate((part) => part.scrollIntoView());
          await panel.screenshot(`panel-${width}-${name}-tables`);
        }
        // What is laid out as blocks is a table to a screen reader still.
        expect(await page.getByRole('table', { name: 'Transitions' }).getByRole('columnheader').count()).toBe(
          5,
        );
      }
    } finally {
      await page.setViewportSize(size);
      await panel.theme('dark');
    }
  });

  it('gives the picture away as it looks, and runs nothing of it', async () => {
    const { page } = panel;
    await panel.show(compared);
    await poll(() => page.locator('.picture path.change-changed').count()).toBe(1);
    await page.getByRole('button', { name: 'Save SVG' }).click();
    await page.getByRole('button', { name: 'Save PNG' }).click();
    await poll(async () => (await panel.sent()).at(-1)?.type).toBe('save-png');
    const [svg, png] = (await panel.sent()).slice(-2);
    if (svg?.type !== 'save-svg' || png?.type !== 'save-png') throw new Error('nothing was saved');
    expect(svg.content).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg.content).toMatch(/stroke-dasharray: ?2px, ?3px/);
    expect(svg.content).toContain('<title>WaitingForInput → Success: proved, was possible');
    expect(svg.content).not.toMatch(/<script|class="hit|tabindex|on\w+=|var\(--vscode/);
    expect(Buffer.from(png.content, 'base64').subarray(1, 4).toString()).toBe('PNG');
  });
});

/** What the tests above rest on. */
describe('the large example', () => {
  it('has sixty states in six phases', () => {
    const shown: LifecycleView = large;
    expect(shown.states).toHaveLength(60);
    expect(shown.groups.map((group) => group.states.length)).toEqual([9, 9, 9, 9, 9, 9, 5]);
  });
});
