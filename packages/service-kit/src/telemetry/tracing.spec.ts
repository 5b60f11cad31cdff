import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestService, TEST_SERVICE_TOKEN, type TestService } from '../testing/index.ts';
import { forServices, ProbeModule } from '../../test/probe.module.ts';
import { Client } from '../client/client.ts';

interface Sent {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

const spans: Sent[] = [];
let collector: http.Server;
let service: TestService;
beforeAll(async () => {
  collector = http.createServer((request, response) => {
    let body = '';
    request.on('data', (data) => (body += data));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] };
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  service = await startTestService({
    name: 'catalog',
    module: ProbeModule,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` },
  });
});
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

it('sends one trace for a request and the call that it makes, continuing the trace of the caller', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await fetch(`${service.url}/api/v1/probe/refuse/declared`, {
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  });
  const client = new Client({ baseUrl: service.url, serviceToken: TEST_SERVICE_TOKEN });
  await client.call(forServices);
  await client.close();
  // What is left is sent when the service stops.
  await service.close();

  expect(spans.map(({ name }) => name)).not.toContain('GET /health/ready');
  const request = spans.find(({ name }) => name === 'GET /api/v1/probe/refuse/:how');
  expect(request).toMatchObject({ kind: 2, traceId, parentSpanId: 'b7ad6b7169203331' });
  const call = spans.find(({ name }) => name === forServices.id)!;
  const answered = spans.find(({ name }) => name === 'GET /internal/probe')!;
  expect(answered).toMatchObject({ traceId: call.traceId, parentSpanId: call.spanId });
});
