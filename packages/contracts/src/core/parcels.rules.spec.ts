import { expect, it } from '@jest/globals';
import { piecesSent, placesForBuyer, placesToSend } from './parcels.rules.ts';

const order = { items: ['ring', 'pendant', 'chain'] };

it('what has left and what was withdrawn from is not sent', () => {
  expect(placesToSend(order)).toEqual([0, 1, 2]);
  expect(placesToSend({ ...order, shipments: [{ lines: [2] }], withdrawals: [{ lines: [0] }] })).toEqual([1]);
  expect(placesToSend({ ...order, shipments: [{ lines: [2, 0] }, { lines: [1] }] })).toEqual([]);
});

it('a buyer gets what left before it was withdrawn from, and not what was withdrawn from before it left', () => {
  expect(placesForBuyer(order)).toEqual([0, 1, 2]);
  expect(placesForBuyer({ ...order, shipments: [{ lines: [2] }], withdrawals: [{ lines: [2, 0] }] })).toEqual([1, 2]);
});

it('pieces are counted in parcels, of all that the buyer gets', () => {
  const items = [{ quantity: 1 }, { quantity: 2 }, { quantity: 3 }];
  expect(piecesSent({ items })).toEqual({ shipped: 0, all: 6 });
  expect(piecesSent({ items, shipments: [{ lines: [1] }] })).toEqual({ shipped: 2, all: 6 });
  const withdrawals = [{ lines: [0, 1] }];
  expect(piecesSent({ items, shipments: [{ lines: [1] }], withdrawals })).toEqual({ shipped: 2, all: 5 });
});
