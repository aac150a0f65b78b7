import type { FileError } from '../transport/index.ts';

/** Whether asking again would bring the same failure: not so for a lost connection or a cancelled read. */
export function isLasting(error: FileError): boolean {
  switch (error.code) {
    case 'file-not-found':
    case 'file-permission':
    case 'file-kind':
    case 'file-too-large':
    case 'folder-too-large':
    case 'path-bytes':
    case 'file-refused':
      return true;
    default:
      return false;
  }
}

/** Whether the failure only says that there is no such file. */
export function isAbsent(error: FileError): boolean {
  return error.code === 'file-not-found' || error.code === 'file-kind';
}

/** The same error about the path as it was asked for, where it is about a file. */
export function withPath(error: FileError, path: string): FileError {
  return 'path' in error ? { ...error, path } : error;
}
