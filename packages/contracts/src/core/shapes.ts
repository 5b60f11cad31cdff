import { z } from 'zod';
import { COUNTRIES, CURRENCIES, INDIAN_STATES } from './constants.ts';

/** Schemas shared by several owners. Money on the wire is a number of rupees with at most two decimals. */

export const countryCode = z.enum(COUNTRIES).meta({ id: 'CountryCode' });

export const currencyCode = z.enum(CURRENCIES).meta({ id: 'CurrencyCode' });

/** The id of a document: 24 hexadecimal digits. */
export const objectId = z
  .string()
  .regex(/^[0-9a-f]{24}$/, 'This is not an id')
  .meta({ id: 'ObjectId' });

/** Group code (SKU), shown to people: `AR-1042`. */
export const groupCode = z
  .string()
  .regex(/^[A-Z]{2}-\d{3,6}$/, 'A group code looks like AR-1042')
  .meta({ id: 'GroupCode', examples: ['AR-1042'] });

/** Timestamp, ISO 8601 in UTC. */
export const moment = z.iso.datetime().meta({ id: 'Moment' });

/** Rupees on the wire: not negative, at most two decimals. Inside it is paise: see `paiseFrom` and `rupeesFrom`. */
export const rupees = z
  .number()
  .nonnegative('This cannot be negative')
  .max(1_000_000_000, 'This is too much')
  .multipleOf(0.01, 'At most two decimals')
  .meta({ id: 'Rupees', description: 'Rupees with at most two decimals', examples: [4999.5] });

/** Pagination of public lists: `page` from 1, `limit` up to 48. */
export const pageQuery = z.object({
  page: z.coerce
    .number('Not a page number')
    .int('Not a page number')
    .min(1, 'The first page is 1')
    .max(10_000, 'At most 10,000')
    .default(1),
  limit: z.coerce.number('Not a number').int('Not a number').min(1, 'At least 1').max(48, 'At most 48').default(12),
});

/** Line breaks, other control characters and bidirectional overrides. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;

/** The text as one line; empty when it has no visible character. */
function asLine(text: string): string {
  const line = text.replace(NOT_IN_A_LINE, ' ').trim();
  return /[^\p{C}\p{Z}]/u.test(line) ? line : '';
}

/** A line that may be empty. */
export const line = (max: number) => z.string().overwrite(asLine).max(max, `At most ${max} characters`);

/** A required line. Its messages are shown beside the form field. */
export const filledLine = (field: string, max: number) =>
  z.string(`${field} is required`).overwrite(asLine).min(1, `${field} is required`).max(max, `${field} is too long`);

/** An address, as forms send it and orders store it. */
export const address = z
  .object({
    name: filledLine('Name', 100),
    phone: filledLine('Phone', 20).regex(/^\+?[\d\s()-]{6,20}$/, 'This is not a phone number'),
    street: filledLine('Street address', 200),
    city: filledLine('City', 100),
    state: filledLine('State', 100),
    pincode: filledLine('Pincode', 12),
    country: filledLine('Country', 60).default('India'),
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

/** A newly entered address; stored ones and those in events may be older than this rule. */
export const writtenAddress = address.refine(({ phone }) => phone.replace(/\D/g, '').length >= 6, {
  path: ['phone'],
  message: 'This is not a phone number',
});
