import { z } from 'zod';
import { COUNTRIES, CURRENCIES, HOME_COUNTRY, HOME_COUNTRY_NAME, INDIAN_STATES } from './constants.ts';
import { countryCodeOf, countryNameOf, isIndia, isSameCountry } from './country-codes.ts';

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

/** Of a document that staff edit in a form, as `If-Match` names it: another one whenever a field of the document is another. */
export const documentVersion = z
  .string()
  .min(1)
  .max(40)
  .meta({ id: 'DocumentVersion', examples: ['3q2-7wQb9oZK4xYl'] });

/** Timestamp, ISO 8601 in UTC. */
export const moment = z.iso.datetime().meta({ id: 'Moment' });

/** Rupees on the wire: not negative, at most two decimals. Inside it is paise: see `paiseFrom` and `rupeesFrom`. */
export const rupees = z
  .number()
  .nonnegative('This cannot be negative')
  .max(1_000_000_000, 'This is too much')
  .multipleOf(0.01, 'At most two decimals')
  .meta({ id: 'Rupees', description: 'Rupees with at most two decimals', examples: [4999.5] });

/** A price or sum with its GST: up to twice what rupees may be. */
export const mrp = z
  .number()
  .nonnegative()
  .max(2_000_000_000)
  .multipleOf(0.01)
  .meta({ id: 'Mrp', description: 'Rupees with GST included', examples: [5149.49] });

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

/** Rows of a page of a staff list, up to 100. */
export const staffLimit = z.coerce
  .number('Not a number')
  .int('Not a number')
  .min(1, 'At least 1')
  .max(100, 'At most 100')
  .default(12);

/** The order of a list: `price` ascends, `-price` descends. */
export const sortOf = <const Field extends string>(fields: readonly [Field, ...Field[]]) =>
  z.enum(
    fields.flatMap((field): [Field, `-${Field}`] => [field, `-${field}`]) as [Field, ...(Field | `-${Field}`)[]],
    'Not an order of this list',
  );

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

/** A country as it is chosen: its English name or its ISO code. */
const country = filledLine('Country', 60);
const NO_COUNTRY = 'This is not a country';

/** A country of the list; read as its English name. */
export const writtenCountry = country
  .refine((text) => text === '' || countryCodeOf(text) !== undefined, NO_COUNTRY)
  .overwrite(countryNameOf);

/** A country as it is stored: one from before countries were chosen may name none. Read as its English name where it does. */
export const storedCountry = country.overwrite(countryNameOf);

const PINCODE = /^[1-9]\d{5}$/;
const NO_PINCODE = 'A pincode has six digits';

/** A code of India Post. */
export const pincode = z
  .string('Pincode is required')
  .trim()
  .regex(PINCODE, NO_PINCODE)
  .meta({ id: 'Pincode', examples: ['302001'] });

const ADDRESS_EXAMPLE = {
  name: 'Asha Rao',
  phone: '+91 98765 43210',
  street: '12 MG Road',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302001',
  country: HOME_COUNTRY_NAME,
};

/** An address as it is stored, answered and published. It may be older than the rules of `writtenAddress`. */
export const address = z
  .object({
    name: filledLine('Name', 100),
    phone: filledLine('Phone', 20).regex(/^\+?[\d\s()-]{6,20}$/, 'This is not a phone number'),
    street: filledLine('Street address', 200),
    city: filledLine('City', 100),
    state: filledLine('State', 100),
    pincode: filledLine('Pincode', 12),
    /** Its English name. */
    country: country.default(HOME_COUNTRY_NAME),
    /** ISO 3166-1; absent where an old address names no country. */
    countryCode: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Two letters')
      .optional()
      .meta({ examples: [HOME_COUNTRY] }),
  })
  .meta({ id: 'Address', examples: [{ ...ADDRESS_EXAMPLE, countryCode: HOME_COUNTRY }] });
export type Address = z.output<typeof address>;

/** A newly entered address. Its country is given by name or by code, India by default; read with both. */
export const writtenAddress = z
  .object({ ...address.shape, country: country.optional(), countryCode: country.optional() })
  .superRefine((written, context) => {
    const issue = (field: keyof typeof written, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const given = (['country', 'countryCode'] as const).filter((field) => written[field]);
    const unknown = given.filter((field) => countryCodeOf(written[field]!) === undefined);
    for (const field of unknown) issue(field, NO_COUNTRY);
    if (unknown.length === 0 && given.length === 2 && !isSameCountry(written.country!, written.countryCode!)) {
      issue('countryCode', 'This is the code of another country');
    }
    if (written.phone.replace(/\D/g, '').length < 6) issue('phone', 'This is not a phone number');
    if (!isIndia(codeOf(written))) return;
    if (!PINCODE.test(written.pincode)) issue('pincode', NO_PINCODE);
    if (!INDIAN_STATES.some((state) => state === written.state)) issue('state', 'Choose a state of India');
  })
  .transform((written) => ({ ...written, country: countryNameOf(codeOf(written)), countryCode: codeOf(written) }))
  .meta({ id: 'WrittenAddress', examples: [ADDRESS_EXAMPLE] });

const codeOf = ({ country: name, countryCode }: { country?: string | undefined; countryCode?: string | undefined }) =>
  countryCodeOf(countryCode || name || HOME_COUNTRY) ?? '';
