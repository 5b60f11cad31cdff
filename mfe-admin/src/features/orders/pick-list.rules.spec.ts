import { expect, it } from '@jest/globals';
import { anOrder, aShipment } from '../../testing/orders.ts';
import { picksOf } from './pick-list.rules.ts';

const [ring] = anOrder().items;
const engraved = { ...ring!, quantity: 1, customizations: { costomization: 'no', engraving: 'Asha' } };
const pendant = {
  ...{ ...ring!, productId: 'e'.repeat(24), quantity: 1 },
  product: { ...ring!.product, name: 'Tara Pendant', productGroup: 'AR-999' },
};

it('puts equal pieces of all orders together, by group, and leaves out what has left', () => {
  const one = anOrder({ _id: '1'.repeat(24), items: [ring!, engraved, pendant] });
  const other = anOrder({ _id: '2'.repeat(24), items: [pendant, ring!], shipments: [aShipment()] });
  expect(
    picksOf([one, other]).map(({ group, pieces, choices, orders }) => ({ group, pieces, choices, orders })),
  ).toEqual([
    { group: 'AR-999', pieces: 1, choices: [], orders: [{ id: one._id, pieces: 1 }] },
    {
      ...{ group: 'AR-1001', pieces: 4, choices: [] },
      orders: [
        { id: one._id, pieces: 2 },
        { id: other._id, pieces: 2 },
      ],
    },
    {
      ...{ group: 'AR-1001', pieces: 1, choices: [{ name: 'Engraving', value: 'Asha' }] },
      orders: [{ id: one._id, pieces: 1 }],
    },
  ]);
});

it('leaves out what its buyer withdrew from', () => {
  const withdrawals = [{ at: '2026-11-28T09:00:00.000Z', lines: [0] }];
  expect(picksOf([anOrder({ items: [ring!, pendant], withdrawals })]).map(({ name }) => name)).toEqual([
    'Tara Pendant',
  ]);
});
