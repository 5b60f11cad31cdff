import { z } from 'zod';
import { COUNTRIES, CURRENCIES, INDIAN_STATES } from './constants.ts';

/** Pieces of shapes that several rooms share. Money on the wire is a number of rupees with at most two decimals. */

export const countryCode = z.enum(COUNTRIES).meta({ id: 'CountryCode' });

export const currencyCode = z.enum(CURRENCIES).meta({ id: 'CurrencyCode' });

/** The id of a document: 24 hexadecimal digits. */
export const objectId = z
  .string()
  .regex(/^[0-9a-f]{24}$/, 'This is not an id')
  .meta({ id: 'ObjectId' });

/** The group code (SKU) that people see: `AR-1042`. */
export const groupCode = z
  .string()
  .regex(/^[A-Z]{2}-\d{3,6}$/, 'A group code looks like AR-1042')
  .meta({ id: 'GroupCode', examples: ['AR-1042'] });

/** A moment, ISO 8601 in UTC. */
export const moment = z.iso.datetime().meta({ id: 'Moment' });

/** Rupees on the wire: not negative, at most two decimals. Inside it is paise: see `paise` and `rupeesFrom`. */
export const rupees = z
  .number()
  .nonnegative('This cannot be negative')
  .max(1_000_000_000, 'This is too much')
  .multipleOf(0.01, 'At most two decimals')
  .meta({ id: 'Rupees', description: 'Rupees with at most two decimals', examples: [4999.5] });

/** Pages as every list counts them: `page` from 1, `limit` up to 48. */
export const pageQuery = z.object({
  page: z.coerce
    .number('Not a page number')
    .int('Not a page number')
    .min(1, 'The first page is 1')
    .max(10_000)
    .default(1),
  limit: z.coerce.number('Not a number').int('Not a number').min(1, 'At least 1').max(48, 'At most 48').default(12),
});

const filled = (field: string, max: number) =>
  z.string(`${field} is required`).trim().min(1, `${field} is required`).max(max, `${field} is too long`);

/** An address as a form sends it and an order keeps it. Messages are those that a form shows beside the field. */
export const address = z
  .object({
    name: filled('Name', 100),
    phone: filled('Phone', 20).regex(/^\+?[\d\s()-]{6,20}$/, 'This is not a phone number'),
    street: filled('Street address', 200),
    city: filled('City', 100),
    state: filled('State', 100),
    pincode: filled('Pincode', 12),
    country: filled('Country', 60).default('India'),
  })
  .superRefine((value, context) => {
    if (value.country !== 'India') return;
    if (!/^[1-9]\d{5}$/.test(value.pincode)) {
      context.addIssue({ code: 'custom', path: ['pincode'], message: 'A pincode has six digits' });
    }
    if (!INDIAN_STATES.some((state) => state === value.state)) {
      context.addIssue({ code: 'custom', path: ['state'], message: 'Choose a state of India' });
    }
  })
  .meta({
    id: 'Address',
    examples: [
      {
        name: 'Asha Rao',
        phone: '+91 98765 43210',
        street: '12 MG Road',
        city: 'Jaipur',
        state: 'Rajasthan',
        pincode: '302001',
        country: 'India',
      },
    ],
  });
export type Address = z.output<typeof address>;
