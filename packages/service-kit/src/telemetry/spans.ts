import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tracer = () => trace.getTracer('@shop/service-kit/http');

export interface RequestSpan {
  span: Span;
  context: Context;
}

/** Starts the span of an incoming request; continues the caller's trace (W3C `traceparent`). */
export function beginRequestSpan(request: FastifyRequest): RequestSpan {
  const parent = propagation.extract(ROOT_CONTEXT, request.headers);
  const route = request.routeOptions.url;
  const span = tracer().startSpan(
    route ? `${request.method} ${route}` : request.method,
    {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': request.method, ...(route ? { 'http.route': route } : {}) },
    },
    parent,
  );
  return { span, context: trace.setSpan(parent, span) };
}

export function endRequestSpan({ span }: RequestSpan, reply: FastifyReply): void {
  span.setAttribute('http.response.status_code', reply.statusCode);
  if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/**
 * Does the work of a request in a server span. `headers` carry the trace on to the calls that it makes elsewhere, as in another
 * thread. `attributesOf` describes the result.
 */
export function inServerSpan<T>(
  name: string,
  attributes: Attributes,
  work: (headers: { traceparent?: string }) => Promise<T>,
  attributesOf: (result: T) => Attributes & { 'http.response.status_code': number },
): Promise<T> {
  return tracer().startActiveSpan(name, { kind: SpanKind.SERVER, attributes }, (span) =>
    endingWith(span, async () => {
      const headers: { traceparent?: string } = {};
      propagation.inject(trace.setSpan(ROOT_CONTEXT, span), headers);
      const result = await work(headers);
      const described = attributesOf(result);
      span.setAttributes(described);
      if (described['http.response.status_code'] >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      return result;
    }),
  );
}

/** Makes a call in a client span. Adds the trace context to `headers`. */
export function inCallSpan<T>(name: string, headers: Record<string, string>, call: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { kind: SpanKind.CLIENT }, (span) => {
    propagation.inject(context.active(), headers);
    return endingWith(span, call);
  });
}

/** Ends the span with the work and records its error. */
export async function endingWith<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    span.recordException(error as Error);
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
