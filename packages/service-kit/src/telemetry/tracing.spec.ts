import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTraceCollector, type TraceCollector } from '@shop/test-kit';
import { startTestService, TEST_SERVICE_TOKEN, type TestService } from '../testing/index.ts';
import { forServices, ProbeModule } from '../../test/probe.module.ts';
import { Client } from '../client/client.ts';

let collector: TraceCollector;
let service: TestService;
beforeAll(async () => {
  collector = await startTraceCollector();
  service = await startTestService({
    name: 'catalog',
    module: ProbeModule,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
});
afterAll(() => collector.close());

it('sends one trace for a request and the call that it makes, continuing the trace of the caller', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await fetch(`${service.url}/api/v1/probe/refuse/declared`, {
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  });
  const client = new Client({ baseUrl: service.url, serviceToken: TEST_SERVICE_TOKEN });
  await client.call(forServices);
  await client.close();
  // Stopping flushes the remaining spans.
  await service.close();

  const { spans } = collector;
  expect(spans.map(({ name }) => name)).not.toContain('GET /health/ready');
  const request = spans.find(({ name }) => name === 'GET /api/v1/probe/refuse/:how');
  expect(request).toMatchObject({ kind: 2, traceId, parentSpanId: 'b7ad6b7169203331' });
  const call = spans.find(({ name }) => name === forServices.id)!;
  const answered = spans.find(({ name }) => name === 'GET /internal/probe')!;
  expect(answered).toMatchObject({ traceId: call.traceId, parentSpanId: call.spanId });
});
