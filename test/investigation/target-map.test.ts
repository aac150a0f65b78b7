import { describe, expect, it } from 'vitest';
import { readTargetMap } from '../../src/investigation/target-map.ts';

describe('readTargetMap', () => {
  it('reads names and targets, with comments', () => {
    const map = readTargetMap('# mine\nprefill: gpu1:/srv/app\ndecode: ssh://u@h:2222/srv # other\n');
    expect(map.ok && [...map.value]).toEqual([
      ['prefill', 'gpu1:/srv/app'],
      ['decode', 'ssh://u@h:2222/srv'],
    ]);
    const empty = readTargetMap('');
    expect(empty.ok && empty.value.size).toBe(0);
  });

  it.each([
    ['a: x\nB: y\n', 2],
    ['a:\n', 1],
    ['- a\n', 1],
    ['a: [1\n', 2],
    ['a: x\na: y\n', 2],
  ])('says the line of what is wrong in %j', (text, line) => {
    const map = readTargetMap(text);
    expect(map.ok ? null : map.error.line).toBe(line);
  });
});
