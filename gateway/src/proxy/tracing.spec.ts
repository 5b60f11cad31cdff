import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Bench, startBench } from '../../test/gateway.ts';

interface Sent {
  name: string;
  traceId: string;
  spanId: string;
}

const spans: Sent[] = [];
let collector: http.Server;
let bench: Bench;
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
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  bench = await startBench('tracing', { settings: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
});
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

// Real: the gateway, Redis, RabbitMQ. The service and the collector of traces are servers here.
it('begins a trace that the service continues', async () => {
  let traceparent: string | undefined;
  bench.catalog.answer = (request, response) => {
    traceparent = request.headers.traceparent as string | undefined;
    response.end('{}');
  };
  await fetch(`${bench.gateway.url}/api/v1/products`);
  // What is left is sent when the gateway stops.
  await bench.stop();
  const [, traceId, spanId] = traceparent?.split('-') ?? [];
  expect(spans).toContainEqual(expect.objectContaining({ name: 'GET catalog', traceId, spanId }));
});
