import { describe, expect, it } from '@jest/globals';
import {
  haveAllArrived,
  linesForBuyer,
  linesLeft,
  linesToShip,
  onTheirWay,
  parcelOf,
  parcelsTold,
  piecesOf,
  withDelivery,
} from './shipment.rules.ts';

const order = (...shipped: number[][]) =>
  ({
    lines: [{ quantity: 1 }, { quantity: 2 }, { quantity: 3 }],
    shipments: shipped.map((lines, index) => ({ _id: String(index), courier: 'Swift', lines, shippedAt: new Date(0) })),
  }) as never;

describe('the lines of an order', () => {
  it('leave once, in as many parcels as it takes', () => {
    expect([linesLeft(order()), linesLeft(order([1])), linesLeft(order([1], [2, 0]))]).toEqual([[0, 1, 2], [0, 2], []]);
    expect(linesToShip(order([1]))).toEqual([0, 2]);
    expect(linesToShip(order([1]), [2, 0, 2])).toEqual([0, 2]);
    expect([linesToShip(order([1]), [0, 1]), linesToShip(order(), [3]), linesToShip(order([0, 1, 2]))]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('stay where their buyer withdrew from them before they left', () => {
    const withdrawn = { ...(order([1]) as object), withdrawals: [{ at: new Date(0), lines: [0, 1] }] } as never;
    expect([linesLeft(withdrawn), linesForBuyer(withdrawn), piecesOf(withdrawn)]).toEqual([
      ...[[2], [1, 2], { shipped: 2, all: 5 }],
    ]);
    expect([linesToShip(withdrawn), linesToShip(withdrawn, [0])]).toEqual([[2], undefined]);
  });

  it('are counted in pieces', () => {
    expect(piecesOf(order([1]))).toEqual({ shipped: 2, all: 6 });
    expect(piecesOf({ lines: [{ quantity: 4 }] } as never)).toEqual({ shipped: 0, all: 4 });
  });
});

it('all of an order has arrived with its last parcel, when every line has left in one', () => {
  const [one, two] = [new Date(1), new Date(2)];
  const parcels = (arrived: (Date | undefined)[]) =>
    arrived.map((at, index) => ({ _id: String(index), lines: [index], ...(at && { deliveredAt: at }) })) as never[];
  const lines = [{ quantity: 1 }, { quantity: 1 }];
  const has = (...arrived: (Date | undefined)[]) => haveAllArrived({ lines, shipments: parcels(arrived) } as never);
  expect([has(one, two), has(one, undefined), has(one), haveAllArrived({ lines } as never)]).toEqual([
    ...[true, false, false, false],
  ]);
  const withdrawn = { lines, shipments: parcels([one]), withdrawals: [{ at: one, lines: [1] }] };
  expect(haveAllArrived(withdrawn as never)).toBe(true);
  expect([onTheirWay(parcels([one, undefined])), onTheirWay()]).toStrictEqual([['1'], []]);
  expect(withDelivery(parcels([one, undefined]), ['1'], two)).toEqual(parcels([one, two]));
  expect(withDelivery(parcels([one, two]), ['1'])).toEqual(parcels([one, undefined]));
});

it('a parcel keeps what is known of it, and nothing else', () => {
  expect(parcelOf({ courier: 'Swift', trackingNumber: '', trackingUrl: undefined })).toEqual({ courier: 'Swift' });
  const whole = { courier: 'Swift', trackingNumber: '7', trackingUrl: 'https://swift.example/7' };
  expect(parcelOf({ ...whole, lines: [0] } as never)).toEqual(whole);
});

it('a mail tells of the parcel that left last, and of those before it', () => {
  const [first, second, third] = ['1', '2', '3'].map((trackingNumber) => ({ courier: 'Swift', trackingNumber }));
  const told = (...parcels: object[]) =>
    parcelsTold({ shipments: parcels.map((one) => ({ ...one, lines: [0] })) } as never);
  expect(parcelsTold({})).toEqual({});
  expect(told(first!)).toEqual({ parcel: first });
  expect(told(first!, second!, third!)).toEqual({ parcel: third, parcelsBefore: [first, second] });
});

it('a mail abroad tells who pays the duties, also without a parcel', () => {
  expect(parcelsTold({ dutiesNote: 'The receiver pays.' })).toEqual({ dutiesNote: 'The receiver pays.' });
});
