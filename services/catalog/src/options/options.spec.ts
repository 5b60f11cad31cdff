import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalog } from '@shop/contracts';
import { TEST_SERVICE_TOKEN } from '@shop/service-kit/testing';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

describe('the picture of an entry', () => {
  it('comes as a file in a form: content stores it, and what content refuses is refused', async () => {
    const received: { url: string | undefined; type: string | undefined; token: unknown; text: string }[] = [];
    let answer: { status: number; body: object } = {
      status: 201,
      body: { image: { src: '/api/v1/images/stored.webp', width: 9, height: 9 } },
    };
    const content = http.createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString('latin1');
        const { 'x-service-token': token, 'content-type': type } = request.headers;
        received.push({ url: request.url, type, token, text });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
      })();
    });
    await new Promise<void>((resolve) => content.listen(0, '127.0.0.1', resolve));
    const own = await startCatalog({ CONTENT_URL: `http://127.0.0.1:${(content.address() as AddressInfo).port}` });
    try {
      const send = async (method: string, path: string, fields: Record<string, string>, file?: string) => {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.set(name, value);
        if (file !== undefined) form.set('image', new File([file], 'rose.png', { type: 'image/png' }));
        const sent = await fetch(`${own.service.url}/api/v1${path}`, { method, headers: own.staff, body: form });
        return {
          status: sent.status,
          headers: sent.headers,
          body: (await sent.json()) as { data: Entry; errors: Record<string, string> },
        };
      };
      const made = await send('POST', '/admin/metal-tone', { name: 'Rose Gold', price: '12.50' }, 'PICTURE');
      expect(made).toMatchObject({
        status: 201,
        body: { data: { name: 'Rose Gold', price: 12.5, image: '/api/v1/images/stored.webp' } },
      });
      expect(received).toMatchObject([{ url: '/internal/images', token: TEST_SERVICE_TOKEN }]);
      expect(received[0]!.type).toContain('multipart/form-data; boundary=');
      expect(received[0]!.text).toContain('filename="rose.png"');
      expect(received[0]!.text).toContain('PICTURE');
      const path = `/admin/metal-tone/${made.body.data._id}`;
      const changed = await send('PUT', path, {
        name: 'Rose Gold',
        price: '0',
        image: '/api/v1/images/other.webp',
        carryAlong: 'true',
      });
      expect(changed.body).toMatchObject({ data: { price: 0, image: '/api/v1/images/other.webp' } });
      const errors = { image: 'This is not a picture' };
      answer = { status: 400, body: { code: 'request.invalid', message: 'Please check', status: 400, errors } };
      expect(await send('PUT', path, { name: 'Rose Gold' }, 'not one')).toMatchObject({
        status: 400,
        body: { errors },
      });
      answer = { status: 429, body: { code: 'request.too-many', message: 'Wait', status: 429 } };
      const full = await send('POST', '/admin/metal-tone', { name: 'Blush' }, 'PICTURE');
      expect([full.status, full.headers.get('retry-after')]).toEqual([429, '1']);
      const bad = await send('POST', '/admin/metal-tone', { name: 'Blush', price: 'much', image: 'javascript:1' });
      expect(Object.keys(bad.body.errors)).toEqual(['price', 'image']);
    } finally {
      await own.close();
      content.close();
    }
  });
});

type Entry = Record<string, unknown> & { _id: string };

describe.each(catalog.OPTION_KINDS)('the option list %s', (base) => {
  const { plural, field } = catalog.OPTION_LISTS[base];

  it('can be added to, read, changed and taken from', async () => {
    const send = (method: string, path: string, body?: object) =>
      shop.send<{ data: Entry; code: string }>(method, path, body, shop.staff);
    const list = async () => (await shop.get<{ data: Entry[] }>(`/${plural}`)).body.data;

    const { status, body } = await send('POST', `/admin/${base}`, { [field]: 'First', price: 99.5 });
    expect(status).toBe(201);
    expect((await send('POST', `/admin/${base}`, { [field]: 'First' })).body.code).toBe('option.taken');
    await send('POST', `/admin/${base}`, { [field]: 'Second', image: '/api/v1/images/second.svg' });
    expect(await list()).toMatchObject([
      { [field]: 'First', price: 99.5 },
      { [field]: 'Second', price: 0, image: '/api/v1/images/second.svg' },
    ]);

    const { _id } = body.data;
    await send('PUT', `/admin/${base}/${_id}`, { [field]: 'Changed', price: 5 });
    expect((await list())[0]).toEqual({ _id, [field]: 'Changed', price: 5, version: expect.any(String) });
    await send('DELETE', `/admin/${base}/${_id}`);
    expect(await list()).toMatchObject([{ [field]: 'Second' }]);
    expect((await send('DELETE', `/admin/${base}/${_id}`)).body.code).toBe('option.not-found');
  });
});
