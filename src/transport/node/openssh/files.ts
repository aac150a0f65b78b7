import { err, type Result } from '../../../base/index.ts';
import type { RemoteFiles } from '../../contract.ts';
import type { FileError } from '../../errors.ts';

/** No files: this way to a host has only commands. Whoever needs files reads them by commands of the policy. */
export function noFiles(host: string): RemoteFiles {
  const refuse = <T>(): Promise<Result<T, FileError>> =>
    Promise.resolve(err({ code: 'unsupported', what: 'sftp', host }));
  return { stat: refuse, lstat: refuse, readdir: refuse, realpath: refuse, read: refuse };
}
