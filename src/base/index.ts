export { err, mapResult, ok, type Result } from './result.ts';
export type { Brand } from './brand.ts';
export { unreachable } from './unreachable.ts';
export { DisposableStore, toDisposable, type Disposable } from './disposable.ts';
export { Emitter, type Event } from './emitter.ts';
export { onAbort } from './abort.ts';
export { silentLogger, systemClock, type Clock, type Logger } from './ports.ts';
export { sha256Hex } from './digest.ts';
export { bytesOfRaw, hasRawBytes, rawText } from './raw-text.ts';
