import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** An HTTP server that stands in for a service. */
export interface StandIn {
  url: string;
  /** Received requests, oldest first: `GET /api/v1/things`. */
  readonly calls: string[];
  readonly requests: IncomingMessage[];
  /** Handles requests from now on. */
  answer: Answer;
  /** Closes its port and every connection, like a killed process. */
  stop(): Promise<void>;
  /** Listens again, on the same port. */
  start(): Promise<void>;
}

export const json =
  (body: unknown, headers: Record<string, string> = {}, status = 200): Answer =>
  (_request, response) => {
    const text = JSON.stringify(body);
    response
      .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers })
      .end(text);
  };

export async function standIn(answer: Answer = json({ ok: true })): Promise<StandIn> {
  const calls: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    requests.push(request);
    service.answer(request, response);
  });
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  const port = await listen(0);
  const service: StandIn = {
    url: `http://127.0.0.1:${port}`,
    calls,
    requests,
    answer,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    async start() {
      await listen(port);
    },
  };
  return service;
}
