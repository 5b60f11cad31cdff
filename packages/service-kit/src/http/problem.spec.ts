import http from 'node:http';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Problem } from '@shop/contracts';
import { mongo } from 'mongoose';
import { startTestService, type TestService } from '../testing/index.ts';
import { ProbeModule } from '../../test/probe.module.ts';
import { failureFrom } from './problem.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    name: 'catalog',
    module: ProbeModule,
    environment: { BODY_LIMIT_BYTES: '2000', UPLOAD_LIMIT_BYTES: '5000' },
  });
});
afterAll(() => service.close());

const json = { 'content-type': 'application/json' };

async function problem(answer: Response): Promise<Problem> {
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  const body = (await answer.json()) as Problem;
  expect(body.status).toBe(answer.status);
  expect(body.requestId).toBe(answer.headers.get('x-request-id'));
  expect(body.type).toBe(`urn:shop:problem:${body.code}`);
  return body;
}

const post = (path: string, body: string, headers: Record<string, string> = json) =>
  fetch(service.url + path, { method: 'POST', headers, body });

describe('a call of the contracts', () => {
  it('answers what its contract names and drops the rest', async () => {
    const answer = await post('/api/v1/probe/AR-1/echo?page=3', JSON.stringify({ name: 'Asha', admin: true }), {
      ...json,
      'x-correlation-id': 'correlation-1',
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      name: 'Asha',
      page: 3,
      group: 'AR-1',
      userId: null,
      correlationId: 'correlation-1',
    });
  });

  it('names every bad field of path, query and body at once', async () => {
    const answer = await post('/api/v1/probe/nope/echo?page=0', JSON.stringify({ address: {} }));
    expect(await problem(answer)).toMatchObject({
      status: 400,
      code: 'request.invalid',
      message: 'Please check the marked fields',
      errors: {
        group: 'A group code looks like AR-1042',
        page: 'The first page is 1',
        name: 'Name is required',
        'address.pincode': 'Pincode is required',
      },
    });
  });

  it('takes a missing body for an empty one, and says what it lacks', async () => {
    const answer = await fetch(`${service.url}/api/v1/probe/AR-1/echo`, { method: 'POST' });
    expect((await problem(answer)).errors).toEqual({ name: 'Name is required' });
  });

  it('takes a file beside the fields of a form', async () => {
    const form = new FormData();
    form.set('title', 'Ring');
    form.set('image', new Blob([new Uint8Array(1234)]), 'ring.png');
    const answer = await fetch(`${service.url}/api/v1/probe/upload`, { method: 'POST', body: form });
    expect(await answer.json()).toEqual({ title: 'Ring', bytes: 1234 });
  });
});

describe('every error is application/problem+json', () => {
  it('of an unknown route', async () => {
    expect(await problem(await fetch(`${service.url}/api/v1/nothing`))).toMatchObject({
      status: 404,
      code: 'route.not-found',
    });
  });

  it('of a known route with another method, with the methods it has', async () => {
    const answer = await fetch(`${service.url}/api/v1/probe/user`, { method: 'DELETE' });
    expect(await problem(answer)).toMatchObject({ status: 405, code: 'route.method-not-allowed' });
    expect(answer.headers.get('allow')).toBe('GET');
  });

  it('of broken JSON', async () => {
    expect(await problem(await post('/api/v1/probe/AR-1/echo', '{"name": '))).toMatchObject({
      status: 400,
      code: 'request.malformed',
    });
  });

  it('of JSON that would change prototypes', async () => {
    expect(await problem(await post('/api/v1/probe/AR-1/echo', '{"__proto__": {"x": 1}}'))).toMatchObject({
      status: 400,
      code: 'request.malformed',
    });
  });

  it('of a body that is too large', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(3000) });
    expect(await problem(await post('/api/v1/probe/AR-1/echo', body))).toMatchObject({
      status: 413,
      code: 'request.too-large',
    });
  });

  it('of a file that is too large', async () => {
    const form = new FormData();
    form.set('title', 'Ring');
    form.set('image', new Blob([new Uint8Array(6000)]), 'ring.png');
    const answer = await fetch(`${service.url}/api/v1/probe/upload`, { method: 'POST', body: form });
    expect(await problem(answer)).toMatchObject({ status: 413, code: 'request.too-large' });
  });

  it('of a file where none is expected', async () => {
    const form = new FormData();
    form.set('title', 'Ring');
    form.set('script', new Blob(['x']), 'x.js');
    const answer = await fetch(`${service.url}/api/v1/probe/upload`, { method: 'POST', body: form });
    expect((await problem(answer)).errors).toEqual({ script: 'No file is expected here' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/xml'])('of a body in %s', async (type) => {
    const answer = await post('/api/v1/probe/AR-1/echo', 'name=Asha', { 'content-type': type });
    expect(await problem(answer)).toMatchObject({ status: 415, code: 'request.unsupported-type' });
  });

  it('of a form sent to a call without files', async () => {
    const form = new FormData();
    form.set('name', 'Asha');
    const answer = await fetch(`${service.url}/api/v1/probe/AR-1/echo`, { method: 'POST', body: form });
    expect(await problem(answer)).toMatchObject({ status: 415, code: 'request.unsupported-type' });
  });

  it('of a malformed URL', async () => {
    const answer = await raw('GET /api/v1/probe/%E0%A4%A HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"request.malformed"');
    expect(answer).toContain('content-type: application/problem+json');
  });

  it('of headers that are too long', async () => {
    const answer = await raw(`GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(100_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('"code":"request.headers-too-large"');
  });

  it('of what is not HTTP', async () => {
    const answer = await raw('HELLO\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"request.malformed"');
  });

  it('of an expected failure, with its details and headers', async () => {
    const answer = await fetch(`${service.url}/api/v1/probe/refuse/declared`);
    expect(await problem(answer)).toMatchObject({ status: 429, code: 'request.too-many', details: { left: 0 } });
    expect(answer.headers.get('retry-after')).toBe('7');
  });

  it('of something unexpected, without a word of what it was', async () => {
    const answer = await fetch(`${service.url}/api/v1/probe/refuse/unexpected`);
    const body = await problem(answer);
    expect(body).toMatchObject({
      status: 500,
      code: 'unexpected.error',
      message: 'Something went wrong. Please try again',
    });
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });
});

describe('what breaks its own contract', () => {
  // A service of its own, because closing it fails.
  let broken: TestService;
  beforeAll(async () => {
    broken = await startTestService({ name: 'catalog', module: ProbeModule });
  });

  it('is answered as a problem, and fails the test of the service with what it was', async () => {
    expect(await problem(await fetch(`${broken.url}/api/v1/probe/refuse/contract`))).toMatchObject({ status: 500 });
    expect(await problem(await fetch(`${broken.url}/api/v1/probe/refuse/undeclared`))).toMatchObject({ status: 503 });
    await fetch(`${broken.url}/api/v1/probe/careless`, {
      method: 'POST',
      headers: { ...json, 'idempotency-key': 'key-1' },
      body: JSON.stringify({ name: 'ring' }),
    });
    await expect(broken.close()).rejects.toThrow(
      'The service broke its contracts:\n' +
        'probe.refuse: the answer breaks the contract at ok: Invalid input: expected boolean, received string\n' +
        'probe.refuse: mail.not-sent is not among the errors of the contract\n' +
        'probe.careless: the contract takes an Idempotency-Key, and the handler does not pass its input to Idempotency',
    );
  });
});

it('is not fooled by a request id that is none', async () => {
  const request = http.get(`${service.url}/health/live`, { headers: { 'x-request-id': 'a b"c' } });
  const answer = await new Promise<http.IncomingMessage>((resolve) => request.on('response', resolve));
  answer.resume();
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

/** Sends raw bytes; resolves with everything received until the connection closes. */
function raw(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(service.url);
    let answer = '';
    const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(request));
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
  });
}

describe('an error of MongoDB', () => {
  it.each([
    [10_107, 'not primary'],
    [189, 'primary stepped down'],
    [11_602, 'operation was interrupted'],
    [
      290,
      "operation was interrupted because the transaction exceeded the configured 'transactionLifetimeLimitSeconds'",
    ],
  ])('while its primary changes or it is busy (%i) is a 503 that says when to ask again', (code, message) => {
    const { status, headers } = failureFrom(new mongo.MongoServerError({ message, code }));
    expect([status, headers]).toEqual([503, { 'retry-after': '2' }]);
  });

  it('that is an error of the service stays one', () => {
    expect(failureFrom(new mongo.MongoServerError({ message: 'E11000 duplicate key', code: 11_000 })).status).toBe(500);
  });
});
