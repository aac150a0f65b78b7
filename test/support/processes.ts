import { execFileSync } from 'node:child_process';

/** Ids of the live processes whose command line holds `text`; what is dead but not reaped does not count. */
export function processesWith(text: string): readonly number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, id = '', state = '', command = ''] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return command.includes(text) && !state.startsWith('Z') ? [Number(id)] : [];
  });
}

/** Repeats an assertion until it holds; after ten seconds its failure is the test's. Returns what it returns. */
export async function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      return await assertion();
    } catch (failure) {
      if (Date.now() > deadline) throw failure;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
