import type { cartOrder } from '@shop/contracts';
import { Schema } from 'mongoose';

/** A courier that staff choose from. */
export type StoredCourier = cartOrder.Courier & {
  /** Its name in lower case. */
  _id: string;
};

export const courierSchema = new Schema<StoredCourier>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    trackingPage: { type: String, default: null },
  },
  { collection: 'couriers', versionKey: false },
);
