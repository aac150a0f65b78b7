import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { FileError, FileKind } from '../transport/index.ts';
import { visible } from './quoted.ts';
import { transportErrorMessage } from './transport.ts';

/** Why a file on the target could not be read. */
export function fileErrorMessage(error: FileError): string {
  const t = l10n.t;
  switch (error.code) {
    case 'file-not-found':
      return t(
        'There is no file {0} on the target. Check the path and the root of the target.',
        visible(error.path),
      );
    case 'file-permission':
      return t(
        'The account may not read {0}. Use an account that may, or ask the owner for read permission.',
        visible(error.path),
      );
    case 'file-kind':
      return t(
        '{0} is {1}; only regular files are opened. Name a file instead.',
        visible(error.path),
        kindName(error.kind),
      );
    case 'file-too-large':
      return t(
        '{0} has {1} bytes, more than the limit of {2}. Read a part of it with sed -n or head.',
        visible(error.path),
        error.size,
        error.limit,
      );
    case 'folder-too-large':
      return t(
        '{0} holds more than {1} entries, too many to list. Name the file, or list some of it with find -maxdepth 1 -name on the target.',
        visible(error.path),
        error.limit,
      );
    case 'path-bytes':
      return t(
        'The name {0} holds bytes that are not UTF-8, which SFTP is not given here. Read it with a probe.',
        visible(error.path),
      );
    case 'file-refused':
      return t(
        '{0} is not a path that may be read ({1}). Give an absolute path without NUL characters.',
        visible(error.path),
        error.rule,
      );
    case 'file-timeout':
      return t(
        'The host did not answer within {1} seconds about {0}. It may lie on a network drive that is gone: try another path, or look at it with df on the target.',
        visible(error.path),
        error.seconds,
      );
    case 'file-failed':
      return t(
        '{0} could not be read ({1}). Look at it with ls -ld on the target.',
        visible(error.path),
        visible(error.detail),
      );
    default:
      return transportErrorMessage(error);
  }
}

function kindName(kind: FileKind): string {
  const t = l10n.t;
  switch (kind) {
    case 'file':
      return t('a file');
    case 'directory':
      return t('a folder');
    case 'symlink':
      return t('a symbolic link');
    case 'fifo':
      return t('a named pipe');
    case 'socket':
      return t('a socket');
    case 'device':
      return t('a device');
    case 'unknown':
      return t('of an unknown kind');
    default:
      return unreachable(kind);
  }
}
