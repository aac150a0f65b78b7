import { describe, expect, test } from 'vitest';
import { PS_ROW } from '../../../src/probe/catalogue/ps.ts';
import { judge } from '../../../src/probe/index.ts';

describe('ps', () => {
  test.each([
    ['ps', 'ps'],
    ['ps -e', 'ps -A'],
    ['ps -ef', 'ps -A -f'],
    ['ps -f -p 12', 'ps -f -p 12'],
    ['ps -fp1,2,33', 'ps -f -p 1,2,33'],
    [
      'ps -eo pid,ppid,user,lstart,etime,stat,comm,args',
      'ps -A -o pid,ppid,user,lstart,etime,stat,comm,args',
    ],
    ['ps -o pid -o args -p 7', 'ps -p 7 -o pid -o args'],
  ])('%s', (line, expected) => {
    const verdict = judge(line);
    expect(verdict.approved ? verdict.stages[0]?.argv.join(' ') : verdict.refusal).toBe(expected);
    expect(verdict.approved && verdict.volatile).toBe(true);
  });

  test.each([
    ['ps aux', 'option aux'],
    ['ps auxe', 'option auxe'],
    ['ps e', 'option e'],
    ['ps -e e', 'option e'],
    ['ps -ef e', 'option e'],
    ['ps -E', 'option -E'],
    ['ps -eww', 'option -eww'],
    ['ps -o environ', 'option-value environ'],
    ['ps -o pid,environ', 'option-value pid,environ'],
    ['ps -o pid=,args', 'option-value pid=,args'],
    ['ps -o args:900000000', 'option-value args:900000000'],
    ['ps -p 1x', 'option-value 1x'],
    ['ps -p', 'option-value -p'],
    ['ps --format pid', 'option --format'],
    ['cat f | ps', 'not-a-filter ps'],
  ])('refuses %s', (line, expected) => {
    const verdict = judge(line);
    expect(verdict.approved ? 'approved' : `${verdict.refusal.rule} ${verdict.refusal.word}`).toBe(expected);
  });

  test('is not run where -e or a cluster could mean the environment', () => {
    expect(PS_ROW.userlands).not.toContain('bsd');
    expect(PS_ROW.userlands).not.toContain('unknown');
  });
});
