import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTraceCollector, type TraceCollector } from '@shop/test-kit';
import { type GatewayHarness, startGatewayHarness } from '../../test/gateway-harness.ts';

let collector: TraceCollector;
let harness: GatewayHarness;
beforeAll(async () => {
  collector = await startTraceCollector();
  harness = await startGatewayHarness('tracing', { settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
});
afterAll(() => collector.close());

it('begins a trace that the service continues', async () => {
  let traceparent: string | undefined;
  harness.catalog.answer = (request, response) => {
    traceparent = request.headers.traceparent as string | undefined;
    response.end('{}');
  };
  await fetch(`${harness.gateway.url}/api/v1/products`);
  // Stopping flushes the remaining spans.
  await harness.stop();
  const [, traceId, spanId] = traceparent?.split('-') ?? [];
  expect(collector.spans).toContainEqual(expect.objectContaining({ name: 'GET catalog', traceId, spanId }));
});
