import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Visitor } from './visitor.ts';

export type Role = 'guest' | 'shopper' | 'staff';

export interface Operation {
  operationId: string;
  method: string;
  /** `/api/v1/product/group/{id}` */
  path: string;
  responses: Record<string, unknown>;
}

/** What was answered to whom. */
export class Tally {
  requests = 0;
  /** Times by status, by operation. */
  readonly statuses = new Map<string, Map<number, number>>();
  /** Answers that no client may get: the first of a kind, with what reproduces it. */
  readonly faults = new Map<string, string>();
  readonly #operations: { operation: Operation; matches: RegExp }[];

  constructor(operations: readonly Operation[]) {
    const parameters = ({ path }: Operation) => path.split('{').length;
    this.#operations = operations
      .toSorted((a, b) => parameters(a) - parameters(b))
      .map((operation) => ({ operation, matches: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`) }));
  }

  operationOf(method: string, target: string): Operation | undefined {
    const path = target.split('?', 1)[0]!;
    return this.#operations.find(({ operation, matches }) => operation.method === method && matches.test(path))
      ?.operation;
  }

  record(
    role: Role,
    method: string,
    target: string,
    { status, sent, got }: { status: number; sent: string; got: string },
  ) {
    this.requests += 1;
    const operation = this.operationOf(method, target);
    const kind =
      status >= 500
        ? 'server error'
        : operation && !(status in operation.responses)
          ? 'undocumented status'
          : undefined;
    if (kind) {
      const key = `${kind}: ${operation?.operationId ?? `${method} ${target}`} ${status}`;
      if (!this.faults.has(key)) this.faults.set(key, `as ${role}: ${method} ${target}\n    ${sent}\n    → ${got}`);
    }
    if (!operation) return;
    const { operationId } = operation;
    const times = this.statuses.get(operationId) ?? new Map<number, number>();
    this.statuses.set(operationId, times.set(status, (times.get(status) ?? 0) + 1));
  }

  wasDone(operationId: string): boolean {
    return [...(this.statuses.get(operationId)?.keys() ?? [])].some((status) => status >= 200 && status < 300);
  }
}

const SHOWN = 400;
/** Bytes, with the address. */
const MAX_HEADERS = 1_000_000;

export interface RecorderOptions {
  role: Role;
  tally: Tally;
  /** The gateway. */
  upstream: URL;
  origin: string;
  /** Whose session the requests carry; guests have none. */
  visitor: Visitor | undefined;
  /** Who asks in its place, by operation. */
  others: Readonly<Record<string, Visitor>>;
  /** Bodies of the first requests, by operation: right for a moment. */
  fresh: Readonly<Record<string, () => object>>;
  /** Signs in again after the session was ended. */
  signIn(): Promise<unknown>;
  /** Replaces the id of an account that the proof itself needs. */
  redirect(target: string): string;
}

/** Passes requests on to the gateway as a browser of a role sends them, and counts what is answered. */
export async function startRecorder(options: RecorderOptions): Promise<{ url: string; close(): void }> {
  const { role, tally, visitor, others } = options;
  const fresh = new Map(Object.entries(options.fresh));
  let signingIn: Promise<unknown> | undefined;
  // What is too long is for the gateway to refuse.
  const server = http.createServer({ maxHeaderSize: MAX_HEADERS }, async (request, response) => {
    const method = request.method!;
    const target = options.redirect(request.url!);
    const { operationId = '' } = tally.operationOf(method, target) ?? {};
    const made = fresh.get(operationId)?.();
    fresh.delete(operationId);
    const sent = await read(request);
    const body = made ? Buffer.from(JSON.stringify(made)) : sent;
    const asker = others[operationId] ?? visitor;
    const send = () => {
      const { host: _, cookie: __, ...headers } = request.headers;
      return pass(options.upstream, {
        method,
        path: target,
        headers: {
          ...headers,
          origin: options.origin,
          'sec-fetch-site': 'same-origin',
          ...(made && { 'content-type': 'application/json', 'content-length': String(body.length) }),
          ...(asker && { cookie: asker.cookie }),
        },
        body,
      });
    };
    try {
      let answer = await send();
      if (visitor && asker === visitor && answer.status === 401 && answer.body.includes('"session.required"')) {
        await (signingIn ??= options.signIn().finally(() => (signingIn = undefined)));
        answer = await send();
      }
      tally.record(role, method, target, {
        status: answer.status,
        sent: `${request.headers['content-type'] ?? 'no type'} ${body.subarray(0, SHOWN).toString()}`,
        got: answer.body.subarray(0, SHOWN).toString(),
      });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch (error) {
      tally.faults.set(`no answer: ${method} ${target}`, String(error));
      response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Sent {
  method: string;
  path: string;
  headers: http.OutgoingHttpHeaders;
  body: Buffer;
}

/** `node:http`, because `fetch` rewrites paths. */
function pass(upstream: URL, { body, ...sent }: Sent) {
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const request = http.request({ host: upstream.hostname, port: upstream.port, ...sent }, (answer) => {
      read(answer).then(
        (bytes) => resolve({ status: answer.statusCode!, headers: answer.headers, body: bytes }),
        reject,
      );
    });
    request.once('error', reject).end(body);
  });
}

async function read(stream: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
