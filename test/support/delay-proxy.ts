import net from 'node:net';

/** A TCP proxy on loopback that holds every piece back by half a round trip. */
export interface DelayProxy {
  readonly port: number;
  stop(): Promise<void>;
}

/** Forwards a free port of 127.0.0.1 to `port`; `roundTrip` in milliseconds. */
export async function startDelayProxy(port: number, roundTrip: number): Promise<DelayProxy> {
  const sockets = new Set<net.Socket>();
  const pipe = (from: net.Socket, to: net.Socket): void => {
    from.on('data', (chunk) => {
      setTimeout(() => to.write(chunk), roundTrip / 2);
    });
    from.on('end', () => {
      setTimeout(() => to.end(), roundTrip / 2);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => sockets.delete(from));
  };
  const server = net.createServer({ noDelay: true }, (near) => {
    const far = net.connect({ port, host: '127.0.0.1', noDelay: true });
    for (const socket of [near, far]) sockets.add(socket);
    pipe(near, far);
    pipe(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}
