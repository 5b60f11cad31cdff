import { describe, expect, it } from '@jest/globals';
import { type cartOrder, paiseFrom } from '@shop/contracts';
import fc from 'fast-check';
import { cartWithMrp, itemWithMrp } from './mrp.rules.ts';

type Item = cartOrder.CartItem;

const item = (finalPrice: number, quantity = 1, availability: Item['availability'] = 'available') =>
  ({ finalPrice, linePrice: (paiseFrom(finalPrice) * quantity) / 100, quantity, availability }) as Item;
const cartOf = (cart: Item[]) => ({
  cart,
  subtotal: cart.reduce((sum, one) => sum + (one.availability === 'gone' ? 0 : paiseFrom(one.linePrice)), 0) / 100,
});

describe('the MRP', () => {
  it('of an item is its price with GST, of one piece and of the line', () => {
    expect(itemWithMrp(item(16.5, 3), 0.03)).toEqual({ ...item(16.5, 3), mrp: 17, lineMrp: 50.99 });
  });

  it('of a cart is that of its subtotal, and its lines add up to it to the paisa', () => {
    const cart = fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 10_00_000_00 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom<Item['availability'][]>('available', 'short', 'gone'),
      ),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(cart, fc.constantFrom(0, 0.03, 0.18), (some, gstRate) => {
        const shown = cartWithMrp(cartOf(some.map(([paise, ...rest]) => item(paise / 100, ...rest))), gstRate);
        const summed = shown.cart.filter(({ availability }) => availability !== 'gone');
        expect(summed.reduce((sum, { lineMrp }) => sum + paiseFrom(lineMrp!), 0)).toBe(paiseFrom(shown.mrp));
      }),
    );
  });

  it('of a line is its share, the larger one where a paisa is left', () => {
    const shown = cartWithMrp(cartOf([item(16.5), item(16.5), item(17)]), 0.03);
    expect([shown.mrp, ...shown.cart.map(({ lineMrp }) => lineMrp)]).toEqual([51.5, 17, 16.99, 17.51]);
    expect(shown.cart.map(({ mrp }) => mrp)).toEqual([17, 17, 17.51]);
  });

  it('of a piece that is gone is its own, and in no sum', () => {
    const shown = cartWithMrp(cartOf([item(16.5, 2, 'gone'), item(16.5)]), 0.03);
    expect([shown.mrp, ...shown.cart.map(({ lineMrp }) => lineMrp)]).toEqual([17, 33.99, 17]);
  });
});
