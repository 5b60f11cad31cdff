import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { catalog } from '@shop/contracts';
import { startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

const send = (method: string, path: string, body?: object) =>
  shop.send<{ code: string; message: string; errors: Record<string, string>; customization: catalog.Customization }>(
    method,
    path,
    body,
    shop.staff,
  );

describe('customizations', () => {
  it('are made, read by group, listed by group, changed in what is sent and deleted', async () => {
    const rows = [{ value: '18K', price: 5_300.5 }];
    const { body } = await send('POST', '/admin/customization/new', { productGroup: 'ar-2002', metalPurity: rows });
    expect(body).toMatchObject({
      message: 'Customization created successfully',
      customization: { productGroup: 'AR-2002', metalPurity: rows, stoneType: [] },
    });
    await send('POST', '/admin/customization/new', { productGroup: 'AR-2001' });
    const listed = await shop.get<{ customizations: catalog.Customization[] }>('/admin/customization', shop.staff);
    expect(listed.body.customizations.map(({ productGroup }) => productGroup)).toEqual(['AR-2001', 'AR-2002']);

    const path = `/admin/customization/${body.customization._id}`;
    const read = async () =>
      (await shop.get<{ customization: catalog.Customization }>('/customization/ar-2002')).body.customization;
    await send('PUT', path, { stoneType: [{ value: 'Ruby', price: 10 }] });
    expect(await read()).toMatchObject({ metalPurity: rows, stoneType: [{ value: 'Ruby', price: 10 }] });
    await send('PUT', path, { metalPurity: [] });
    expect(await read()).toMatchObject({ metalPurity: [], stoneType: [{ value: 'Ruby', price: 10 }] });
    expect((await send('DELETE', path)).body.message).toBe('Customization deleted successfully');
    expect((await shop.get('/customization/AR-2002')).body).toEqual({ customization: null });
    expect((await send('DELETE', path)).body.code).toBe('customization.not-found');
  });

  it('are one per group', async () => {
    await send('POST', '/admin/customization/new', { productGroup: 'AR-2003' });
    expect((await send('POST', '/admin/customization/new', { productGroup: 'AR-2003' })).body.code).toBe(
      'customization.taken',
    );
  });

  it('need a group and a value in each row, and take a price that is no number as none', async () => {
    const { status, body } = await send('POST', '/admin/customization/new', { metalPurity: [{ value: '', price: 1 }] });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject({
      productGroup: 'Product group is required',
      'metalPurity.0.value': 'This is required',
    });
    const made = await send('POST', '/admin/customization/new', {
      productGroup: 'AR-2004',
      metalPurity: [{ value: '18K', price: 'a lot' }],
    });
    expect(made.body.customization.metalPurity).toEqual([{ value: '18K', price: 0 }]);
  });
});
