import { err, type Result } from '../../../base/index.ts';
import type { RemoteFiles } from '../../contract.ts';
import type { FileError } from '../../errors.ts';

/**
 * No files: this way to a host, or into a container there, has only commands. Whoever needs files reads them by
 * commands of the policy.
 */
export function noFiles(host: string, what: 'sftp' | 'container-files' = 'sftp'): RemoteFiles {
  const refuse = <T>(): Promise<Result<T, FileError>> =>
    Promise.resolve(err({ code: 'unsupported', what, host }));
  return { stat: refuse, lstat: refuse, readdir: refuse, realpath: refuse, read: refuse, slice: refuse };
}
