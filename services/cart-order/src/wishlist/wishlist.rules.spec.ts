import { describe, expect, it } from '@jest/globals';
import { addedAtOf, firstNameOf, merged } from './wishlist.rules.ts';

const wish = (productId: string, minute: number, pricePaise?: number) => ({
  productId,
  addedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)),
  ...(pricePaise !== undefined && { pricePaise }),
});
const idsOf = (items: readonly { productId: string }[]) => items.map(({ productId }) => productId).join('');

describe('a guest’s list joins that of the account', () => {
  it('with every piece once, as the account has it, the newest first', () => {
    const { items, left } = merged([wish('b', 5, 100), wish('a', 1)], [wish('c', 3), wish('b', 9, 200)], 10);
    expect([idsOf(items), items[0]!.pricePaise, left]).toEqual(['bca', 100, []]);
  });

  it('with the newest of the guest’s pieces where there is no room for all, and names the others', () => {
    const { items, left } = merged([wish('a', 1)], [wish('b', 2), wish('d', 4), wish('c', 3)], 3);
    expect([idsOf(items), left]).toEqual(['dca', ['b']]);
  });

  it('with a piece once that the guest’s list has twice', () => {
    expect(idsOf(merged([], [wish('a', 1), wish('a', 2)], 3).items)).toBe('a');
  });
});

it('believes no time that is still to come', () => {
  const now = new Date('2026-01-02T00:00:00Z');
  expect([
    addedAtOf('2030-01-01T00:00:00Z', now),
    addedAtOf('2026-01-01T00:00:00Z', now),
    addedAtOf(undefined, now),
  ]).toEqual([now, new Date('2026-01-01T00:00:00Z'), now]);
});

it.each([
  ['Asha Mehta', 'Asha'],
  ['  Emily   Jane Carter', 'Emily'],
  ['Meera', 'Meera'],
  [' ', undefined],
  [undefined, undefined],
])('calls %j by %j', (name, first) => {
  expect(firstNameOf(name)).toBe(first);
});
