import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { inContext } from '../logging/context.ts';
import { startTestService, TEST_SERVICE_TOKEN, type TestService } from '../testing/index.ts';
import { echo, forServices, Probe, ProbeModule, refuse, slow, upload } from '../../test/probe.module.ts';
import { CallError, Client } from './client.ts';

let service: TestService;
let client: Client;
let broken: http.Server | undefined;
beforeAll(async () => {
  service = await startTestService({ name: 'catalog', module: ProbeModule });
  client = new Client({ baseUrl: service.url, serviceToken: TEST_SERVICE_TOKEN });
});
afterAll(async () => {
  await client.close();
  await service.close();
});

afterEach(() => {
  broken?.closeAllConnections();
  broken?.close();
  broken = undefined;
});

const failure = async (call: Promise<unknown>): Promise<CallError> => {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
};

describe('a call to another service', () => {
  it('sends path, query and body, and answers what the contract names', async () => {
    const answer = await client.call(echo, { params: { group: 'AR-1' }, query: { page: 2 }, body: { name: 'Asha' } });
    expect(answer).toMatchObject({ name: 'Asha', page: 2, group: 'AR-1' });
  });

  it('carries the service token and the correlation id of the work under way', async () => {
    const context = { requestId: 'request-0001', correlationId: 'correlation-0001' };
    expect(await inContext(context, () => client.call(forServices))).toEqual({ correlationId: 'correlation-0001' });
  });

  it('sends files as a form, also of a call whose body is empty', async () => {
    const files = { image: { data: Buffer.from('abc'), fileName: 'ring.png', contentType: 'image/png' } };
    const error = await failure(client.call(upload, { body: {} as never, files }));
    // Read as a form, of which it misses the field.
    expect(error.problem).toMatchObject({ code: 'request.invalid', errors: { title: 'Title is required' } });
  });

  it('turns a problem into an error with its code and fields', async () => {
    const error = await failure(client.call(echo, { params: { group: 'nope' }, body: { name: 'Asha' } }));
    expect(error).toMatchObject({ code: 'request.invalid', status: 400, refused: true });
    expect(error.problem?.errors).toEqual({ group: 'A group code looks like AR-1042' });
  });

  it('takes a failed service for an unknown outcome', async () => {
    const error = await failure(client.call(refuse, { params: { how: 'unexpected' } }));
    expect(error).toMatchObject({ code: 'unexpected.error', status: 500, refused: false });
  });

  it('gives up after the time that the contract gives it', async () => {
    const open = service.app.get(Probe).hold();
    const error = await failure(client.call(slow));
    expect(error).toMatchObject({ code: 'service.timeout', status: undefined, refused: false });
    open();
  });

  it('knows that nothing happened where there was no connection', async () => {
    const unreachable = new Client({ baseUrl: 'http://127.0.0.1:1' });
    expect(await failure(unreachable.call(slow))).toMatchObject({ code: 'service.unavailable', refused: true });
    await unreachable.close();
  });

  it('reads once more when the connection broke, and writes once more only what may be repeated', async () => {
    // With ample time: what is slow here must not be taken for what is broken.
    const read = { ...slow, timeoutMs: 30_000 };
    const forPosts = { ...read, method: 'POST' as const };
    let requests = 0;
    broken = http.createServer((request, response) => {
      requests += 1;
      if (requests % 2 === 1) request.socket.destroy();
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    });
    broken.listen(0, '127.0.0.1');
    await once(broken, 'listening');
    const fragile = new Client({ baseUrl: `http://127.0.0.1:${(broken.address() as AddressInfo).port}` });
    expect(await fragile.call(read)).toEqual({ ok: true });
    expect(requests).toBe(2);
    const write = { params: { group: 'AR-1' }, body: { name: 'Asha' } };
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      requests = 0;
      const error = await failure(fragile.call({ ...echo, method, timeoutMs: 30_000 }, write));
      expect(error).toMatchObject({ code: 'service.unavailable', refused: false });
      expect(requests).toBe(1);
    }
    requests = 0;
    expect(await fragile.call({ ...forPosts, repeatable: 'It only reads' })).toEqual({ ok: true });
    expect(requests).toBe(2);
    requests = 0;
    expect(await fragile.call({ ...forPosts, idempotencyKey: true }, { idempotencyKey: 'key-1' })).toEqual({
      ok: true,
    });
    expect(requests).toBe(2);
    await fragile.close();
  });
});
