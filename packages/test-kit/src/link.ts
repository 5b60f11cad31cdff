import net from 'node:net';
import type { AddressInfo } from 'node:net';

/** A connection to a real part that a test can cut, as if the part were stopped, or silence, as if it hung. */
export interface Link {
  /** The given URL, leading through the link. */
  url: string;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Keeps the connections and lets nothing through, as if the part hung. */
  silence(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Puts a link before the server that `url` names. MongoDB's URL is made direct, so that its driver stays on the link. */
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
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  if (through.protocol.startsWith('mongodb')) {
    through.searchParams.delete('replicaSet');
    through.searchParams.set('directConnection', 'true');
  }
  return { url: through.href, cut, silence, restore: open, close: cut };
}
