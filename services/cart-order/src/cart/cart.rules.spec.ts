import { describe, expect, it } from '@jest/globals';
import { countOf, isSameItem, quantityOf, withoutBought } from './cart.rules.ts';
import type { CartLine } from './cart.schema.ts';

const item = (customizations: CartLine['customizations'], productId = 'ring') => ({ productId, customizations });
const line = (_id: string, quantity: number, productId = 'ring') => ({ _id, quantity, productId }) as CartLine;

describe('two additions to a cart', () => {
  const chosen = { costomization: 'yes', metalPurity: { value: '18K', price: 5_300 }, metalTone: 'Rose Gold' } as const;

  it('are one line where product and choices are the same, whatever the choices cost and in whatever order', () => {
    expect(isSameItem(item(chosen), item(chosen))).toBe(true);
    const { metalTone, metalPurity, costomization } = chosen;
    const dearer = { metalTone, metalPurity: { ...metalPurity, price: 6_000 }, costomization };
    expect(isSameItem(item(chosen), item(dearer))).toBe(true);
  });

  it('are two lines where a product or a choice differs', () => {
    expect(isSameItem(item(chosen), item(chosen, 'chain'))).toBe(false);
    expect(isSameItem(item(chosen), item({ ...chosen, metalTone: 'Yellow Gold' }))).toBe(false);
    expect(isSameItem(item(chosen), item({ ...chosen, metalPurity: { value: '22K', price: 5_300 } }))).toBe(false);
    expect(isSameItem(item(chosen), item({ ...chosen, engraving: 'Asha' }))).toBe(false);
    expect(
      isSameItem(
        item({ costomization: 'no', metalTone: 'A', backType: 'B' } as never),
        item({ costomization: 'no', metalTone: 'B', backType: 'A' } as never),
      ),
    ).toBe(false);
  });
});

describe('a cart', () => {
  const lines = [line('a', 2), line('b', 3, 'chain'), line('c', 4)];

  it('counts its pieces, and those of a product over all its lines', () => {
    expect([countOf(lines), countOf([])]).toEqual([9, 0]);
    expect(['ring', 'chain', 'bangle'].map((productId) => quantityOf(lines, productId))).toEqual([6, 3, 0]);
  });

  it('keeps what was not bought: other lines, and what a line grew by since', () => {
    const bought = [
      { cartItemId: 'a', quantity: 2 },
      { cartItemId: 'c', quantity: 1 },
    ];
    expect(withoutBought(lines, bought)).toEqual([line('b', 3, 'chain'), line('c', 3)]);
  });

  it('does not get back a line that was removed or made smaller since', () => {
    expect(withoutBought([line('a', 1)], [{ cartItemId: 'a', quantity: 2 }])).toEqual([]);
    expect(withoutBought([], [{ cartItemId: 'a', quantity: 2 }])).toEqual([]);
    expect(withoutBought(lines, [{ quantity: 2 }])).toEqual(lines);
  });
});
