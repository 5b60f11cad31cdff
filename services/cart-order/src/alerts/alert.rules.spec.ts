import { describe, expect, it } from '@jest/globals';
import { fateOf, sizeOfRound } from './alert.rules.ts';

const back = { kind: 'back-in-stock' as const };
const drop = { kind: 'price-drop' as const, referencePaise: 100_000 };

describe('an alert whose mail is written', () => {
  it.each([
    ['is sent while the piece is there', back, { pricePaise: 1, stock: 1 }, false, 'mail'],
    ['waits once the piece is sold out again', back, { pricePaise: 1, stock: 0 }, false, 'wait'],
    ['waits while the piece is out of the shop', back, undefined, false, 'wait'],
    ['ends where the recipient has bought the piece', back, { pricePaise: 1, stock: 5 }, true, 'end'],
    ['is sent at a price below the one agreed to', drop, { pricePaise: 99_999, stock: 1 }, false, 'mail'],
    ['waits at the same price', drop, { pricePaise: 100_000, stock: 1 }, false, 'wait'],
    ['waits at a lower price of what is sold out', drop, { pricePaise: 1, stock: 0 }, false, 'wait'],
    ['ends at a lower price of what was bought', drop, { pricePaise: 1, stock: 1 }, true, 'end'],
  ] as const)('%s', (_, alert, piece, hasBought, fate) => {
    expect(fateOf(alert, piece, hasBought)).toBe(fate);
  });
});

it('tells a few people for each piece that is back', () => {
  expect([sizeOfRound(1, 5), sizeOfRound(3, 5), sizeOfRound(0, 5), sizeOfRound(-1, 5)]).toEqual([5, 15, 0, 0]);
});
