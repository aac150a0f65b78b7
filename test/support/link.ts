import { connect, createServer, type Socket } from 'node:net';

/** A TCP link to a port of loopback that can be slow, stall and be cut. It cannot lose packets. */
export interface Link {
  readonly port: number;
  /** Milliseconds that every chunk is held back, in each direction. */
  delay: number;
  /** Bytes of a chunk handed on at once; 0 for all of it. */
  pieces: number;
  /** Connections that are open now. */
  connections(): number;
  /** Lets nothing through until `resume`; connections stay open. */
  stall(): void;
  resume(): void;
  /** Resets all connections, as a link that went down for good. */
  cut(): void;
  /** Cuts, and accepts no further connection. */
  close(): Promise<void>;
}

/** Sees what goes over a link, when it is taken from one side and when the other side is given it. */
export interface LinkObserver {
  /** `up` is from the client to the server. What it returns is handed to `given`. */
  taken(direction: 'up' | 'down'): number;
  given(direction: 'up' | 'down', mark: number): void;
}

/** Opens a link to `target`. */
export async function openLink(target: number, observer?: LinkObserver): Promise<Link> {
  const sockets = new Set<Socket>();
  let stalled = false;
  let held: (() => void)[] = [];
  const settings = { delay: 0, pieces: 0 };
  const pass = (from: Socket, to: Socket, direction: 'up' | 'down'): void => {
    let last = Promise.resolve();
    const inTurn = (task: () => void): void => {
      const due = new Promise<void>((resolve) => setTimeout(resolve, settings.delay));
      const open = (): Promise<void> =>
        stalled ? new Promise<void>((resolve) => held.push(resolve)) : Promise.resolve();
      last = last
        .then(() => due)
        .then(open)
        .then(task);
    };
    from.on('data', (chunk: Buffer) => {
      const size = settings.pieces === 0 ? chunk.byteLength : settings.pieces;
      for (let at = 0; at < chunk.byteLength; at += size) {
        const piece = chunk.subarray(at, at + size);
        const mark = observer?.taken(direction) ?? 0;
        inTurn(() => {
          observer?.given(direction, mark);
          to.write(piece);
        });
      }
    });
    from.on('end', () => inTurn(() => void to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => sockets.delete(from));
  };
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    for (const socket of [near, far]) sockets.add(socket);
    pass(near, far, 'up');
    pass(far, near, 'down');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return Object.assign(settings, {
    port: address.port,
    connections: () => Math.ceil(sockets.size / 2),
    stall: () => {
      stalled = true;
    },
    resume: () => {
      stalled = false;
      for (const resume of held.splice(0)) resume();
      held = [];
    },
    cut,
    close: () =>
      new Promise<void>((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  });
}
