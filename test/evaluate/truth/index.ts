import type { TrueMachine } from '../machine.ts';
import { aioice } from './aioice.ts';
import { aiokafka } from './aiokafka.ts';
import { aioquic } from './aioquic.ts';
import { aiortc } from './aiortc.ts';
import { apscheduler } from './apscheduler.ts';
import { asyncssh } from './asyncssh.ts';
import { buildbot } from './buildbot.ts';
import { bumble } from './bumble.ts';
import { circus } from './circus.ts';
import { distributed } from './distributed.ts';
import { engineio } from './engineio.ts';
import { h2 } from './h2.ts';
import { httpcore } from './httpcore.ts';
import { hypercorn } from './hypercorn.ts';
import { kafka } from './kafka.ts';
import { mitmproxy } from './mitmproxy.ts';
import { pika } from './pika.ts';
import { asyncioFuture, concurrentFuture } from './python.ts';
import { sglang } from './sglang.ts';
import { starlette } from './starlette.ts';
import { supervisor } from './supervisor.ts';
import { taskflow } from './taskflow.ts';
import { trio } from './trio.ts';
import { twisted } from './twisted.ts';
import { websockets } from './websockets.ts';
import { wsproto } from './wsproto.ts';
import { jobs } from './jobs.ts';
import { lmcache } from './lmcache.ts';
import { prefect } from './prefect.ts';
import { fresh } from './fresh.ts';
import { statecharts } from './statecharts.ts';

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
  apscheduler,
  ...starlette,
  ...wsproto,
  httpcore,
  circus,
  kafka,
  pika,
  ...hypercorn,
  ...aiortc,
  ...bumble,
  ...asyncssh,
  ...twisted,
  aiokafka,
  mitmproxy,
  aioice,
  h2,
  engineio,
  trio,
  ...jobs,
  ...lmcache,
  ...prefect,
  ...statecharts,
  ...fresh,
];
