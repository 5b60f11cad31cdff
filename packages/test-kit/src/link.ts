import net from 'node:net';
import type { AddressInfo } from 'node:net';

/** A TCP proxy for fault injection: a test can cut it, as if the server stopped, or silence it, as if the server hung. */
export interface Link {
  /** The server's URL with the address of the proxy. */
  url: string;
  /** Closes every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Keeps the connections open and forwards nothing. */
  silence(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy to the server of `url`. A MongoDB URL becomes a direct connection, so that the driver does not bypass the proxy. */
export async function link(url: string): Promise<Link> {
  const target = new URL(url);
  const sockets = new Set<net.Socket>();
  let server: net.Server | undefined;
  let port = 0;
  let silent = false;

  const open = async () => {
    silent = false;
    for (const socket of sockets) socket.resume();
    if (server) return;
    const opening = net.createServer((incoming) => {
      const outgoing = net.connect(Number(target.port), target.hostname);
      for (const [from, to] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        sockets.add(from);
        from.pipe(to);
        if (silent) from.pause();
        from.on('error', () => to.destroy());
        from.on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
      }
    });
    await new Promise<void>((resolve, reject) => {
      opening.once('error', reject);
      opening.listen(port, '127.0.0.1', resolve);
    });
    port = (opening.address() as AddressInfo).port;
    server = opening;
  };
  const cut = async () => {
    const closing = server;
    server = undefined;
    if (!closing) return;
    const closed = new Promise((resolve) => closing.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  const silence = () => {
    silent = true;
    for (const socket of sockets) socket.pause();
  };

  await open();
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${port}`;
  if (proxied.protocol.startsWith('mongodb')) {
    proxied.searchParams.delete('replicaSet');
    proxied.searchParams.set('directConnection', 'true');
  }
  return { url: proxied.href, cut, silence, restore: open, close: cut };
}
