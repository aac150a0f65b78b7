import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ScriptStore } from '../../../src/probe/run/script-store.ts';

test('every text comes back exactly', () => {
  const store = new ScriptStore();
  const nonce = fc.stringMatching(/^[0-9a-f]{32}$/);
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(nonce, fc.string()).map(([id, other]) => `echo ${id}:B; ${other}; echo ${id}:E\n`),
    fc.tuple(nonce, nonce).map(([a, b]) => `${a} ${b} ${a}\0`),
  );
  const put: { readonly text: string; readonly stored: ReturnType<ScriptStore['put']>['stored'] }[] = [];
  fc.assert(
    fc.property(text, (each) => {
      const { stored } = store.put(each);
      put.push({ text: each, stored });
      expect(store.get(stored)).toBe(each);
    }),
    { numRuns: 500, seed: 7 },
  );
  // Later texts change nothing of earlier ones.
  for (const { text: each, stored } of put) expect(store.get(stored)).toBe(each);
});

test('of scripts that differ in nonce and operand only the difference is held', () => {
  const store = new ScriptStore();
  const guard = 'G() { x=; }; '.repeat(200);
  const script = (index: number): string => {
    const nonce = index.toString(16).padStart(32, '0');
    return `echo ${nonce}:B; ${guard}cat -- f${index}; echo ${nonce}:E\n`;
  };
  store.put(script(0));
  for (let index = 1; index < 100; index += 1) {
    const { stored, held } = store.put(script(index));
    expect(held).toBeLessThanOrEqual(2);
    expect(store.get(stored)).toBe(script(index));
  }
});
