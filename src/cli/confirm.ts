import { confirmQuestion, confirmUnasked } from '../messages/index.ts';
import type { Confirm } from '../probe/index.ts';
import { ask, canAsk, say, type Io } from './io.ts';

/**
 * `--confirm`: each line is asked about on the terminal, one after another; `a` says yes to all further ones of the
 * target. Where nobody can be asked the answer is no, which is said once.
 */
export function terminalConfirm(io: Io, target: string): Confirm {
  let all = false;
  let told = false;
  let queue: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = queue.then(async () => {
      if (all) return true;
      if (!canAsk(io)) {
        if (!told) say(io, confirmUnasked());
        told = true;
        return false;
      }
      const text = (await ask(io, `${confirmQuestion(target, question)} [y/N/a] `, false))?.trim() ?? '';
      all = /^a(ll)?$/i.test(text);
      return all || /^y(es)?$/i.test(text);
    });
    queue = answer;
    return answer;
  };
}
