import { connect } from 'node:net';

/** SSH_AGENTC_REQUEST_IDENTITIES and its answer, of the agent's protocol (draft-miller-ssh-agent). */
const request = Buffer.from([0, 0, 0, 1, 11]);
const answerType = 12;

/** Bytes of an answer, and milliseconds until it must be there: somebody may have to unlock the agent first. */
const answerBound = 1_000_000;
const timeLimit = 20_000;

/**
 * The types of all keys that an agent holds, also of those that ssh2 leaves out because it cannot use them, such as
 * certificates; none where there is no agent, undefined where it takes the question and does not answer within
 * `limit` milliseconds. `pageant` has no socket that could be asked.
 */
export function agentKeyTypes(socket: string, limit = timeLimit): Promise<readonly string[] | undefined> {
  if (socket === 'pageant') return Promise.resolve([]);
  return new Promise((resolve) => {
    const agent = connect(socket);
    let bytes = Buffer.alloc(0);
    const finish = (types: readonly string[] | undefined): void => {
      clearTimeout(timer);
      agent.destroy();
      resolve(types);
    };
    const timer = setTimeout(() => finish(undefined), limit);
    agent.on('connect', () => agent.write(request));
    agent.on('error', () => finish([]));
    agent.on('close', () => finish([]));
    agent.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.byteLength > answerBound) finish([]);
      else if (bytes.byteLength >= 4 && bytes.byteLength >= 4 + bytes.readUInt32BE(0))
        finish(parseKeyTypes(bytes));
    });
  });
}

/** Reads the types of the keys in an agent's answer; what is cut short has no more. */
export function parseKeyTypes(bytes: Buffer): readonly string[] {
  if (bytes[4] !== answerType) return [];
  const types: string[] = [];
  let at = 9;
  // A key in wire format, which begins with its type, and a comment.
  for (;;) {
    const key = readString(bytes, at);
    const comment = key === undefined ? undefined : readString(bytes, key.end);
    if (key === undefined || comment === undefined) return types;
    types.push(readString(key.value, 0)?.value.toString('latin1') ?? '');
    at = comment.end;
  }
}

function readString(bytes: Buffer, at: number): { readonly value: Buffer; readonly end: number } | undefined {
  if (at + 4 > bytes.byteLength) return undefined;
  const end = at + 4 + bytes.readUInt32BE(at);
  return end > bytes.byteLength ? undefined : { value: bytes.subarray(at + 4, end), end };
}
