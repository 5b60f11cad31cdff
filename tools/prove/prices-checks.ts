import { converted, CURRENCY_DECIMALS, type CurrencyCode, mrpOf } from '@shop/contracts';
import { amountOf, type Bill, CHARGES, type Totals } from '../../services/cart-order/src/checkouts/totals.rules.ts';
import { creditParts, type Tax, taxedLines } from '../../services/cart-order/src/invoices/invoice.rules.ts';
import { smallestUnitOf, valueOf } from '../../services/payment/src/providers/paypal/paypal-money.rules.ts';

const WAYS_TO_BILL: readonly Tax[] = ['cgst-sgst', 'igst'];

/** A cart as the shop priced it. Amounts in the smallest unit of `currency`. */
export interface PricedCart {
  currency: CurrencyCode;
  /** Units per rupee; 1 in rupees. */
  rate: number;
  gstRate: number;
  lines: readonly { unitPaise: number; quantity: number }[];
  rupees: Totals;
  totals: Totals;
  bill: Bill;
  /** Refunds that are tried one after the other; the rest goes back last. */
  refunds: readonly number[];
}

/** What does not add up to the smallest unit, from the card to the last credit note. */
export function complaintsAbout(cart: PricedCart): string[] {
  const { currency, rate, gstRate, lines, rupees, totals, bill } = cart;
  const rows = [...bill.lines, ...CHARGES.map((name) => bill.charges[name])];
  const wrong: string[] = [];
  const expectSame = (what: string, one: number, other: number) => {
    if (one !== other) wrong.push(`${what}: ${one} is not ${other}`);
  };
  const extra = CHARGES.reduce((sum, name) => sum + (totals[name] ?? 0), 0);

  // GST = rate × subtotal, rounded once, half away from zero: worked out again in another way.
  const exact = BigInt(rupees.subtotal) * BigInt(Math.round(gstRate * 10_000));
  expectSame('GST', rupees.gst, Number(exact / 10_000n) + (exact % 10_000n >= 5_000n ? 1 : 0));

  // What the checkout shows.
  expectSame('lines with GST and charges', sum(bill.lines.map(amountOf)) + extra, totals.total);
  expectSame('subtotal, GST and charges', totals.subtotal + totals.gst + extra, totals.total);
  if (lines.length === 1 && lines[0]!.quantity === 1) {
    const { unitPaise } = lines[0]!;
    const gstPaise = mrpOf(unitPaise, gstRate) - unitPaise;
    const shown = (paise: number) => (currency === 'INR' ? paise : converted(paise, rate, currency));
    expectSame('the card', shown(unitPaise) + shown(gstPaise), amountOf(bill.lines[0]!));
  }

  // What the providers are asked for: Razorpay an integer, PayPal decimals that have to add up.
  const paypal = [totals.subtotal, totals.gst, totals.shipping, extra - totals.shipping].map((part) =>
    smallestUnitOf(valueOf(part, currency), currency),
  );
  expectSame("PayPal's breakdown", sum(paypal), smallestUnitOf(valueOf(totals.total, currency), currency));
  expectSame(
    'the major unit',
    Math.round((totals.total / 10 ** CURRENCY_DECIMALS[currency]) * 10 ** CURRENCY_DECIMALS[currency]),
    totals.total,
  );

  // What the bill says, however its tax is named.
  for (const tax of gstRate === 0 ? (['none'] as const) : WAYS_TO_BILL) {
    const taxed = taxedLines(rows, tax);
    expectSame(`the invoice (${tax})`, sum(taxed.map(({ total }) => total)), totals.total);
    const halves = [sum(taxed.map(({ cgst }) => cgst)), sum(taxed.map(({ sgst }) => sgst))] as const;
    if (Math.abs(halves[0] - halves[1]) > 1) wrong.push(`CGST ${halves[0]} and SGST ${halves[1]}`);
  }
  if (rows.some(({ taxable, gst }) => taxable < 0 || gst < 0)) wrong.push('a row is negative');
  wrong.push(...creditComplaints(cart));
  return wrong;
}

/** Refunds in part and of the rest, each with its credit note: together they are the invoice. */
function creditComplaints({ totals, bill, refunds }: PricedCart): string[] {
  const charges = CHARGES.map((name) => bill.charges[name]);
  const invoiced = {
    subtotal: sum(bill.lines.map(({ taxable }) => taxable)),
    gst: sum([...bill.lines, ...charges].map(({ gst }) => gst)),
    charges: sum(charges.map(({ taxable }) => taxable)),
  };
  const notes: (typeof invoiced)[] = [];
  let left = totals.total;
  for (const refund of [...refunds, Infinity]) {
    const amount = Math.min(left, refund);
    notes.push(creditParts(amount, invoiced, notes));
    left -= amount;
  }
  return (['subtotal', 'gst', 'charges'] as const)
    .filter((part) => sum(notes.map((note) => note[part])) !== invoiced[part])
    .map((part) => `the credit notes' ${part} is not the invoice's`);
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);
