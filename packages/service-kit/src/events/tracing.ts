import { context, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { endingWith } from '../telemetry/spans.ts';

/** What carries a trace in an event's headers: W3C `traceparent`, where tracing is on. */
export type Carrier = Record<string, string>;

/** The trace of the work under way; empty where tracing is off. */
export function carrierOfNow(): Carrier {
  const carrier: Carrier = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Runs a handler in a span that continues the trace of what published the event. */
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
