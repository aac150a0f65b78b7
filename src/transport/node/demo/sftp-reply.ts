import { utils, type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2';

const { STATUS_CODE } = utils.sftp;

/** What one SFTP request is answered with. */
export type SftpReply =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'handle'; readonly handle: Buffer }
  | { readonly kind: 'data'; readonly data: Buffer }
  | { readonly kind: 'attributes'; readonly attributes: Attributes }
  | { readonly kind: 'names'; readonly names: FileEntry[] };

export const done: SftpReply = { kind: 'status', status: STATUS_CODE.OK };
export const ended: SftpReply = { kind: 'status', status: STATUS_CODE.EOF };
export const refused: SftpReply = { kind: 'status', status: STATUS_CODE.PERMISSION_DENIED };
export const failed: SftpReply = { kind: 'status', status: STATUS_CODE.FAILURE };

/** What of Node's file status SFTP hands on. */
export interface NodeStats {
  readonly mode: number;
  readonly size: number;
  readonly uid: number;
  readonly gid: number;
  readonly atimeMs: number;
  readonly mtimeMs: number;
}

/** A file's status as SFTP has it, times in seconds. */
export function attributesOf(stats: NodeStats): Attributes {
  const seconds = (milliseconds: number): number => Math.max(0, Math.trunc(milliseconds / 1000));
  const { mode, size, uid, gid } = stats;
  return { mode, size, uid, gid, atime: seconds(stats.atimeMs), mtime: seconds(stats.mtimeMs) };
}

/** The answer that is one path. */
export function nameReply(filename: string): SftpReply {
  const attrs: Attributes = { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };
  return { kind: 'names', names: [{ filename, longname: filename, attrs }] };
}

/** The status for what Node's file functions reject with. */
export function errorReply(error: unknown): SftpReply {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP')
    return { kind: 'status', status: STATUS_CODE.NO_SUCH_FILE };
  return code === 'EACCES' || code === 'EPERM' ? refused : failed;
}

/** Sends an answer. */
export function sendReply(sftp: SFTPWrapper, id: number, reply: SftpReply): void {
  switch (reply.kind) {
    case 'status':
      sftp.status(id, reply.status);
      return;
    case 'handle':
      sftp.handle(id, reply.handle);
      return;
    case 'data':
      sftp.data(id, reply.data);
      return;
    case 'attributes':
      sftp.attrs(id, reply.attributes);
      return;
    case 'names':
      sftp.name(id, reply.names);
      return;
  }
}
