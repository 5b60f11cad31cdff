import { PassThrough } from 'node:stream';
import { expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { createPino } from '../logging/logger.ts';
import { createServer } from './server.ts';

it('logs each request by its route, with its ids, and not a word of its query, body or address', async () => {
  const written = new PassThrough();
  let text = '';
  written.on('data', (data) => (text += String(data)));
  const fastify = createServer({ log: createPino('catalog', 'info', written), bodyLimit: 1_000 }).getInstance();
  fastify.post('/users/:email', (_request, reply) => reply.send({ ok: true }));
  fastify.get('/health/live', (_request, reply) => reply.send({ live: true }));
  await fastify.inject({ url: '/health/live' });
  await fastify.inject({
    method: 'POST',
    url: '/users/asha@example.com?token=secret',
    headers: { 'x-request-id': 'request-0001', 'x-correlation-id': 'correlation-0001', cookie: 'access=secret' },
    payload: { password: 'secret' },
  });
  await eventually(() => text.endsWith('\n'), { what: 'the log line' });
  await fastify.close();
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      service: 'catalog',
      requestId: 'request-0001',
      correlationId: 'correlation-0001',
      method: 'POST',
      route: '/users/:email',
      status: 200,
      ms: expect.any(Number),
      msg: 'request',
    },
  ]);
});
