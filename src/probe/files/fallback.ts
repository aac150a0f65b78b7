import type { Result } from '../../base/index.ts';
import type { FileError, RemoteFiles } from '../../transport/index.ts';

/**
 * Reads by `first` until it says that the host offers no file transfer, and by `second` from then on. What `first`
 * cannot name, `second` is asked for each time.
 */
export function withFallback(first: RemoteFiles, second: RemoteFiles): RemoteFiles {
  let isOffered = true;
  const by = async <T>(
    ask: (files: RemoteFiles) => Promise<Result<T, FileError>>,
  ): Promise<Result<T, FileError>> => {
    if (!isOffered) return ask(second);
    const answer = await ask(first);
    if (answer.ok) return answer;
    if (answer.error.code === 'unsupported') isOffered = false;
    else if (answer.error.code !== 'path-bytes') return answer;
    return ask(second);
  };
  return {
    stat: (path, signal) => by((files) => files.stat(path, signal)),
    lstat: (path, signal) => by((files) => files.lstat(path, signal)),
    readdir: (path, signal) => by((files) => files.readdir(path, signal)),
    realpath: (path, signal) => by((files) => files.realpath(path, signal)),
    read: (path, options) => by((files) => files.read(path, options)),
    slice: (path, options) => by((files) => files.slice(path, options)),
  };
}
