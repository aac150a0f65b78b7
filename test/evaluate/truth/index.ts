import type { TrueMachine } from '../machine.ts';
import { aioquic } from './aioquic.ts';
import { buildbot } from './buildbot.ts';
import { distributed } from './distributed.ts';
import { asyncioFuture, concurrentFuture } from './python.ts';
import { sglang } from './sglang.ts';
import { supervisor } from './supervisor.ts';
import { taskflow } from './taskflow.ts';
import { websockets } from './websockets.ts';

export { digests } from './python.ts';
export { noMachines } from './none.ts';

/** Every machine that the engine is evaluated on. */
export const machines: readonly TrueMachine[] = [
  sglang,
  concurrentFuture,
  asyncioFuture,
  supervisor,
  aioquic,
  distributed,
  ...taskflow,
  websockets,
  buildbot,
];
