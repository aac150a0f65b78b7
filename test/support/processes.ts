import { execFileSync } from 'node:child_process';

/** Ids of the live processes whose command line holds `text`; what is dead but not reaped does not count. */
export function processesWith(text: string): readonly number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, id = '', state = '', command = ''] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return command.includes(text) && !state.startsWith('Z') ? [Number(id)] : [];
  });
}

/** Repeats an assertion until it holds; after ten seconds its failure is the test's. */
export async function eventually(assertion: () => void | Promise<void>): Promise<void> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (failure) {
      if (Date.now() > deadline) throw failure;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
