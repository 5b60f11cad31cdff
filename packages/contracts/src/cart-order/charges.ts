import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, rupees, storedCountry, writtenCountry } from '../core/shapes.ts';
import { SHOWN_PRICES } from '../core/tax.rules.ts';
import { wholeTable, wholeTableAnswer, wholeTableFile } from '../core/whole-table.ts';
import { courierName } from './couriers.ts';

export const chargesErrors = defineErrors({
  'charges.exist': { status: 409, message: 'The charges already exist. Please update them' },
  'charges.rate-not-found': { status: 404, message: 'There is no such rate' },
});

const text = (field: string) =>
  z.string(`${field} is required`).trim().min(1, `${field} is required`).max(60, 'At most 60 characters');

/** A courier's charge for a parcel to a country. */
export const internationalRate = z
  .object({ country: storedCountry, courier: text('Courier'), charge: rupees })
  .meta({ id: 'InternationalRate' });
export type InternationalRate = z.infer<typeof internationalRate>;

export const MAX_RATES = 500;

/** The courier is a part of the path of `removeInternationalRate`. */
export const internationalRateToSave = internationalRate.extend({
  country: writtenCountry,
  courier: courierName,
});

/** How a checkout, or an order, shows its lines. */
export const shownPrices = z.enum(SHOWN_PRICES);

/** What decides which prices shoppers see. */
export const taxSettings = z
  .object({
    /** A fraction: 0.03 is three percent of the subtotal. The messages are shown beside a field in per cent. */
    gstRate: z.number().min(0, 'At least 0 %').max(1, 'At most 100 %').multipleOf(0.0001, 'In steps of 0.01 %'),
    /** With GST included (MRP), or before it. */
    showPrices: shownPrices.exclude(['zero-rated']),
    /** No GST on exports. */
    zeroRatedExports: z.boolean(),
  })
  .meta({ id: 'TaxSettings' });
export type TaxSettings = z.infer<typeof taxSettings>;

/** Pieces of one product that an account can have in a line, and hold in all its checkouts. */
export const maxPieces = z.int('Choose a whole number').min(1, 'At least 1').max(10_000, 'At most 10,000');

const dispatchDays = z.int('Choose a whole number').min(0, 'At least 0').max(120, 'At most 120');

const DISPATCH_EXAMPLE = { readyFrom: 1, readyTo: 2, madeToOrderFrom: 15, madeToOrderTo: 20 };

/** Business days from an order until its parcel leaves. */
export const dispatch = z
  .object({
    readyFrom: dispatchDays,
    readyTo: dispatchDays,
    madeToOrderFrom: dispatchDays,
    madeToOrderTo: dispatchDays,
  })
  .meta({ id: 'Dispatch', examples: [DISPATCH_EXAMPLE] });

const dutiesNote = z.string().trim().min(1, 'This is required').max(300, 'At most 300 characters');

export const chargesSettings = taxSettings
  .extend({
    /** Outside India, where `internationalShipping` has no rate for the country. */
    domesticShipping: rupees,
    /** Shipping is free when the subtotal is above it. */
    freeShippingAbove: rupees,
    otherCharges: z.object({ engraving: rupees, hallmarking: rupees, specialRequestDefault: rupees }),
    internationalShipping: z.array(internationalRate).max(MAX_RATES),
    maxPieces,
    dispatch,
    /** For wrapping an order as a gift. */
    giftWrap: rupees,
    /** What buyers abroad read before they pay, and with their order: who pays the duties and taxes of their country. */
    dutiesNote: dutiesNote.optional(),
    /** Who buys for more than this on a day, in rupees and for India, names the PAN. Absent from answers of an earlier version. */
    panAbove: rupees.optional(),
  })
  .meta({ id: 'ChargesSettings' });
export type ChargesSettings = z.infer<typeof chargesSettings>;

export const LAST_BEFORE_FIRST = 'The last day cannot be before the first';

const settingsToSave = chargesSettings
  .extend({
    internationalShipping: z.array(internationalRateToSave).max(MAX_RATES),
    dispatch: dispatch
      .superRefine((days, context) => {
        const complain = (field: keyof typeof days) =>
          context.addIssue({ code: 'custom', path: [field], message: LAST_BEFORE_FIRST });
        if (days.readyTo < days.readyFrom) complain('readyTo');
        if (days.madeToOrderTo < days.madeToOrderFrom) complain('madeToOrderTo');
      })
      .meta({ examples: [DISPATCH_EXAMPLE] }),
  })
  .partial();

/** As they are read; each rate is a document of its own. */
const readSettings = chargesSettings
  .extend({
    internationalShipping: z.array(internationalRate.extend({ version: documentVersion.optional() })).max(MAX_RATES),
    version: documentVersion.optional(),
    /** Not saved yet: they are what a shop begins with. */
    untouched: z.literal(true).optional(),
  })
  .meta({ id: 'ReadChargesSettings' });
const answer = z.object({ message: z.string(), data: readSettings });

export const getCharges = defineCall({
  id: 'cart-order.get-charges',
  service: 'cart-order',
  method: 'GET',
  path: '/charges',
  access: 'guest',
  summary: 'Tax, shipping and extras as they are charged now',
  answer: z.object({ data: readSettings }),
  errors: [],
});

export const getTax = defineCall({
  id: 'cart-order.get-tax',
  service: 'cart-order',
  method: 'GET',
  path: '/charges/tax',
  access: 'guest',
  summary: 'The GST rate, and whether prices are shown with it',
  answer: z.object({ tax: taxSettings }),
  errors: [],
  cache: { seconds: 60, staleSeconds: 86_400, tags: ['tax'] },
});

export const createCharges = defineCall({
  id: 'cart-order.create-charges',
  service: 'cart-order',
  method: 'POST',
  path: '/admin/charges',
  access: staff('charges.change'),
  summary: 'Sets the charges for the first time; omitted fields get their defaults',
  body: settingsToSave,
  answer,
  status: 201,
  errors: ['charges.exist'],
  idempotencyKey: true,
});

export const updateCharges = defineCall({
  id: 'cart-order.update-charges',
  service: 'cart-order',
  method: 'PUT',
  path: '/admin/charges',
  access: staff('charges.change'),
  versioned: true,
  summary: 'Changes the given charges, for checkouts frozen from now on',
  body: settingsToSave,
  answer,
  errors: [],
});

export const saveInternationalRate = defineCall({
  id: 'cart-order.save-international-rate',
  service: 'cart-order',
  method: 'PUT',
  path: '/admin/charges/international',
  access: staff('charges.change'),
  versioned: true,
  summary: 'Adds the rate of a courier for a country, or replaces it',
  body: internationalRateToSave,
  answer,
  errors: [],
});

export const removeInternationalRate = defineCall({
  id: 'cart-order.remove-international-rate',
  service: 'cart-order',
  method: 'DELETE',
  path: '/admin/charges/international/:country/:courier',
  access: staff('charges.change'),
  summary: 'Removes the rate of a courier for a country',
  params: z.object({ country: z.string().max(60), courier: z.string().max(60) }),
  answer,
  errors: ['charges.rate-not-found'],
});

export const importInternationalRates = defineCall({
  id: 'cart-order.import-international-rates',
  service: 'cart-order',
  method: 'POST',
  path: '/admin/charges/international/import',
  access: staff('charges.change'),
  summary:
    'Adds and replaces the rates of a CSV file with the columns of the export, or says with `dryRun` what that would do. A file with a wrong row changes nothing, and the answer names row and column',
  body: wholeTable,
  answer: wholeTableAnswer,
  errors: ['table.changed'],
  repeatable: 'The rates are set',
});

export const exportInternationalRates = defineCall({
  id: 'cart-order.export-international-rates',
  service: 'cart-order',
  method: 'GET',
  path: '/admin/charges/international/export',
  access: staff('charges.change'),
  summary: 'All rates as CSV, as the import reads it',
  answer: wholeTableFile,
  errors: [],
});
