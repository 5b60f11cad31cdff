import type { content } from '@shop/contracts';
import { Schema } from 'mongoose';
import type { AmountParts } from './invoice.rules.ts';

export type DocumentKind = 'invoice' | 'credit-note';

/** An invoice or a credit note as of its numbering: immutable, the PDF is drawn on request. */
export interface IssuedDocument {
  /** The number: `INV/26-27/000042`. */
  _id: string;
  kind: DocumentKind;
  /** The financial year and the position in its series. */
  year: string;
  sequence: number;
  orderId: string;
  /** Set for a credit note. */
  refundId: string | null;
  issuedAt: Date;
  seller: content.Seller;
  brand: Pick<content.Brand, 'name' | 'phone' | 'email'>;
  /** Harmonised System code of the items. */
  hsn: string;
  /** The amounts invoiced or credited, in the smallest unit of the order's currency. */
  parts: AmountParts;
}

/** Counter of a series; `_id` is for example `invoice 26-27`. */
export interface Series {
  _id: string;
  last: number;
}

/** With the number as tie-breaker. */
export const OLDEST_FIRST = { issuedAt: 1, _id: 1 } as const;

const required = { type: String, required: true };
const mixed = { type: Schema.Types.Mixed as never, required: true };

export const documentSchema = new Schema<IssuedDocument>(
  {
    _id: required,
    kind: required,
    year: required,
    sequence: { type: Number, required: true },
    orderId: required,
    refundId: { type: String, default: null },
    issuedAt: { type: Date, required: true },
    seller: mixed,
    brand: mixed,
    hsn: required,
    parts: mixed,
  },
  { collection: 'invoices', versionKey: false },
);
documentSchema.index({ kind: 1, year: 1, sequence: 1 }, { unique: true });
documentSchema.index({ orderId: 1, refundId: 1 }, { unique: true });
documentSchema.index(OLDEST_FIRST);

export const seriesSchema = new Schema<Series>(
  { _id: required, last: { type: Number, required: true } },
  { collection: 'invoice-series', versionKey: false },
);
