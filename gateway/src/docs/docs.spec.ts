import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, isStaffAccess, needsSession } from '@shop/contracts';
import { testBrowser } from '@shop/test-kit';
import { chromium } from 'playwright-core';
import { type GatewayHarness, startGatewayHarness } from '../../test/gateway-harness.ts';
import { routed, routes } from '../routes.ts';

let harness: GatewayHarness;
let api: string;
beforeAll(async () => {
  harness = await startGatewayHarness('docs', { calls, table: routes });
  api = `${harness.gateway.url}/api/v1`;
});
afterAll(() => harness.stop());

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

interface Operation {
  operationId: string;
  responses: Record<string, unknown>;
  requestBody?: { content: Record<string, { encoding?: object }> };
}

describe('the document of the API', () => {
  it('has every refusal that follows from access, method and limit, for every call that it can happen to', async () => {
    const document = (await (await fetch(`${api}/openapi.json`)).json()) as Document;
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const lacking = routed(calls).flatMap((call) => {
      const { responses } = operations.find(({ operationId }) => operationId === call.id)!;
      const expected = [
        ...['400', '408', '413', '431', '500', '503', '504'],
        ...(needsSession(call.access) ? ['401'] : []),
        ...(isStaffAccess(call.access) || (call.method !== 'GET' && call.access !== 'provider') ? ['403'] : []),
        ...(call.method === 'GET' ? [] : ['415']),
        ...(call.limit === 'none' ? [] : ['429']),
        ...(call.idempotencyKey ? ['409', '422'] : []),
      ];
      return expected.filter((status) => !(status in responses)).map((status) => `${call.id} ${status}`);
    });
    expect(lacking).toEqual([]);
  });

  it('says of an answer that is no JSON what it is', async () => {
    const { paths } = (await (await fetch(`${api}/openapi.json`)).json()) as Document;
    const types = (path: string) => Object.keys((paths[path]!['get']!.responses['200'] as { content: object }).content);
    expect(types('/api/v1/order/{id}/invoice')).toEqual(['application/pdf']);
    expect(types('/api/v1/videos/{name}')).toEqual(['video/mp4']);
    expect(types('/api/v1/images/{name}')).toContain('image/webp');
  });

  it('says of each file of a form what it is', async () => {
    const { paths } = (await (await fetch(`${api}/openapi.json`)).json()) as Document;
    const encodingOf = (method: string, path: string) =>
      paths[path]![method]!.requestBody!.content['multipart/form-data']!.encoding;
    expect(encodingOf('post', '/api/v1/admin/images')).toEqual({ image: { contentType: 'image/*' } });
    expect(encodingOf('post', '/api/v1/admin/videos')).toEqual({ video: { contentType: 'video/mp4' } });
    const part = '/api/v1/admin/product-imports/{id}/parts/{number}';
    expect(encodingOf('put', part)).toEqual({ part: { contentType: 'text/csv' } });
  });

  it('has every call that the gateway lets through, and no other', async () => {
    const document = (await (await fetch(`${api}/openapi.json`)).json()) as Document;
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(ids.sort()).toEqual(
      routed(calls)
        .map(({ id }) => id)
        .sort(),
    );
    expect(document.paths['/api/v1/me']!['get']!.operationId).toBe('identity.me');
    expect(JSON.stringify(document)).not.toContain('/internal/');
  });

  it('refers to nothing that it does not hold', async () => {
    const text = await (await fetch(`${api}/openapi.json`)).text();
    const { components } = JSON.parse(text) as Document;
    const named = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !(name in components.schemas))).toEqual([]);
    expect(text).not.toContain('#/$defs/');
  });

  it('says what each call can refuse', async () => {
    const document = (await (await fetch(`${api}/openapi.json`)).json()) as Document;
    const { responses } = document.paths['/api/v1/me/update']!['put']!;
    expect(Object.keys(responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '408',
      '409',
      '413',
      '415',
      '429',
      '431',
      '500',
      '503',
      '504',
    ]);
    expect(JSON.stringify(responses['409'])).toContain('user.username-taken');
  });
});

it('shows the whole API as a page in a browser, under a policy that lets nothing foreign in', async () => {
  const browser = await chromium.launch(testBrowser());
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    const requested: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`${api}/docs`);
    await page.getByText('/api/v1/me/update').first().waitFor({ timeout: 0 });
    expect(await page.locator('.opblock').count()).toBe(routed(calls).length);
    expect(errors).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(harness.gateway.url) && !url.startsWith('data:'))).toEqual([]);
  } finally {
    await browser.close();
  }
});
