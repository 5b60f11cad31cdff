import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder, type catalog, type EventSpec } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { internal, startShop, type TestShop } from '../../test/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const hold = (lines: { productId: string; quantity: number }[], holdId: string = crypto.randomUUID()) =>
  shop.send<{ code?: string; state?: string; details?: { lines: unknown } }>(
    'POST',
    '/internal/holds',
    { holdId, lines },
    internal,
  );

async function counts(id: string) {
  const { body } = await shop.get<{ product: catalog.ProductForStaff }>(`/admin/product/${id}`, shop.staff);
  const { stock, held, sold } = body.product;
  return { stock, held, sold };
}

describe('holding', () => {
  it('sells exactly 20 of 20 pieces when 50 hold at once', async () => {
    const { _id: productId } = await shop.add({ stock: 20 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => hold([{ productId, quantity: 1 }])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ body }) => body.code === 'stock.insufficient')).toHaveLength(30);
    expect(await counts(productId)).toEqual({ stock: 0, held: 20, sold: 0 });
  });
});
