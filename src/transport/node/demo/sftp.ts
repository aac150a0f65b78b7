import { constants } from 'node:fs';
import { lstat, open, readdir, readlink, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { utils, type SFTPWrapper } from 'ssh2';
import { resolveInside } from './files.ts';
import {
  attributesOf,
  done,
  ended,
  errorReply,
  failed,
  nameReply,
  refused,
  sendReply,
  type SftpReply,
} from './sftp-reply.ts';

/** Open for reading and nothing else. */
const readOnly: number = utils.sftp.OPEN_MODE.READ;

/** Bytes of one answer, names of one answer, and handles that one client may hold. */
const readLimit = 262_144;
const nameLimit = 100;
const handleLimit = 64;

type Handle =
  | { readonly kind: 'file'; readonly file: FileHandle }
  | { readonly kind: 'folder'; readonly path: string; readonly names: string[] };

/**
 * Serves the reading half of SFTP below `home`: open for reading, read, close, stat, lstat, fstat, opendir,
 * readdir, realpath and readlink. Paths that lead outside are refused; only regular files are opened. Every
 * other operation has no listener, which ssh2 answers with "operation unsupported".
 */
export function serveSftp(sftp: SFTPWrapper, home: string): void {
  const reader = new SftpReader(home);
  const answer = (id: number, task: Promise<SftpReply>): void => {
    void task.catch(errorReply).then((reply) => sendReply(sftp, id, reply));
  };
  sftp.on('error', () => undefined);
  // As sftp-server does: the client's end of file is the end of the session.
  sftp.on('end', () => sftp.end());
  sftp.on('close', () => reader.dispose());
  sftp.on('OPEN', (id, path, flags) => answer(id, reader.open(path, flags)));
  sftp.on('READ', (id, handle, offset, length) => answer(id, reader.read(handle, offset, length)));
  sftp.on('CLOSE', (id, handle) => answer(id, reader.close(handle)));
  sftp.on('FSTAT', (id, handle) => answer(id, reader.fileStat(handle)));
  sftp.on('STAT', (id, path) => answer(id, reader.stat(path)));
  sftp.on('LSTAT', (id, path) => answer(id, reader.linkStat(path)));
  sftp.on('OPENDIR', (id, path) => answer(id, reader.openFolder(path)));
  sftp.on('READDIR', (id, handle) => answer(id, reader.readFolder(handle)));
  sftp.on('REALPATH', (id, path) => answer(id, reader.realPath(path)));
  sftp.on('READLINK', (id, path) => answer(id, reader.readLink(path)));
}

/** The open handles of one client. Rejections are those of Node's file functions. */
class SftpReader {
  readonly #home: string;
  readonly #handles = new Map<number, Handle>();
  #next = 1;

  constructor(home: string) {
    this.#home = home;
  }

  async open(path: string, flags: number): Promise<SftpReply> {
    if (flags !== readOnly || this.#handles.size >= handleLimit) return refused;
    const real = await resolveInside(this.#home, path);
    if (real === undefined || !(await stat(real)).isFile()) return refused;
    const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK);
    if ((await file.stat()).isFile()) return this.#grant({ kind: 'file', file });
    await file.close();
    return refused;
  }

  async read(handle: Buffer, offset: number, length: number): Promise<SftpReply> {
    const held = this.#held(handle);
    if (held?.kind !== 'file') return failed;
    const buffer = Buffer.alloc(Math.min(length, readLimit));
    const { bytesRead } = await held.file.read(buffer, 0, buffer.byteLength, offset);
    return bytesRead === 0 ? ended : { kind: 'data', data: buffer.subarray(0, bytesRead) };
  }

  async close(handle: Buffer): Promise<SftpReply> {
    const held = this.#held(handle);
    if (held === undefined) return failed;
    this.#handles.delete(handle.readUInt32BE(0));
    if (held.kind === 'file') await held.file.close();
    return done;
  }

  async fileStat(handle: Buffer): Promise<SftpReply> {
    const held = this.#held(handle);
    if (held?.kind !== 'file') return failed;
    return { kind: 'attributes', attributes: attributesOf(await held.file.stat()) };
  }

  async stat(path: string): Promise<SftpReply> {
    const real = await resolveInside(this.#home, path);
    return real === undefined ? refused : { kind: 'attributes', attributes: attributesOf(await stat(real)) };
  }

  async linkStat(path: string): Promise<SftpReply> {
    const real = await resolveInside(this.#home, path, true);
    return real === undefined ? refused : { kind: 'attributes', attributes: attributesOf(await lstat(real)) };
  }

  async openFolder(path: string): Promise<SftpReply> {
    const real = await resolveInside(this.#home, path);
    if (real === undefined || this.#handles.size >= handleLimit) return refused;
    return this.#grant({ kind: 'folder', path: real, names: await readdir(real) });
  }

  async readFolder(handle: Buffer): Promise<SftpReply> {
    const held = this.#held(handle);
    if (held?.kind !== 'folder') return failed;
    const names = held.names.splice(0, nameLimit);
    if (names.length === 0) return ended;
    const entries = names.map(async (filename) => {
      const attrs = attributesOf(await lstat(join(held.path, filename)));
      return { filename, longname: filename, attrs };
    });
    return { kind: 'names', names: await Promise.all(entries) };
  }

  async realPath(path: string): Promise<SftpReply> {
    const real = await resolveInside(this.#home, path);
    return real === undefined ? refused : nameReply(real);
  }

  async readLink(path: string): Promise<SftpReply> {
    const real = await resolveInside(this.#home, path, true);
    return real === undefined ? refused : nameReply(await readlink(real));
  }

  /** Closes what is still open. */
  dispose(): void {
    for (const held of this.#handles.values())
      if (held.kind === 'file') held.file.close().catch(() => undefined);
    this.#handles.clear();
  }

  #grant(held: Handle): SftpReply {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(this.#next, 0);
    this.#handles.set(this.#next, held);
    this.#next += 1;
    return { kind: 'handle', handle };
  }

  #held(handle: Buffer): Handle | undefined {
    return handle.byteLength === 4 ? this.#handles.get(handle.readUInt32BE(0)) : undefined;
  }
}
