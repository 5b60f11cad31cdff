import { describe, expect, it } from '@jest/globals';
import type { CheckoutLine } from './checkout.schema.ts';
import { holdsAny, sharedOut, shortages } from './shortages.rules.ts';

const line = (productId: string, quantity: number, cartItemId?: string): CheckoutLine =>
  ({ productId, quantity, cartItemId, product: { name: `The ${productId}` } }) as CheckoutLine;
const LINES = [line('ring', 2, 'a'), line('chain', 1, 'b'), line('ring', 3, 'c'), line('ring', 1, 'd')];
const change = (productId: string, was: number, now: number, message: string) => ({
  ...{ productId, name: `The ${productId}`, what: 'stock', was, now, message },
});

describe('what is left of a product', () => {
  it('is shared out among its lines, in their order', () => {
    expect(sharedOut(LINES, { productId: 'ring', left: 4 }, 'Few')).toEqual([
      { ...change('ring', 2, 2, 'Few'), cartItemId: 'a' },
      { ...change('ring', 3, 2, 'Few'), cartItemId: 'c' },
      { ...change('ring', 1, 0, 'Few'), cartItemId: 'd' },
    ]);
  });

  it('is told without a line of the cart where the buyer has none', () => {
    expect(sharedOut([line('ring', 2)], { productId: 'ring', left: 1 }, 'Few')).toStrictEqual([
      change('ring', 2, 1, 'Few'),
    ]);
  });
});

describe('pieces that are short', () => {
  const checkout = { lines: [line('ring', 2), line('chain', 1)] };

  it('are named product by product, with how many are left', () => {
    const short = [
      { productId: 'ring', stock: 1 },
      { productId: 'chain', stock: 0 },
    ];
    expect(shortages(checkout, short, [])).toEqual([
      change('ring', 2, 1, 'Only 1 of The ring left'),
      change('chain', 1, 0, 'The chain is out of stock'),
    ]);
  });

  it('are said to be in a payment of the buyer only where one is under way for them', () => {
    const paying = [{ lines: [line('pin', 1)] }, { lines: [line('pin', 1), line('chain', 1)] }];
    const short = [
      { productId: 'ring', stock: 0 },
      { productId: 'chain', stock: 0 },
    ];
    expect(shortages(checkout, short, paying).map(({ message }) => message)).toEqual([
      'The ring is out of stock',
      'A payment of yours for The chain is under way',
    ]);
  });

  it('are said to be some of the first product where it is unknown which', () => {
    const [ring] = checkout.lines;
    const unknown = {
      ...{ productId: 'ring', name: ring!.product.name, what: 'stock', message: 'There are not enough pieces left' },
    };
    expect(shortages(checkout, [], [])).toEqual([unknown]);
    expect(shortages(checkout, [{ productId: 'pin', stock: 0 }], [])).toEqual([unknown]);
  });

  it('are held by a checkout that has at least one of them', () => {
    const short = [
      { productId: 'pin', stock: 0 },
      { productId: 'chain', stock: 0 },
    ];
    expect(holdsAny(checkout, short)).toBe(true);
    expect(holdsAny(checkout, short.slice(0, 1))).toBe(false);
    expect(holdsAny(checkout, [])).toBe(false);
  });
});
