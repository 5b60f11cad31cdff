import { type cartOrder, DEFAULT_TAX } from '@shop/contracts';
import { Schema } from 'mongoose';

/** What is charged in addition to the items. A single document. */
export interface Charges {
  _id: 'charges';
  /** A fraction with at most four decimals: 0.03 is three percent. */
  gstRate: number;
  domesticShippingPaise: number;
  freeShippingAbovePaise: number;
  engravingPaise: number;
  hallmarkingPaise: number;
  specialRequestPaise: number;
  giftWrapPaise: number;
  internationalShipping: { country: string; courier: string; chargePaise: number }[];
  zeroRatedExports: boolean;
  showPrices: cartOrder.TaxSettings['showPrices'];
  /** Pieces of one product that an account can have in a line, and hold. */
  maxPieces: number;
  /** Business days until a parcel leaves. */
  dispatch: cartOrder.ChargesSettings['dispatch'];
  /** What buyers abroad read of duties. */
  dutiesNote: string;
  /** Who buys for more on a day names the PAN. */
  panAbovePaise: number;
}

/** In force until staff save charges. */
export const DEFAULT_CHARGES: Charges = {
  _id: 'charges',
  domesticShippingPaise: 0,
  freeShippingAbovePaise: 8_802_00,
  engravingPaise: 199_00,
  hallmarkingPaise: 99_00,
  specialRequestPaise: 499_00,
  giftWrapPaise: 150_00,
  internationalShipping: [],
  maxPieces: 5,
  dispatch: { readyFrom: 1, readyTo: 2, madeToOrderFrom: 15, madeToOrderTo: 20 },
  dutiesNote:
    'Duties and taxes of the country of delivery are not included. The courier charges them to the receiver when the parcel arrives.',
  panAbovePaise: 2_00_000_00,
  ...DEFAULT_TAX,
};

export const CHARGES = 'charges';

/** For aggregations that read the charges along. */
export const CHARGES_PIPELINE = [{ $match: { _id: 'charges' } }];

/** A document from before a setting was added lacks it; without any, the defaults are in force. */
export const chargesFrom = (stored: Charges | null | undefined): Charges => ({ ...DEFAULT_CHARGES, ...stored });

const amount = { type: Number, required: true, min: 0 };

export const chargesSchema = new Schema<Charges>(
  {
    _id: { type: String, required: true },
    gstRate: { type: Number, required: true, min: 0, max: 1 },
    domesticShippingPaise: amount,
    freeShippingAbovePaise: amount,
    engravingPaise: amount,
    hallmarkingPaise: amount,
    specialRequestPaise: amount,
    giftWrapPaise: { type: Number, min: 0 },
    internationalShipping: [new Schema({ country: String, courier: String, chargePaise: amount }, { _id: false })],
    zeroRatedExports: { type: Boolean, required: true },
    showPrices: String,
    maxPieces: Number,
    dispatch: new Schema(
      { readyFrom: Number, readyTo: Number, madeToOrderFrom: Number, madeToOrderTo: Number },
      { _id: false },
    ),
    dutiesNote: String,
    panAbovePaise: { type: Number, min: 0 },
  },
  { collection: CHARGES, versionKey: false },
);
