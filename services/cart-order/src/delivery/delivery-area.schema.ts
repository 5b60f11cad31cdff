import type { cartOrder } from '@shop/contracts';
import { Schema } from 'mongoose';

/** Where the parcels of a PIN code, or of all that begin with its digits, go and how long they travel. */
export type DeliveryArea = Omit<cartOrder.DeliveryArea, 'pincode'> & {
  /** One to six digits. */
  _id: string;
};

const days = { type: Number, required: true, min: 0 };

export const deliveryAreaSchema = new Schema<DeliveryArea>(
  {
    _id: { type: String, required: true },
    city: { type: String, default: '' },
    state: { type: String, required: true },
    fromDays: days,
    toDays: days,
  },
  { collection: 'deliveryAreas', versionKey: false },
);
