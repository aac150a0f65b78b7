import { describe, expect, it } from 'vitest';
import { newIds } from '../../../src/extension/notebook/newIds.ts';

describe('new ids', () => {
  it('are a letter and four characters, each once', () => {
    const next = newIds([]);
    const drawn = Array.from({ length: 300 }, () => next());
    for (const id of drawn) expect(id).toMatch(/^[a-z][a-z0-9]{4}$/);
    expect(new Set(drawn).size).toBe(300);
  });

  it('occur nowhere in the cells', () => {
    const used = newIds([])();
    const original = {
      role: 'probe',
      gap: '',
      open: `\`\`\`probe id=${used}\n`,
      body: '',
      close: '```\n',
      attached: '',
    } as const;
    const next = newIds([{ role: 'probe', text: '', original }]);
    expect(Array.from({ length: 200 }, () => next())).not.toContain(used);
  });
});
