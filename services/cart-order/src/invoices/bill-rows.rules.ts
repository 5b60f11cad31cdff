import { CURRENCY_DECIMALS, type CurrencyCode, isIndia, rupeesFrom, shopDayOf } from '@shop/contracts';
import { amountOf, type Bill, billOf, billOfPurchase, CHARGES, type Taxed } from '../checkouts/totals.rules.ts';
import type { Order } from '../orders/order.schema.ts';
import { CHARGE_NAMES, taxedLines, taxOf } from './invoice.rules.ts';
import type { IssuedDocument } from './invoice.schema.ts';

/** What is supplied, or paid back. Amounts in paise, `own` in the smallest unit of the order's currency. */
interface Line extends Taxed {
  item: string;
  code: string;
  pieces: number | undefined;
  own: number;
}

export const BILL_HEADS = [
  ...['Document', 'Kind', 'Date', 'Cancelled', 'To invoice', 'Date of invoice', 'Order', 'Ordered on'],
  ...['Buyer', 'GSTIN of buyer', 'Place of supply', 'HSN', 'Item', 'Product group', 'Pieces', 'GST rate (%)'],
  ...['Taxable value (rupees)', 'CGST (rupees)', 'SGST (rupees)', 'IGST (rupees)', 'Total (rupees)'],
  ...['Currency', 'Total in currency', 'Paid with', 'Payment', 'PAN'],
] as const;

/**
 * The lines of a document as cells under `BILL_HEADS`. Credit notes are negative. One whose refund failed later is cancelled, and zero.
 * In rupees also where the order was paid in another currency: at the rate that was frozen with it. `notes`: the credit notes of the order,
 * the oldest first.
 */
export function billRowsOf(document: IssuedDocument, order: Order, notes: readonly IssuedDocument[]): string[][] {
  const { kind } = document;
  const { currency, gstRate, shippingInfo, business, invoice } = order;
  const isCredit = kind === 'credit-note';
  const isCancelled = isCredit && hasFailed(document, order);
  const sign = isCancelled ? 0 : isCredit ? -1 : 1;
  const money = (paise: number) => rupeesFrom(sign * paise || 0).toFixed(2);
  const lines = isCredit ? [creditLineOf(document, order, notes)] : linesOf(order);
  const taxed = taxedLines(lines, taxOf(shippingInfo, gstRate, document.seller));
  return lines.map(({ item, code, pieces, own }, index) => {
    const { taxable, cgst, sgst, igst, total } = taxed[index]!;
    return [
      ...[document._id, isCredit ? 'Credit note' : 'Invoice', shopDayOf(document.issuedAt), isCancelled ? 'yes' : ''],
      ...(isCredit && invoice ? [invoice.number, shopDayOf(invoice.issuedAt)] : ['', '']),
      ...[`#${order._id.slice(-6).toUpperCase()}`, shopDayOf(order.createdAt)],
      ...[business?.name ?? shippingInfo.name, business?.gstin ?? '', placeOfSupply(shippingInfo), document.hsn],
      ...[item, code, pieces === undefined ? '' : String(pieces), String(Math.round(gstRate * 10_000) / 100)],
      ...[taxable, cgst, sgst, igst, total].map(money),
      ...[currency, inCurrency(sign * own || 0, currency), order.payment.provider, order.payment.providerPaymentId],
      panText(order),
    ];
  });
}

const panText = ({ pan, noPan, form97 }: Order): string =>
  pan ?? (noPan ? `Form 97${form97 ? '' : ', not received'}` : '');

const placeOfSupply = ({ country, state }: { country: string; state: string }): string =>
  isIndia(country) ? state : country;

const inCurrency = (amount: number, currency: CurrencyCode): string =>
  (amount / 10 ** CURRENCY_DECIMALS[currency]).toFixed(CURRENCY_DECIMALS[currency]);

function linesOf(order: Order): Line[] {
  const own = billOfPurchase(order);
  const bill = rupeeBillOf(order);
  return [
    ...order.lines.map(({ product, quantity }, index) => ({
      ...bill.lines[index]!,
      ...{ item: product.name, code: product.productGroup, pieces: quantity, own: amountOf(own.lines[index]!) },
    })),
    ...CHARGES.filter((name) => amountOf(own.charges[name]) > 0 || amountOf(bill.charges[name]) > 0).map((name) => ({
      ...bill.charges[name],
      ...{ item: CHARGE_NAMES[name], code: '', pieces: undefined, own: amountOf(own.charges[name]) },
    })),
  ];
}

/** Orders in rupees have it; of others it is made as theirs was. */
function rupeeBillOf(order: Order): Bill {
  const { currency, paise, gstRate, lines, bill } = order;
  const home: CurrencyCode = 'INR';
  if (currency === home) return billOfPurchase(order);
  const amounts = lines.map(({ unitPaise, quantity }) => unitPaise * quantity);
  return billOf(paise, amounts, bill ? gstRate : 0);
}

function creditLineOf(note: IssuedDocument, order: Order, notes: readonly IssuedDocument[]): Line {
  const { parts, refundId } = note;
  const place = notes.findIndex(({ _id }) => _id === note._id);
  const before = notes.slice(0, place).filter((one) => !hasFailed(one, order));
  const [earlier, now] = [creditedBy(before, order), creditedBy([...before, note], order)];
  return {
    ...{ taxable: now.taxable - earlier.taxable, gst: now.gst - earlier.gst, code: '', pieces: undefined },
    ...{ item: `Refund ${refundId?.slice(0, 8) ?? ''}`, own: parts.subtotal + parts.gst + parts.charges },
  };
}

const hasFailed = ({ refundId }: IssuedDocument, { refunds }: Order): boolean =>
  refunds.some((refund) => refund.refundId === refundId && refund.state === 'failed');

/** What notes credit together, in paise: rounded for all of them, so that notes over everything are exactly the invoice. */
function creditedBy(notes: readonly IssuedDocument[], order: Order): Taxed {
  const [own, inPaise] = [sumOfBill(billOfPurchase(order)), sumOfBill(rupeeBillOf(order))];
  const credited = sumOf(notes.map(({ parts }) => ({ taxable: parts.subtotal + parts.charges, gst: parts.gst })));
  const converted = (part: keyof Taxed) => {
    // A tax that is less than the smallest unit of the currency goes back with the rest.
    const [share, whole] = own[part] > 0 ? [credited[part], own[part]] : [amountOf(credited), amountOf(own)];
    return Math.round((inPaise[part] * share) / whole);
  };
  return { taxable: converted('taxable'), gst: converted('gst') };
}

const sumOfBill = ({ lines, charges }: Bill): Taxed => sumOf([...lines, ...CHARGES.map((name) => charges[name])]);

const sumOf = (rows: readonly Taxed[]): Taxed => ({
  taxable: rows.reduce((sum, { taxable }) => sum + taxable, 0),
  gst: rows.reduce((sum, { gst }) => sum + gst, 0),
});
