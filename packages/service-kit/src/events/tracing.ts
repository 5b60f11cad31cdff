import { context, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { endingWith } from '../telemetry/spans.ts';

/** Trace headers of an event: W3C `traceparent`, if tracing is on. */
export type Carrier = Record<string, string>;

/** The current trace; empty if tracing is off. */
export function currentCarrier(): Carrier {
  const carrier: Carrier = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Runs a handler in a span that continues the publisher's trace. */
export function traced<T>(
  handler: string,
  event: { id: string; name: string },
  headers: object,
  run: () => Promise<T>,
) {
  const parent = propagation.extract(ROOT_CONTEXT, headers);
  const attributes = {
    'messaging.system': 'rabbitmq',
    'messaging.operation.type': 'process',
    'messaging.destination.name': handler,
    'messaging.message.id': event.id,
  };
  const tracer = trace.getTracer('@shop/service-kit/events');
  return tracer.startActiveSpan(`process ${event.name}`, { kind: SpanKind.CONSUMER, attributes }, parent, (span) =>
    endingWith(span, run),
  );
}
