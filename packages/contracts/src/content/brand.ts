import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { INDIAN_STATES } from '../core/constants.ts';
import { documentVersion } from '../core/shapes.ts';

const link = z
  .url({ protocol: /^https$/, error: 'An address that begins with https://' })
  .max(500, 'At most 500 characters');

/** The legal seller, printed on invoices. Without one no invoice is issued. */
export const seller = z
  .object({
    /** Registered name. */
    name: z.string().trim().min(1, 'Name is required').max(120),
    address: z.string().trim().min(1, 'Address is required').max(300),
    /** Determines CGST + SGST or IGST. */
    state: z.enum(INDIAN_STATES, 'Choose a state of India'),
    gstin: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, 'This is not a GSTIN')
      .meta({ examples: ['08AAKCA1042R1Z5'] }),
    /** A centre where buyers can have hallmarked pieces checked, as bills name it. */
    assayingCentre: z.string().trim().max(200, 'At most 200 characters').optional(),
  })
  .meta({ id: 'Seller' });
export type Seller = z.infer<typeof seller>;

/** Who answers complaints, as the contact page names them (E-Commerce Rules 2020 of India). */
export const grievanceOfficer = z
  .object({
    name: z.string().trim().min(1, 'Name is required').max(120, 'At most 120 characters'),
    email: z.email('An e-mail address').max(254, 'At most 254 characters'),
    phone: z.string().trim().max(30, 'At most 30 characters').default(''),
    /** When they can be reached: `Monday to Friday, 10 am to 6 pm`. */
    hours: z.string().trim().max(100, 'At most 100 characters').default(''),
    /** How soon complaints are answered and settled. */
    promise: z.string().trim().min(1, 'This is required').max(200, 'At most 200 characters'),
  })
  .meta({ id: 'GrievanceOfficer' });
export type GrievanceOfficer = z.infer<typeof grievanceOfficer>;

const promises = z
  .array(z.object({ title: z.string().trim().min(1).max(60), text: z.string().trim().min(1).max(200) }))
  .max(6);

/** The shop's name and contact data, for header, footer, mails, invoices and structured data. */
export const brand = z
  .object({
    name: z.string().trim().min(1, 'Name is required').max(60),
    /** One line under the name, for titles and mails. */
    tagline: z.string().trim().max(120),
    description: z.string().trim().max(300),
    phone: z.string().trim().max(30),
    email: z.email().max(254),
    city: z.string().trim().max(100),
    /** Registered name and number, as the footer shows it. */
    companyLine: z.string().trim().max(200),
    seller: seller.optional(),
    grievanceOfficer: grievanceOfficer.optional(),
    /** Credit at the end of the footer. */
    credit: z.string().trim().max(100),
    social: z.object({ instagram: link, facebook: link, maps: link }),
    /** Link of the floating chat button. */
    chatLink: link,
    /** Reasons to buy here, for the home page. */
    promises: promises.default([]),
  })
  .meta({ id: 'Brand' });
export type Brand = z.infer<typeof brand>;

/** As it is read. */
const readBrand = brand
  .extend({
    version: documentVersion.optional(),
    /** Not saved yet: these are words to begin with. */
    untouched: z.literal(true).optional(),
  })
  .meta({ id: 'ReadBrand' });

export const getBrand = defineCall({
  id: 'content.get-brand',
  service: 'content',
  method: 'GET',
  path: '/brand',
  access: 'guest',
  summary: 'Name, contact and links of the shop',
  answer: z.object({ brand: readBrand }),
  errors: [],
  cache: { seconds: 60, staleSeconds: 3600, tags: ['brand'] },
});

export const changeBrand = defineCall({
  id: 'content.change-brand',
  service: 'content',
  method: 'PUT',
  path: '/admin/brand',
  access: staff('brand.change'),
  versioned: true,
  summary: 'Changes the given fields; `null` removes the seller or the grievance officer',
  body: brand.partial().extend({
    seller: seller.nullable().optional(),
    grievanceOfficer: grievanceOfficer.nullable().optional(),
    promises: promises.optional(),
  }),
  answer: z.object({ brand: readBrand }),
  errors: [],
});
