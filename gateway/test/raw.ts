import net from 'node:net';

/** Sends bytes as they are and answers all that comes back until the other side closes, or `untilMs` are over. */
export function raw(url: string, head: string, { body, untilMs = 15_000 }: { body?: Buffer; untilMs?: number } = {}) {
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

/** The JSON body of an answer read by `raw`. */
export const problemIn = ({ text }: { text: string }): { code: string; status: number } =>
  JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as never;
