/** Names of the requests of SFTP version 3 (draft-ietf-secsh-filexfer-02 §3), and of what extends it. */
const TYPES: Readonly<Record<number, string>> = {
  1: 'init',
  3: 'open',
  4: 'close',
  5: 'read',
  6: 'write',
  7: 'lstat',
  8: 'fstat',
  9: 'setstat',
  10: 'fsetstat',
  11: 'opendir',
  12: 'readdir',
  13: 'remove',
  14: 'mkdir',
  15: 'rmdir',
  16: 'realpath',
  17: 'stat',
  18: 'rename',
  19: 'readlink',
  20: 'symlink',
  200: 'extended',
};

/** One packet of a client. */
export interface SftpPacket {
  /** As in the draft, without `SSH_FXP_`, in lower case, an extension with its name; `type N` where it has none. */
  readonly name: string;
  /** Of the requests that name one. */
  readonly path?: string;
  /** Of open: `pflags` (§6.3) and the flags of the attributes (§5). */
  readonly open?: { readonly flags: number; readonly attributes: number };
}

/** The packets of what one client sent, whole; throws where a packet is cut or longer than it says. */
export function readSftpPackets(bytes: Buffer): readonly SftpPacket[] {
  const packets: SftpPacket[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = bytes.readUInt32BE(at);
    const packet = bytes.subarray(at + 4, at + 4 + length);
    if (length < 1 || packet.length < length) throw new Error(`packet at ${at} is cut`);
    packets.push(readPacket(packet));
    at += 4 + length;
  }
  return packets;
}

function readPacket(packet: Buffer): SftpPacket {
  const type = packet.readUInt8(0);
  const known = TYPES[type] ?? `type ${type}`;
  const name = known === 'extended' ? `extended ${textAt(packet, 5)}` : known;
  if (!['open', 'lstat', 'stat', 'opendir', 'realpath', 'readlink'].includes(name)) return { name };
  const path = textAt(packet, 5);
  const length = packet.readUInt32BE(5);
  if (name !== 'open') return { name, path };
  const flags = packet.readUInt32BE(9 + length);
  return { name, path, open: { flags, attributes: packet.readUInt32BE(13 + length) } };
}

function textAt(packet: Buffer, at: number): string {
  return packet.subarray(at + 4, at + 4 + packet.readUInt32BE(at)).toString('utf8');
}
