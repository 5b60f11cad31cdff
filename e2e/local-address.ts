import crypto from 'node:crypto';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';

// Visitors of a shop on this machine have addresses of their own: connections are made from one of the 16 million addresses of loopback.

/** Elsewhere than on Linux loopback has one address, which all visitors share. */
const HAS_MANY = process.platform === 'linux';

/** Random, because test files do not know of each other. */
export const newAddress = (): string =>
  HAS_MANY ? `127.${crypto.randomInt(1, 255)}.${crypto.randomInt(256)}.${crypto.randomInt(1, 255)}` : '127.0.0.1';

const NO_AUTHENTICATION = Buffer.from([5, 0]);
const CONNECTED = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);

/** A SOCKS5 proxy to this machine that connects from `address`. Bytes pass unchanged: the shop sees a visitor, and no proxy. */
export async function proxyFrom(address: string): Promise<{ url: string; close(): void }> {
  const sockets = new Set<net.Socket>();
  const track = (socket: net.Socket) => {
    sockets.add(socket);
    // Either end may be gone at any time.
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = net.createServer(async (browser) => {
    track(browser);
    try {
      await messageOf(browser);
      browser.write(NO_AUTHENTICATION);
      const request = await messageOf(browser);
      const shop = track(
        net.connect({ host: '127.0.0.1', port: request.readUInt16BE(request.length - 2), localAddress: address }),
      );
      shop.once('connect', () => {
        browser.write(CONNECTED);
        browser.pipe(shop).pipe(browser);
      });
      shop.on('close', () => browser.destroy());
      browser.on('close', () => shop.destroy());
    } catch {
      browser.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** One message of the handshake; a client waits for its answer before it sends more. */
const messageOf = (socket: net.Socket): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    socket.once('data', (message) => {
      socket.pause();
      resolve(message as Buffer);
    });
    socket.once('close', () => reject(new Error('closed')));
    socket.resume();
  });

/** `fetch` from an address, for POST and JSON. */
export function postFrom(address: string, url: URL, body: object, headers: Record<string, string>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      url,
      { method: 'POST', localAddress: address, headers: { 'content-type': 'application/json', ...headers } },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode!, headers: pairs }));
      },
    );
    request.on('error', reject).end(JSON.stringify(body));
  });
}
