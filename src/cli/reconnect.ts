import type { Result } from '../base/index.ts';
import type { Prober, ProbeOutcome, RunOptions } from '../probe/index.ts';
import type { FileError, RemoteFiles, TransportError } from '../transport/index.ts';

/** Opens a connection in place of a lost one; undefined where that failed, of which the user was told. */
export type Redial = (lost: TransportError) => Promise<Prober | undefined>;

/**
 * A prober that outlives its connection once: the command that the user started is the gesture, so the first loss
 * has one new connection made, on which each probe and each read that the loss cut is repeated. All of them only
 * read. The second loss stands.
 */
export function reconnectingOnce(first: Prober, redial: Redial): Prober {
  let current = first;
  let again: Promise<Prober | undefined> | undefined;
  const after = async <T>(
    ask: (prober: Prober) => Promise<T>,
    lossOf: (answer: T) => TransportError | undefined,
  ): Promise<T> => {
    const asked = current;
    const answer = await ask(asked);
    const loss = lossOf(answer);
    if (loss === undefined || asked !== first) return answer;
    again ??= redial(loss);
    const next = await again;
    if (next === undefined) return answer;
    if (current === first) {
      first.dispose();
      current = next;
    }
    return ask(next);
  };
  const read = <T>(
    ask: (files: RemoteFiles) => Promise<Result<T, FileError>>,
  ): Promise<Result<T, FileError>> =>
    after(
      (prober) => ask(prober.files),
      (answer) => (!answer.ok && answer.error.code === 'disconnected' ? answer.error : undefined),
    );
  return {
    get target() {
      return current.target;
    },
    get host() {
      return current.host;
    },
    get layers() {
      return current.layers;
    },
    files: {
      stat: (path, signal) => read((files) => files.stat(path, signal)),
      lstat: (path, signal) => read((files) => files.lstat(path, signal)),
      readdir: (path, signal) => read((files) => files.readdir(path, signal)),
      realpath: (path, signal) => read((files) => files.realpath(path, signal)),
      read: (path, options) => read((files) => files.read(path, options)),
      slice: (path, options) => read((files) => files.slice(path, options)),
    },
    run: (line: string, options?: RunOptions) => after((prober) => prober.run(line, options), lossOfProbe),
    dispose: () => current.dispose(),
  };
}

function lossOfProbe(outcome: ProbeOutcome): TransportError | undefined {
  return outcome.kind === 'error' && outcome.error.code === 'disconnected' ? outcome.error : undefined;
}
