import { describe, expect, it } from 'vitest';
import {
  askedAgain,
  comparedWith,
  contentsOf,
  follow,
  type PanelContent,
} from '../../../src/extension/lifecycle/content.ts';
import type { ReadDocument } from '../../../src/extension/notebook/document.ts';
import { lifecycleResultText, parseNotebook } from '../../../src/investigation/index.ts';
import type { Lifecycle } from '../../../src/lifecycle/index.ts';
import { exampleLifecycle } from '../../support/example-lifecycle.ts';

const uri = { toString: () => 'file:///room.sonde.md' };
const origin = { notebook: 'file:///room.sonde.md', of: 'l1' };

/** A notebook with one lifecycle cell and the answer that it keeps. */
function read(facts: Lifecycle | null, cell = 'states: Poll'): ReadDocument {
  const answer =
    facts === null ? '' : `\n\`\`\`lifecycle-result of=l1\n${lifecycleResultText(facts)}\`\`\`\n`;
  const text = `\`\`\`lifecycle id=l1 on=box\n${cell}\n\`\`\`\n${answer}`;
  const parsed = parseNotebook(new TextEncoder().encode(text));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return { notebook: parsed.value, on: 'box', cellAt: () => undefined };
}

function shown(document: ReadDocument): PanelContent {
  const [content] = contentsOf(uri, document);
  if (content === undefined) throw new Error('the notebook keeps an answer');
  return content;
}

const fewer: Lifecycle = { ...exampleLifecycle, hazards: [] };

describe('what a panel shows of a notebook', () => {
  it('is the same while the answer and the question are', () => {
    const content = shown(read(exampleLifecycle));
    expect(content.on).toBe('box');
    expect(follow(content, origin, read(exampleLifecycle))).toEqual({ kind: 'same' });
    // Blanks, comments and what the reader says of the findings ask nothing else.
    const said = 'states: Poll # the enum\naccepted:\n  - {rule: H1, symbol: a, reason: b}';
    expect(follow(content, origin, read(exampleLifecycle, said))).toEqual({ kind: 'same' });
  });

  it('is another answer as soon as the notebook keeps one, with the same key', () => {
    const content = shown(read(exampleLifecycle));
    const followed = follow(content, origin, read(fewer));
    if (followed.kind !== 'renewed') throw new Error(followed.kind);
    expect(followed.content.lifecycle.view.hazards).toEqual([]);
    expect(followed.content.lifecycle.view.key).toBe(content.lifecycle.view.key);
    expect(follow(followed.content, origin, read(fewer))).toEqual({ kind: 'same' });
  });

  it('stays a comparison with the same earlier lifecycle', () => {
    const compared = { on: 'box', name: 'box at HEAD~1', facts: exampleLifecycle, at: 'HEAD~1', commit: 'c' };
    const content = comparedWith(shown(read(exampleLifecycle)), compared);
    const followed = follow(content, origin, read(fewer));
    if (followed.kind !== 'renewed') throw new Error(followed.kind);
    expect(followed.content.compared).toEqual(compared);
    expect(followed.content.lifecycle.view.comparison?.before).toBe('box at HEAD~1');
    expect(followed.content.lifecycle.view.key).toBe(content.lifecycle.view.key);
    expect(followed.content.lifecycle.view.hazards.every((each) => each.change === 'removed')).toBe(true);
  });

  it('is older than a cell that asks something else, until that ran', () => {
    const content = shown(read(exampleLifecycle));
    for (const cell of ['states: Poll2', 'states: Poll\nstore: s', 'states: Poll\nfiles: [a.py]'])
      expect(follow(content, origin, read(exampleLifecycle, cell))).toEqual({ kind: 'asks-else' });
    const now = read(exampleLifecycle, 'states: Poll\nterminal: [Success]');
    expect(follow(content, origin, now)).toEqual({ kind: 'asks-else' });
    expect(follow(askedAgain(content, origin, now), origin, now)).toEqual({ kind: 'same' });
  });

  it('is told where the notebook does not keep it any more', () => {
    expect(follow(shown(read(exampleLifecycle)), origin, read(null))).toEqual({ kind: 'gone' });
  });
});
