import { catalog } from '@shop/contracts';
import { indexJobFields, jobFields, type JobFields } from '@shop/service-kit';
import { Schema, type Types } from 'mongoose';

/** A change of a product at a time (ADR 0092); an item of the job that carries it out. Money in paise. */
export interface PlannedChange extends JobFields {
  _id: string;
  productId: Types.ObjectId;
  state: (typeof catalog.PLANNED_STATES)[number];
  /** When it is done, and when a price ends; a lease moves `dueAt` only. */
  at: Date;
  until?: Date;
  /** The next of both; unset once it is over. */
  nextAt?: Date;
  /** Either it or `status`. */
  pricePaise?: number;
  status?: (typeof catalog.PRODUCT_STATUSES)[number];
  /** Of a price that ends: the price before, unless there was none. */
  formerPaise?: number;
  userId: string;
  settledAt?: Date;
  why?: string;
  keepUntil?: Date;
}

export const plannedChangeSchema = new Schema<PlannedChange>(
  {
    _id: { type: String, required: true },
    productId: { type: Schema.Types.ObjectId, required: true },
    state: { type: String, enum: catalog.PLANNED_STATES, required: true },
    at: { type: Date, required: true },
    until: Date,
    nextAt: Date,
    pricePaise: { type: Number, min: 1 },
    status: { type: String, enum: catalog.PRODUCT_STATUSES },
    formerPaise: Number,
    userId: { type: String, required: true },
    settledAt: Date,
    why: String,
    keepUntil: Date,
    ...jobFields,
  },
  { collection: 'planned-changes', versionKey: false, strict: 'throw' },
);
// The list of all and of a product: what is coming, and what is over.
plannedChangeSchema.index({ state: 1, nextAt: 1, _id: 1 });
plannedChangeSchema.index({ state: 1, settledAt: -1, _id: -1 });
plannedChangeSchema.index({ productId: 1, state: 1, nextAt: 1, _id: 1 });
plannedChangeSchema.index({ productId: 1, state: 1, settledAt: -1, _id: -1 });
plannedChangeSchema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });
indexJobFields(plannedChangeSchema);
