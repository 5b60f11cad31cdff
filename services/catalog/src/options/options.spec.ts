import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalog } from '@shop/contracts';
import { startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

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
    expect((await list())[0]).toEqual({ _id, [field]: 'Changed', price: 5 });
    await send('DELETE', `/admin/${base}/${_id}`);
    expect(await list()).toMatchObject([{ [field]: 'Second' }]);
    expect((await send('DELETE', `/admin/${base}/${_id}`)).body.code).toBe('option.not-found');
  });
});
