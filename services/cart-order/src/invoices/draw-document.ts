import {
  type Address,
  catalog,
  type CurrencyCode,
  GST_STATE_CODES,
  isIndia,
  moneyText,
  SHOP_TIME_ZONE,
} from '@shop/contracts';
import { billOfPurchase, CHARGES } from '../checkouts/totals.rules.ts';
import { choicesOf } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.schema.ts';
import { CHARGE_NAMES, type Tax, type TaxedLine, taxedLines, taxOf } from './invoice.rules.ts';
import type { IssuedDocument } from './invoice.schema.ts';
import { Sheet } from './sheet.ts';

export const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: SHOP_TIME_ZONE });
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });

type OrderLine = Order['lines'][number];

interface Item extends TaxedLine {
  name: string;
  detail: string;
  quantity: string;
  unit: number | undefined;
}

/** Draws an invoice, or a credit note to `invoice`, as an A4 PDF. */
export async function drawDocument(document: IssuedDocument, invoice: IssuedDocument, order: Order): Promise<Buffer> {
  const { currency, gstRate, shippingInfo } = order;
  const tax = taxOf(shippingInfo, gstRate, document.seller);
  const items =
    document.kind === 'invoice' ? itemsOf(order, document, tax) : [creditItemOf(document, invoice, order, tax)];
  const title = `${titleOf(document)} ${document._id}`;
  const sheet = await Sheet.open({ title, author: document.seller.name, at: document.issuedAt });

  heading(sheet, document, invoice, order);
  const money = (amount: number) => moneyText(amount, currency);
  const rows = items.map(({ name, detail, quantity, unit, taxable, total, ...taxes }) => ({
    first: { text: name, small: detail },
    others: [
      quantity,
      unit === undefined ? '' : money(unit),
      money(taxable),
      ...taxCells(tax, taxes).map(money),
      money(total),
    ],
  }));
  sheet.table(columnsOf(tax), rows);

  const sum = (part: keyof TaxedLine) => items.reduce((all, item) => all + item[part], 0);
  const { subtotal, gst, charges } = document.parts;
  sheet.sums([
    ['Taxable value', money(sum('taxable'))],
    ...taxSums(tax, { cgst: sum('cgst'), sgst: sum('sgst'), igst: sum('igst') }, gstRate, money),
    ...chargeSums(order, document, charges, money),
    [document.kind === 'invoice' ? 'Total' : 'Credited', money(subtotal + gst + charges), 'strong'],
    ...rupees(order, document),
  ]);
  for (const note of notesOf(document, order, tax)) sheet.note(note);
  return sheet.close();
}

const titleOf = ({ kind }: IssuedDocument): string => (kind === 'invoice' ? 'Tax invoice' : 'Credit note');

function heading(sheet: Sheet, document: IssuedDocument, invoice: IssuedDocument, order: Order): void {
  const { seller, brand } = document;
  sheet.title(brand.name, titleOf(document));
  sheet.columns([
    {
      title: 'Sold by',
      lines: [
        seller.name,
        seller.address,
        `${withCode(seller.state)}, India`,
        `GSTIN ${seller.gstin}`,
        [brand.email, brand.phone].filter(Boolean).join(', '),
      ],
    },
    {
      title: document.kind === 'invoice' ? 'Invoice' : 'Credit note',
      lines: [
        `Number ${document._id}`,
        `Date ${DAY.format(document.issuedAt)}`,
        ...(document.kind === 'credit-note' ? [`To invoice ${invoice._id}`, `of ${DAY.format(invoice.issuedAt)}`] : []),
        `Order #${order._id.slice(-6).toUpperCase()} of ${DAY.format(order.createdAt)}`,
        `Payment ${order.payment.providerPaymentId}`,
      ],
    },
  ]);
  sheet.columns([
    ...recipients(order),
    { title: 'Place of supply', lines: [placeOfSupply(order.shippingInfo), 'Reverse charge: no'] },
  ]);
}

/** A bill to a registered business names it with its GSTIN: with these it claims the tax. */
function recipients({ business, shippingInfo, pan }: Order): { title: string; lines: string[] }[] {
  const delivered = addressLines({ ...shippingInfo, state: stateOf(shippingInfo) });
  if (!business) return [{ title: 'Billed and delivered to', lines: [...delivered, ...(pan ? [`PAN ${pan}`] : [])] }];
  const [, ...place] = delivered;
  return [
    { title: 'Billed to', lines: [business.name, `GSTIN ${business.gstin}`, ...place] },
    { title: 'Delivered to', lines: delivered },
  ];
}

const placeOfSupply = (address: Address): string =>
  isIndia(address.country) ? stateOf(address) : `Outside India (${address.country})`;

const stateOf = ({ country, state }: Address): string => (isIndia(country) ? withCode(state) : state);

/** With its code in GST, which a bill has to name. A state may have been written in another way before there was a list. */
function withCode(state: string): string {
  const written = state.trim().toLowerCase();
  const known = Object.entries(GST_STATE_CODES).find(([name]) => name.toLowerCase() === written);
  return known ? `${state} (${known[1]})` : state;
}

export const addressLines = ({ name, street, city, state, pincode, country, phone }: Address): string[] => [
  name,
  street,
  `${city}, ${state} ${pincode}`,
  country,
  phone,
];

/** Charges are supplied with the pieces and taxed like them; on bills from before their tax was split they are sums. */
const areChargesTaxed = ({ bill }: Order): boolean => bill !== undefined;

function itemsOf(order: Order, { hsn }: IssuedDocument, tax: Tax): Item[] {
  const { lines, charges } = billOfPurchase(order);
  const charged = areChargesTaxed(order) ? CHARGES.filter((name) => (order.amounts[name] ?? 0) > 0) : [];
  const taxed = taxedLines([...lines, ...charged.map((name) => charges[name])], tax);
  return [
    ...order.lines.map((line, index) => ({
      ...taxed[index]!,
      name: `${line.product.name} (${line.product.productGroup})`,
      detail: detailOf(line, hsn),
      quantity: String(line.quantity),
      unit: line.unitAmount,
    })),
    ...charged.map((name, index) => ({
      ...taxed[lines.length + index]!,
      name: CHARGE_NAMES[name],
      detail: `HSN ${hsn}`,
      quantity: '',
      unit: undefined,
    })),
  ];
}

/** HSN and choices, and below them what a bill has to say of the piece; a choice is not said twice. */
function detailOf(line: OrderLine, hsn: string): string {
  const { customizations, particulars } = line;
  const isSaid = (name: string) =>
    (name === 'metalPurity' && particulars?.purity !== undefined) ||
    (name === 'stoneType' && particulars?.stones !== undefined);
  const choices = Object.entries(choicesOf(customizations)).filter(([name]) => !isSaid(name));
  const text = catalog.particularsText(line);
  return [[`HSN ${hsn}`, ...choices.map(choiceText)].join(', '), ...(text === undefined ? [] : [text])].join('\n');
}

/** Most values are self-explanatory; a bare `8` is not. */
function choiceText([name, value]: [string, string]): string {
  if (name === 'sizes' || name === 'sizeOptions') return `size ${value}`;
  return name === 'engraving' ? `engraved “${value}”` : value;
}

function creditItemOf({ parts, hsn, refundId }: IssuedDocument, invoice: IssuedDocument, order: Order, tax: Tax): Item {
  const taxable = parts.subtotal + (areChargesTaxed(order) ? parts.charges : 0);
  return {
    ...taxedLines([{ taxable, gst: parts.gst }], tax)[0]!,
    name: `Refund on invoice ${invoice._id}`,
    detail: `HSN ${hsn}, refund ${refundId?.slice(0, 8) ?? ''}`,
    quantity: '',
    unit: undefined,
  };
}

const columnsOf = (tax: Tax) => [
  { title: 'Piece', width: 0 },
  { title: 'Pieces', width: 34 },
  { title: 'Price', width: 74 },
  { title: 'Taxable value', width: 78 },
  ...taxNames(tax).map((title) => ({ title, width: 62 })),
  { title: 'Amount', width: 80 },
];

const taxNames = (tax: Tax): string[] => (tax === 'cgst-sgst' ? ['CGST', 'SGST'] : tax === 'igst' ? ['IGST'] : []);

const taxCells = (tax: Tax, { cgst, sgst, igst }: Pick<TaxedLine, 'cgst' | 'sgst' | 'igst'>): number[] =>
  tax === 'cgst-sgst' ? [cgst, sgst] : tax === 'igst' ? [igst] : [];

type Sum = [name: string, amount: string, weight?: 'strong'];

function taxSums(
  tax: Tax,
  taxes: Pick<TaxedLine, 'cgst' | 'sgst' | 'igst'>,
  gstRate: number,
  money: (amount: number) => string,
): Sum[] {
  const rate = PERCENT.format(tax === 'cgst-sgst' ? gstRate / 2 : gstRate);
  return taxCells(tax, taxes).map((amount, index) => [`${taxNames(tax)[index]} ${rate}`, money(amount)]);
}

function chargeSums(order: Order, { kind }: IssuedDocument, charges: number, money: (amount: number) => string): Sum[] {
  if (areChargesTaxed(order)) return [];
  const named: [string, number][] =
    kind === 'invoice'
      ? CHARGES.map((name) => [CHARGE_NAMES[name], order.amounts[name] ?? 0])
      : [['Shipping and other charges', charges]];
  return named.filter(([, amount]) => amount > 0).map(([name, amount]) => [name, money(amount)]);
}

function rupees({ currency, paise }: Order, { kind }: IssuedDocument): Sum[] {
  const home: CurrencyCode = 'INR';
  return currency === home || kind !== 'invoice' ? [] : [['Value in rupees', moneyText(paise.total, home)]];
}

/** Also of what is to be marked for the buyer; not of purchases from before lines had particulars. */
const areSomeHallmarked = ({ lines, amounts }: Order): boolean =>
  lines.some(({ particulars }) => particulars && (particulars.isHallmarked || amounts.hallmarking > 0));

/** The law wants it said on the bill. */
const whereToVerify = ({ assayingCentre }: IssuedDocument['seller']): string =>
  `The weight and purity of hallmarked pieces can be verified at any BIS-recognised assaying and hallmarking centre${
    assayingCentre ? `, for example ${assayingCentre}` : ''
  }.`;

function notesOf(document: IssuedDocument, order: Order, tax: Tax): string[] {
  const { kind, refundId, seller } = document;
  const { shippingInfo, dutiesNote, refunds } = order;
  const failed = refunds.some((refund) => refund.refundId === refundId && refund.state === 'failed');
  return [
    ...(isIndia(shippingInfo.country) || kind === 'credit-note'
      ? []
      : [
          tax === 'none'
            ? 'Supply meant for export under letter of undertaking without payment of integrated tax.'
            : 'Supply meant for export on payment of integrated tax.',
          ...(dutiesNote ? [dutiesNote] : []),
        ]),
    ...(kind === 'credit-note' && failed
      ? ['Cancelled: the provider took the refund back. A new credit note is written when the money is returned.']
      : []),
    ...(kind === 'invoice' && areSomeHallmarked(order) ? [whereToVerify(seller)] : []),
    'Made by computer; valid without a signature.',
  ];
}
