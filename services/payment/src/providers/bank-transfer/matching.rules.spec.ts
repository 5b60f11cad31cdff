import { describe, expect, it } from '@jest/globals';
import { moneyText } from '@shop/contracts';
import fc from 'fast-check';
import {
  keyOfBankReference,
  keysOf,
  type KnownArrival,
  type KnownTransfer,
  matchRows,
  outcomeAt,
  stateAfter,
  mayBeSame,
} from './matching.rules.ts';
import { newReference } from './reference.rules.ts';
import type { Credit } from './statement.rules.ts';

const [ONE, OTHER] = [newReference((below) => below - 1), newReference((below) => below - 4)];
const credit = (fields: Partial<Credit> = {}): Credit => ({
  arrivedOn: '2025-04-01',
  text: `NEFT ${ONE}`,
  amount: 2_060_00,
  bankReference: null,
  ...fields,
});
const transfer = (fields: Partial<KnownTransfer> = {}): KnownTransfer => ({
  reference: ONE,
  amount: 2_060_00,
  state: 'waiting',
  ...fields,
});
const arrival = (fields: Partial<KnownArrival> = {}): KnownArrival => ({
  id: 'a',
  keys: [],
  amount: 2_060_00,
  arrivedOn: '2025-04-01',
  reference: null,
  bankReference: null,
  isByHand: false,
  ...fields,
});

function match(credits: Credit[], known: { arrivals?: KnownArrival[]; transfers?: KnownTransfer[] } = {}) {
  const keys = keysOf(credits);
  const rows = credits.map((one, index) => ({ key: keys[index]!, credit: one }));
  return matchRows(rows, { arrivals: [], transfers: [transfer()], ...known });
}
const outcomes = (...asked: Parameters<typeof match>) => match(...asked).map(({ outcome }) => outcome);

describe('money that names a transfer', () => {
  it('pays it with the amount that is due, in time or late, and goes back with any other', () => {
    const states = fc.constantFrom('waiting', 'refused', 'expired', 'cancelled') as fc.Arbitrary<
      KnownTransfer['state']
    >;
    fc.assert(
      fc.property(states, fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (state, due, paid) => {
        const awaited = transfer({ state, amount: due });
        expect(outcomeAt(awaited, due)).toBe('matched');
        expect(stateAfter(awaited, due)).toBe('arrived');
        fc.pre(paid !== due);
        expect(outcomeAt(awaited, paid)).toBe('goes-back');
        expect(stateAfter(awaited, paid)).toBe('refused');
        const arrived = transfer({ state: 'arrived', amount: due });
        expect([outcomeAt(arrived, due), stateAfter(arrived, due), stateAfter(arrived, paid)]).toEqual([
          'goes-back',
          'arrived',
          'arrived',
        ]);
      }),
    );
  });

  it('goes back where it comes a second time, with why, in one file too', () => {
    expect(match([credit(), credit({ text: `IMPS ${ONE}` })])).toEqual([
      { outcome: 'matched', reference: ONE, message: null },
      { outcome: 'goes-back', reference: ONE, message: 'It was paid already' },
    ]);
    expect(match([credit(), credit({ amount: 1_00 })])[1]!.message).toBe(`${moneyText(2_060_00, 'INR')} was due`);
    expect(match([credit({ amount: 2_000_00 })])).toEqual([
      { outcome: 'goes-back', reference: ONE, message: `${moneyText(2_060_00, 'INR')} was due` },
    ]);
    expect(outcomes([credit({ amount: 1_00 }), credit(), credit({ amount: 2_00 })])).toEqual([
      'goes-back',
      'matched',
      'goes-back',
    ]);
  });

  it('is left to staff where it names none that is known, or several', () => {
    const transfers = [transfer(), transfer({ reference: OTHER })];
    expect(match([credit({ text: 'UPI ASHA' }), credit({ text: OTHER })])).toEqual([
      { outcome: 'unmatched', reference: null, message: null },
      { outcome: 'unmatched', reference: null, message: null },
    ]);
    expect(match([credit({ text: `${ONE} ${OTHER}` })], { transfers })).toEqual([
      { outcome: 'unmatched', reference: null, message: `It names several transfers: ${ONE}, ${OTHER}` },
    ]);
  });
});

describe('a row', () => {
  const some = fc.array(
    fc.record({
      arrivedOn: fc.constantFrom('2025-04-01', '2025-04-02'),
      text: fc.constantFrom('A', 'B'),
      amount: fc.constantFrom(100, 200),
      bankReference: fc.constant(null),
    }),
    { maxLength: 12 },
  );

  it('is itself in a file that has more before, between and behind its rows, and no other', () => {
    fc.assert(
      fc.property(some, some, (first, second) => {
        const once = keysOf(first);
        expect(new Set(once).size).toBe(once.length);
        expect(keysOf([...first, ...second]).slice(0, first.length)).toEqual(once);
        expect(keysOf([...second, ...first])).toEqual(expect.arrayContaining(once));
        expect(new Set(keysOf(first.toReversed()))).toEqual(new Set(once));
      }),
    );
  });

  it('with a bank reference is that money, whatever else is written', () => {
    const bankReference = '509312345678';
    const [key] = keysOf([credit({ bankReference })]);
    const arrivals = [arrival({ keys: [key!], reference: ONE, bankReference })];
    const again = credit({ bankReference, text: 'another format', arrivedOn: '2025-04-02' });
    expect(match([again], { arrivals })).toEqual([
      { outcome: 'known', reference: ONE, message: null, arrival: arrivals[0] },
    ]);
    expect(match([{ ...again, amount: 1_00 }], { arrivals })[0]!.message).toBe(
      `It is recorded with ${moneyText(2_060_00, 'INR')}`,
    );
    expect(match([again, again]).map(({ outcome, message }) => [outcome, message])).toEqual([
      ['unmatched', null],
      ['known', 'A row above has the same bank reference'],
    ]);
  });

  it('of money that staff recorded by hand is known, once', () => {
    const hand = arrival({ isByHand: true, reference: ONE });
    const twice = [credit(), credit()];
    expect(outcomes(twice, { arrivals: [hand], transfers: [transfer({ state: 'arrived' })] })).toEqual([
      'known',
      'goes-back',
    ]);
    expect(outcomes([credit({ text: 'UPI' })], { arrivals: [hand] })).toEqual(['known']);
    expect(outcomes([credit({ text: 'UPI', arrivedOn: '2025-04-02' })], { arrivals: [hand] })).toEqual(['unmatched']);
    for (const other of [
      { amount: 1 },
      { arrivedOn: '2025-04-02', reference: null },
      { reference: OTHER },
      { bankReference: '1234567890' },
      { isByHand: false },
    ]) {
      const row = credit({ bankReference: '509312345678' });
      expect([other, ...outcomes([row], { arrivals: [{ ...hand, ...other }] })]).toEqual([other, 'matched']);
    }
  });

  it('of money that staff recorded on another day is known by the transfer that both name, that of its own day first', () => {
    const late = arrival({ id: 'late', isByHand: true, reference: ONE, arrivedOn: '2025-04-04' });
    const own = arrival({ id: 'own', isByHand: true, reference: ONE });
    const found = match([credit(), credit(), credit()], {
      arrivals: [late, own],
      transfers: [transfer({ state: 'arrived' })],
    });
    expect(found.map((one) => (one.outcome === 'known' ? one.arrival!.id : one.outcome))).toEqual([
      'own',
      'late',
      'goes-back',
    ]);
  });

  it('has what the money lacks that staff recorded: its number, its reference', () => {
    const known = (recorded: Partial<KnownArrival>, row: Partial<Credit>) =>
      match([credit(row)], { arrivals: [arrival({ isByHand: true, ...recorded })] }).map(({ outcome, message }) => [
        outcome,
        message,
      ]);
    expect(known({ reference: null }, {})).toEqual([['known', 'Recorded by hand']]);
    expect(known({ bankReference: '509312345678' }, {})).toEqual([['known', 'Recorded by hand']]);
    expect(known({}, { bankReference: '509312345678' })).toEqual([['known', 'Recorded by hand']]);
  });

  it('is stored by a key that never changes: the number of the bank, or what it says and which of several it is', () => {
    const row = credit({ text: 'NEFT Asha' });
    expect(keysOf([row, { ...row, text: 'neft asha' }, { ...row, bankReference: '509312345678' }])).toEqual([
      'row/0aHIGrbHkyUD0G0geZBoYVROvzqb0HqOOhYORFY5kwA',
      'row/971zoT3NsYYoV5hdUg1k9JNy80_L16Vd19mwpZaAjrs',
      'bank/509312345678',
    ]);
    expect(keyOfBankReference('509312345678')).toBe('bank/509312345678');
  });

  it('that is known by its key takes up no other money recorded by hand', () => {
    const keys = keysOf([credit(), credit()]);
    const hand = arrival({ id: 'hand', isByHand: true, reference: ONE, keys: [keys[0]!] });
    expect(outcomes([credit(), credit()], { arrivals: [hand] })).toEqual(['known', 'matched']);
  });
});

describe('money that staff tell of', () => {
  const told = { amount: 2_060_00, arrivedOn: '2025-04-01', reference: null, bankReference: null };

  it.each([
    ['the same day', {}, {}, true],
    ['another amount', { amount: 1 }, {}, false],
    ['another day', { arrivedOn: '2025-04-02' }, {}, false],
    ['another day, of the same transfer', { arrivedOn: '2025-04-02', reference: ONE }, { reference: ONE }, true],
    ['another day, of no transfer', { arrivedOn: '2025-04-02' }, { reference: ONE }, false],
    ['of a transfer that staff do not name', { reference: ONE }, {}, true],
    ['of another transfer', { reference: ONE }, { reference: OTHER }, false],
    ['the same number of the bank', { bankReference: '1' }, { bankReference: '1' }, true],
    ['another number of the bank', { bankReference: '1' }, { bankReference: '2' }, false],
    ['a number that staff do not tell', { bankReference: '1' }, {}, true],
    ['without the number that staff tell', {}, { bankReference: '1' }, true],
  ] as const)('may be what is recorded: %s', (_, recorded, more, expected) => {
    expect(mayBeSame({ ...told, ...recorded }, { ...told, ...more })).toBe(expected);
  });
});
