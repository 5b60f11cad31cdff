import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { content } from '@shop/contracts';
import { TEST_SERVICE_TOKEN, type TestService } from '@shop/service-kit/testing';
import { startContent } from '../../test/service-harness.ts';

const RELEASES: content.Releases = {
  frontends: [
    {
      ...{ slice: 'mfe-checkout', liveSince: null, before: null, waiting: null },
      versions: [
        {
          ...{ version: '1.0.0-abc', state: 'live', publishedAt: '2026-11-27T10:00:00.000Z', retiredAt: null },
          ...{ commit: 'c0ffee', bytes: 1_234 },
        },
      ],
    },
  ],
  changes: [],
};

// Real: the service with its infrastructure. The shell is played.
let shell: http.Server;
let answer: { status: number; body: unknown };
const tokens: unknown[] = [];
let service: TestService;

beforeAll(async () => {
  shell = http.createServer((request, response) => {
    tokens.push(request.headers['x-service-token']);
    const status = request.url === '/internal/releases' ? answer.status : 404;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => shell.listen(0, '127.0.0.1', resolve));
  service = await startContent({ SHELL_URL: `http://127.0.0.1:${(shell.address() as AddressInfo).port}` });
});
afterAll(async () => {
  await service?.close();
  shell?.closeAllConnections();
  shell?.close();
});

const get = async (headers: Record<string, string>) => {
  const response = await fetch(`${service.url}/api/v1/admin/releases`, { headers });
  return { status: response.status, body: (await response.json()) as content.Releases & { code: string } };
};

describe('releases', () => {
  it('are what the shell says, for who may see them', async () => {
    answer = { status: 200, body: RELEASES };
    expect(await get(await service.signIn({ role: 'admin' }))).toEqual({ status: 200, body: RELEASES });
    expect(tokens).toEqual([TEST_SERVICE_TOKEN]);
    expect((await get(await service.signIn())).status).toBe(403);
    expect(tokens).toHaveLength(1);
  });

  it.each([
    { status: 503, body: {} },
    { status: 200, body: { frontends: 'what is this' } },
  ])('are away where the shell answers $status with $body', async (given) => {
    answer = given;
    const { status, body } = await get(await service.signIn({ role: 'admin' }));
    expect([status, body.code]).toEqual([503, 'releases.away']);
  });
});
