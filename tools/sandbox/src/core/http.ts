import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type HTTPMethods } from 'fastify';
import type { Family, Fault, FaultRequest, Faults } from './faults.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body byte for byte, for signatures. */
    rawBody: string;
  }
}

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A provider's rejection of a call, with its answer. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`refused with ${answer.status}`);
    this.answer = answer;
  }
}

export function createServer(): FastifyInstance {
  const app = Fastify({ logger: false, bodyLimit: 1_000_000, forceCloseConnections: true });
  app.decorateRequest('rawBody', '');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.rawBody = text as string;
    try {
      done(null, text === '' ? undefined : JSON.parse(text as string));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }));
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(text as string))),
  );
  return app;
}

export interface Call {
  method: HTTPMethods;
  url: string;
  /** The name that failures match. */
  name: string;
  handle: (request: FastifyRequest) => Answer | Promise<Answer>;
  /** Concurrent calls with the same key are refused with `busy`. */
  lock?: { key: (request: FastifyRequest) => string | undefined; busy: Answer };
}

export interface Provider {
  name: FaultRequest['provider'];
  /** The body of the provider's own server errors. */
  serverError: (status: number) => unknown;
}

/** Registers a provider's calls with failure injection. */
export function addCalls(app: FastifyInstance, provider: Provider, faults: Faults, calls: Call[]): void {
  const busy = new Set<string>();
  for (const call of calls) {
    app.route({
      method: call.method,
      url: call.url,
      handler: async (request, reply) => {
        const key = call.lock?.key(request);
        const lock = key && `${call.name} ${key}`;
        if (lock && busy.has(lock)) return send(reply, call.lock!.busy);
        if (lock) busy.add(lock);
        try {
          return await withFault(request, reply, provider, faults, call);
        } finally {
          if (lock) busy.delete(lock);
        }
      },
    });
  }
}

async function withFault(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  faults: Faults,
  call: Call,
): Promise<unknown> {
  const { params, query, body } = request;
  const fault = faults.take('transport', provider.name, call.name, { params, query, body });
  const answer = () => answerOf(call, request);
  switch (fault?.kind) {
    case 'timeout-before':
      return cutOff(reply, fault.holdMs);
    case 'timeout-after':
      await answer();
      return cutOff(reply, fault.holdMs);
    case 'error-before':
      return send(reply, errorOf(fault, provider));
    case 'error-after':
      await answer();
      return send(reply, errorOf(fault, provider));
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, fault.ms).unref());
      return send(reply, await answer());
    default:
      return send(reply, await answer());
  }
}

/** The call's answer; a refusal is one too. */
async function answerOf(call: Call, request: FastifyRequest): Promise<Answer> {
  try {
    return await call.handle(request);
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

function errorOf(fault: Extract<Fault<Extract<Family, 'transport'>>, { status: number }>, provider: Provider): Answer {
  if (!fault.html) return { status: fault.status, body: fault.body ?? provider.serverError(fault.status) };
  const title = `${fault.status} ${{ 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Time-out' }[fault.status] ?? 'Error'}`;
  return {
    status: fault.status,
    body: `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`,
    headers: { 'content-type': 'text/html' },
  };
}

/** Waits `holdMs`, then ends the connection without a byte. */
function cutOff(reply: FastifyReply, holdMs: number): FastifyReply {
  reply.hijack();
  const socket = reply.raw.socket;
  const timer = setTimeout(() => socket?.destroy(), holdMs);
  timer.unref();
  socket?.once('close', () => clearTimeout(timer));
  return reply;
}

function send(reply: FastifyReply, { status, body, headers }: Answer): FastifyReply {
  return reply
    .status(status)
    .headers(headers ?? {})
    .send(body);
}

/** The configured address, or the one by which the caller reached the sandbox; without a trailing slash. */
export const addressFor = (publicUrl: string | undefined) => (request: FastifyRequest) =>
  publicUrl ?? `${request.protocol}://${request.host}`;

/** CSRF protection: pages of other origins may not use the sandbox. */
export function refuseForeignOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (request.method === 'GET' || request.method === 'HEAD' || !origin) return;
    if (!URL.canParse(origin) || new URL(origin).host !== request.host) {
      await reply.status(403).send({ error: 'Calls from other origins are refused.' });
    }
  });
}
