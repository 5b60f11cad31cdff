import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Above the ports that Linux gives to connections and to servers without a port of their own (32768 to 60999): none of them takes a server's port while it restarts. */
const RANGE = [61_000, 65_536] as const;

/** A port of loopback that no server uses at this moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...RANGE);
    const server = net.createServer();
    const listening = once(server, 'listening').then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EADDRINUSE') return false;
        throw error;
      },
    );
    server.listen(port, '127.0.0.1');
    if (!(await listening)) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
