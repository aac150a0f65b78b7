import { createServer, type Server, type Socket } from 'node:net';
import { toDisposable, type Disposable } from '../../../base/index.ts';

/** What a helper program of `ssh` was called with. */
export interface HelperCall {
  readonly kind: 'secret' | 'host-key';
  readonly hint: string;
  readonly words: readonly string[];
}

/** Bytes of one call; a prompt of a host is not longer. */
const callLimit = 65_536;

/**
 * Listens on the private socket for the helper programs of `ssh`. `answer` gives the text that the program prints,
 * or undefined for a no. Ends with the disposable.
 */
export async function listenForQuestions(
  path: string,
  answer: (call: HelperCall) => Promise<string | undefined>,
): Promise<Disposable> {
  const sockets = new Set<Socket>();
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      const before = text.length;
      text += chunk;
      if (text.length > callLimit) socket.destroy();
      else if (!text.slice(0, before).includes('\n') && text.includes('\n')) void reply(socket, text, answer);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return toDisposable(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
}

async function reply(
  socket: Socket,
  line: string,
  answer: (call: HelperCall) => Promise<string | undefined>,
): Promise<void> {
  const call = parseCall(line);
  const text = call === undefined ? undefined : await answer(call);
  if (!socket.destroyed) socket.end(JSON.stringify({ text: text ?? null }));
}

/** Reads the line that a helper program sends; undefined if it is none. */
export function parseCall(line: string): HelperCall | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (
    typeof value !== 'object' ||
    value === null ||
    !('kind' in value && 'hint' in value && 'words' in value)
  )
    return undefined;
  const { kind, hint, words } = value;
  if ((kind !== 'secret' && kind !== 'host-key') || typeof hint !== 'string' || !Array.isArray(words))
    return undefined;
  const texts = words.filter((word): word is string => typeof word === 'string');
  return texts.length === words.length ? { kind, hint, words: texts } : undefined;
}
