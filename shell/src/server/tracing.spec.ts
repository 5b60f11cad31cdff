import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTraceCollector, type TraceCollector } from '@shop/test-kit';
import { ShellServer } from './testing/shell-server.ts';

let collector: TraceCollector;
let shell: ShellServer;
beforeAll(async () => {
  collector = await startTraceCollector();
  shell = new ShellServer();
  shell.answer('/api/v1/thing', { name: 'A ring' });
  shell.deploy('storefront', {
    server: `
      import { jsx } from 'react/jsx-runtime';
      import { call } from '@shop/mfe-kit';
      const queryFn = () => call({ id: 'x', method: 'GET', path: '/api/v1/thing' });
      export default { 'thing-page': {
        default: () => jsx('h1', { children: 'A ring' }),
        prefetch: async (client) => {
          await client.fetchQuery({ queryKey: ['storefront', 'thing'], queryFn });
          return { head: { title: 'A ring' } };
        },
      } };`,
    pages: [{ path: '/thing', part: 'storefront/thing-page' }],
  });
  await shell.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
});
afterAll(async () => {
  await shell.stop();
  collector.close();
});

it('begins a trace for a page that is rendered, which the calls of the page continue', async () => {
  expect((await shell.get('/thing')).body).toContain('A ring');
  const [, traceId, spanId] = shell.traces.get('/api/v1/thing')?.split('-') ?? [];
  // Stopping sends the remaining spans.
  await shell.stop();
  expect(collector.spans).toContainEqual(expect.objectContaining({ name: 'render', kind: 2, traceId, spanId }));
});
