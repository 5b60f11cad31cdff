import net from 'node:net';

/** Sends raw bytes and resolves with all that is received until the peer closes or `untilMs` have passed. */
export function rawHttp(
  url: string,
  head: string,
  { body, untilMs = 15_000 }: { body?: Buffer; untilMs?: number } = {},
) {
  const { hostname, port } = new URL(url);
  return new Promise<{ text: string; status: number; closed: boolean; sentBytes: number }>((resolve) => {
    const socket = net.connect(Number(port), hostname);
    let text = '';
    const done = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({
        text,
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0),
        closed,
        sentBytes: socket.bytesWritten,
      });
    };
    const timer = setTimeout(() => done(false), untilMs);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('close', () => done(true));
    socket.on('error', () => {});
    socket.write(head);
    if (body) socket.write(body);
  });
}

/** The JSON body of a response that `rawHttp` received. */
export const problemIn = ({ text }: { text: string }): { code: string; status: number } =>
  JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as never;
