import { describe, expect, it } from '@jest/globals';
import { type CurrencyCode, gstWithin } from '@shop/contracts';
import fc from 'fast-check';
import { billOf, totalsIn, totalsInPaise } from '../checkouts/totals.rules.ts';
import type { Order } from '../orders/order.schema.ts';
import { BILL_HEADS, billRowsOf } from './bill-rows.rules.ts';
import { creditParts } from './invoice.rules.ts';
import type { IssuedDocument } from './invoice.schema.ts';

const CHARGES = { engravingPaise: 500_00, hallmarkingPaise: 99_00, specialRequestPaise: 250_01, giftWrapPaise: 150_00 };
const RATES: Record<string, number> = { INR: 1, USD: 0.012, JPY: 1.8, KWD: 0.0036 };
const DAY = new Date('2026-11-20T20:00:00.000Z');

interface Bought {
  lines: { unitPaise: number; quantity: number; engraved: boolean }[];
  extras: { hallmarking: boolean; specialRequest: boolean; giftWrap: boolean };
  shipping: number;
  gstRate: number;
  currency: CurrencyCode;
  state: string;
}

/** Priced as a checkout is. */
function orderOf({ lines, extras, shipping, gstRate, currency, state }: Bought, from?: 'before bills'): Order {
  const paise = totalsInPaise(lines, extras, shipping, gstRate, CHARGES as never);
  const { units, totals: amounts } =
    currency === 'INR'
      ? { units: lines.map(({ unitPaise }) => unitPaise), totals: paise }
      : totalsIn(currency, RATES[currency]!, lines, paise);
  const amountsOfLines = lines.map(({ quantity }, index) => units[index]! * quantity);
  return {
    ...{ _id: '65f0000000000000000a1b2c', createdAt: DAY, currency, gstRate, paise, amounts, refunds: [] },
    lines: lines.map((line, index) => ({
      ...{ ...line, unitAmount: units[index]!, product: { name: 'Meera Ring', productGroup: 'AR-1042' } },
    })),
    ...(!from && { bill: billOf(amounts, amountsOfLines, gstRate) }),
    shippingInfo: { name: 'Asha Rao', state, country: 'India' },
    payment: { provider: 'razorpay', providerPaymentId: 'pay_1', amount: amounts.total },
    invoice: { number: 'INV/26-27/000007', issuedAt: DAY },
  } as unknown as Order;
}

const invoiceOf = (order: Order): IssuedDocument => ({
  ...{ _id: order.invoice!.number, kind: 'invoice', year: '26-27', sequence: 7, orderId: order._id, refundId: null },
  ...{ issuedAt: DAY, hsn: '7113', brand: {} as never, parts: partsOf(order) },
  seller: { state: 'Rajasthan' } as never,
});

const noteOf = (order: Order, index: number, parts: IssuedDocument['parts']): IssuedDocument => ({
  ...invoiceOf(order),
  ...{ _id: `CN/26-27/${index}`, kind: 'credit-note', sequence: index, refundId: `r${index}`, parts },
});

function partsOf({ amounts: { subtotal, gst, total }, gstRate, bill, amounts }: Order): IssuedDocument['parts'] {
  const charged = total - subtotal - gst;
  const names = ['engraving', 'hallmarking', 'specialRequest', 'giftWrap', 'shipping'] as const;
  const within = bill ? names.reduce((sum, name) => sum + gstWithin(amounts[name] ?? 0, gstRate), 0) : 0;
  return { subtotal, gst: gst + within, charges: charged - within };
}

const column = (rows: readonly string[][], head: (typeof BILL_HEADS)[number]) => {
  const at = BILL_HEADS.indexOf(head);
  return rows.map((row) => row[at]!);
};
/** In the smallest unit of two decimals. */
const sumOf = (rows: readonly string[][], head: (typeof BILL_HEADS)[number]): number =>
  column(rows, head).reduce((sum, cell) => sum + Math.round(Number(cell) * 100), 0);

const bought: fc.Arbitrary<Bought> = fc.record({
  lines: fc.array(
    fc.record({
      unitPaise: fc.integer({ min: 1, max: 90_000_000 }),
      quantity: fc.integer({ min: 1, max: 4 }),
      engraved: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  extras: fc.record({ hallmarking: fc.boolean(), specialRequest: fc.boolean(), giftWrap: fc.boolean() }),
  shipping: fc.constantFrom(0, 5_000_00),
  gstRate: fc.constantFrom(0, 0.03, 0.18),
  currency: fc.constantFrom<CurrencyCode>('INR', 'USD'),
  state: fc.constantFrom('Rajasthan', 'Kerala'),
});

describe('the rows of a bill', () => {
  it('add up to what the order costs in rupees, whatever it was paid in', () => {
    fc.assert(
      fc.property(bought, fc.constantFrom(undefined, 'before bills' as const), (purchase, from) => {
        const order = orderOf(purchase, from);
        const rows = billRowsOf(invoiceOf(order), order, []);
        expect(sumOf(rows, 'Total (rupees)')).toBe(order.paise.total);
        expect(sumOf(rows, 'Total in currency')).toBe(order.amounts.total);
        const parts = ['Taxable value (rupees)', 'CGST (rupees)', 'SGST (rupees)', 'IGST (rupees)'] as const;
        expect(parts.reduce((sum, part) => sum + sumOf(rows, part), 0)).toBe(order.paise.total);
        expect(rows.every((row) => row.length === BILL_HEADS.length)).toBe(true);
      }),
    );
  });

  it('add up to nothing once credit notes paid everything back', () => {
    const shares = fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 5 });
    fc.assert(
      fc.property(bought, shares, (purchase, parts) => {
        const order = orderOf(purchase);
        fc.pre(order.amounts.total > 0);
        const invoice = invoiceOf(order);
        const credited: IssuedDocument['parts'][] = [];
        let left = order.amounts.total;
        for (const amount of [...parts.map((share) => Math.floor((order.amounts.total * share) / 1_000)), left]) {
          const refund = Math.min(amount, left);
          if (refund === 0) continue;
          left -= refund;
          credited.push(creditParts(refund, invoice.parts, credited));
        }
        const notes = credited.map((of, index) => noteOf(order, index, of));
        const rows = [invoice, ...notes].flatMap((document) => billRowsOf(document, order, notes));
        for (const head of [
          'Taxable value (rupees)',
          'IGST (rupees)',
          'Total (rupees)',
          'Total in currency',
        ] as const) {
          expect(sumOf(rows, head)).toBe(0);
        }
        expect(sumOf(rows, 'CGST (rupees)') + sumOf(rows, 'SGST (rupees)')).toBe(0);
      }),
    );
  });

  describe('of credit notes in another currency', () => {
    const orderAt = (gstRate: number) =>
      orderOf({
        lines: [{ unitPaise: 8_400_05, quantity: 1, engraved: false }],
        extras: { hallmarking: false, specialRequest: false, giftWrap: false },
        ...{ shipping: 0, gstRate, currency: 'USD', state: 'Kerala' },
      });

    it('are in rupees what notes before them left, but for those whose refund failed', () => {
      const order = orderAt(0);
      const half = order.amounts.total / 2;
      const notes = [1, 2, 3].map((index) => noteOf(order, index, { subtotal: half, gst: 0, charges: 0 }));
      const states = { r1: 'completed', r2: 'failed', r3: 'completed' };
      const refunds = Object.entries(states).map(([refundId, state]) => ({ refundId, state }));
      const rows = notes.flatMap((note) => billRowsOf(note, { ...order, refunds } as Order, notes));
      expect(column(rows, 'Total (rupees)')).toEqual(['-4200.03', '0.00', '-4200.02']);
    });

    it('have the tax of what they credit', () => {
      const order = orderAt(0.03);
      const { subtotal, gst } = order.amounts;
      const notes = [
        noteOf(order, 1, { subtotal, gst: 0, charges: 0 }),
        noteOf(order, 2, { subtotal: 0, gst, charges: 0 }),
      ];
      const rows = notes.flatMap((note) => billRowsOf(note, order, notes));
      expect(column(rows, 'Taxable value (rupees)')).toEqual(['-8400.05', '0.00']);
      expect(column(rows, 'IGST (rupees)')).toEqual(['0.00', '-252.00']);
    });
  });

  it('say what was sold to whom, taxed where, and how it was paid', () => {
    const order = orderOf({
      lines: [{ unitPaise: 1_000_00, quantity: 2, engraved: false }],
      extras: { hallmarking: true, specialRequest: false, giftWrap: false },
      ...{ shipping: 0, gstRate: 0.03, currency: 'INR', state: 'Rajasthan' },
    });
    const told = { ...order, business: { name: 'Rao Boutique LLP', gstin: '27AAPFU0939F1ZV' }, pan: 'AAPFU0939F' };
    const row = (...cells: string[]) => [
      ...['INV/26-27/000007', 'Invoice', '2026-11-21', '', '', '', '#0A1B2C', '2026-11-21'],
      ...['Rao Boutique LLP', '27AAPFU0939F1ZV', 'Rajasthan', '7113', ...cells, 'razorpay', 'pay_1', 'AAPFU0939F'],
    ];
    expect(billRowsOf(invoiceOf(told), told, [])).toEqual([
      row('Meera Ring', 'AR-1042', '2', '3', '2000.00', '30.00', '30.00', '0.00', '2060.00', 'INR', '2060.00'),
      row('Hallmarking', '', '', '3', '96.12', '1.44', '1.44', '0.00', '99.00', 'INR', '99.00'),
    ]);
  });

  const ofOne = (changes: Partial<Bought> = {}) =>
    orderOf({
      lines: [{ unitPaise: 1_000_00, quantity: 1, engraved: false }],
      extras: { hallmarking: false, specialRequest: false, giftWrap: false },
      ...{ shipping: 0, gstRate: 0.03, currency: 'INR', state: 'Rajasthan', ...changes },
    });

  it.each([
    ['nothing where none is asked for', {}, ''],
    ['the PAN', { pan: 'ABCPE1234F' }, 'ABCPE1234F'],
    ['the form that is still to come', { noPan: true }, 'Form 97, not received'],
    ['the form that is there', { noPan: true, form97: { at: DAY } }, 'Form 97'],
  ])('have %s in the column of the PAN', (_, told, cell) => {
    const order = { ...ofOne(), ...told } as Order;
    expect(column(billRowsOf(invoiceOf(order), order, []), 'PAN')).toEqual([cell]);
  });

  it('name the buyer of an order that is for no business', () => {
    const order = ofOne();
    const rows = billRowsOf(invoiceOf(order), order, []);
    expect([column(rows, 'Buyer'), column(rows, 'GSTIN of buyer')]).toEqual([['Asha Rao'], ['']]);
  });

  it('are those of the bill that was frozen with the order', () => {
    const order = ofOne();
    const [line] = order.bill!.lines;
    const bill = { ...order.bill!, lines: [{ taxable: line!.taxable - 1, gst: line!.gst + 1 }] };
    const frozen = { ...order, bill };
    expect(column(billRowsOf(invoiceOf(frozen), frozen, []), 'Taxable value (rupees)')).toEqual(['999.99']);
  });

  it('have a charge that is less than the smallest unit of the currency', () => {
    const order = ofOne({ currency: 'USD', shipping: 30 });
    const rows = billRowsOf(invoiceOf(order), order, []);
    expect([column(rows, 'Total (rupees)')[1], column(rows, 'Total in currency')[1]]).toEqual(['0.30', '0.00']);
  });

  it('of a credit note without a refund of its own name none', () => {
    const order = ofOne();
    const note: IssuedDocument = { ...invoiceOf(order), _id: 'CN/26-27/000001', kind: 'credit-note', refundId: null };
    expect(column(billRowsOf(note, order, [note]), 'Item')).toEqual(['Refund ']);
  });

  it('of a credit note name its invoice; one whose refund failed later counts nothing', () => {
    const order = orderOf({
      lines: [{ unitPaise: 1_000_00, quantity: 1, engraved: false }],
      extras: { hallmarking: false, specialRequest: false, giftWrap: false },
      ...{ shipping: 0, gstRate: 0.03, currency: 'INR', state: 'Kerala' },
    });
    const invoice = invoiceOf(order);
    const note: IssuedDocument = { ...invoice, _id: 'CN/26-27/000001', kind: 'credit-note', refundId: '1234567890' };
    const [row] = billRowsOf(note, order, [note]);
    expect(row!.slice(0, 6)).toEqual([
      'CN/26-27/000001',
      'Credit note',
      '2026-11-21',
      '',
      'INV/26-27/000007',
      '2026-11-21',
    ]);
    expect(row!.slice(12, 21)).toEqual([
      'Refund 12345678',
      '',
      '',
      '3',
      '-1000.00',
      '0.00',
      '0.00',
      '-30.00',
      '-1030.00',
    ]);
    const failed = { ...order, refunds: [{ refundId: '1234567890', state: 'failed' }] } as Order;
    const [none] = billRowsOf(note, failed, [note]);
    expect(none!.slice(3, 4)).toEqual(['yes']);
    expect(none!.slice(16, 21)).toEqual(Array.from({ length: 5 }, () => '0.00'));
  });
});
