import net, { type AddressInfo } from 'node:net';

/** A TCP connection to a real server that a test can pull out and put back in. */
export interface Cable {
  port: number;
  /** Breaks every connection and takes no new one. */
  pull(): Promise<void>;
  plugIn(): Promise<void>;
  close(): Promise<void>;
}

/** Listens on loopback, on a port of its own, and passes everything on to `port`. */
export async function cableTo(port: number, { pluggedIn = true } = {}): Promise<Cable> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const target = net.connect(port, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        target.destroy();
      });
    }
    client.pipe(target).pipe(client);
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const pull = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  if (!pluggedIn) await pull();
  return { port: own, pull, plugIn: () => listen(own), close: pull };
}
