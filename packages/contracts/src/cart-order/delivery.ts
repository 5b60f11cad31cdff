import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { INDIAN_STATES } from '../core/constants.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, filledLine, pageQuery, pincode } from '../core/shapes.ts';
import { wholeTable, wholeTableAnswer, wholeTableFile } from '../core/whole-table.ts';
import { LAST_BEFORE_FIRST } from './charges.ts';

export const deliveryErrors = defineErrors({
  'delivery.not-served': { status: 404, message: 'We have no delivery date for this pincode yet' },
  'delivery.area-not-found': { status: 404, message: 'There is no such PIN code in the table' },
});

const days = z.int('Choose a whole number').min(0, 'At least 0').max(60, 'At most 60');

/** A PIN code, or the first digits of several: the longest one that fits a PIN code counts. */
const area = z.object({
  pincode: z
    .string('Pincode is required')
    .trim()
    .regex(/^[1-9]\d{0,5}$/, 'One to six digits, the first not 0'),
  /** Empty where the digits are those of several cities. */
  city: z
    .string()
    .trim()
    .max(100, 'At most 100 characters')
    .regex(/^(\p{L}.*)?$/u, 'A city begins with a letter'),
  state: z.enum(INDIAN_STATES, 'Choose a state of India'),
  /** Business days from the dispatch of a parcel to its delivery. */
  fromDays: days,
  toDays: days,
});

export const deliveryArea = area.extend({ version: documentVersion.optional() }).meta({ id: 'DeliveryArea' });
export type DeliveryArea = z.infer<typeof deliveryArea>;

export const deliveryAreaToSave = area.refine(({ fromDays, toDays }) => fromDays <= toDays, {
  path: ['toDays'],
  message: LAST_BEFORE_FIRST,
});

/** `2026-11-30`. */
const day = z.iso.date().meta({ id: 'Day' });

export const getDelivery = defineCall({
  id: 'cart-order.get-delivery',
  service: 'cart-order',
  method: 'GET',
  path: '/delivery/:pincode',
  access: 'guest',
  summary: 'City and state of a PIN code, and when a piece ordered today would arrive',
  params: z.object({ pincode }),
  query: z.object({
    /** With the time that it takes to make the piece. */
    madeToOrder: z.enum(['true', 'false']).default('false'),
  }),
  answer: z.object({
    delivery: z
      .object({
        pincode,
        /** `null`: only the state is known. */
        city: filledLine('City', 100).nullable(),
        state: z.enum(INDIAN_STATES),
        earliest: day,
        latest: day,
      })
      .meta({ id: 'Delivery' }),
  }),
  errors: ['delivery.not-served'],
});

export const listDeliveryAreas = defineCall({
  id: 'cart-order.list-delivery-areas',
  service: 'cart-order',
  method: 'GET',
  path: '/admin/delivery/areas',
  access: staff('charges.change'),
  summary: 'PIN codes and first digits with their delivery days; `q`: digits, or a part of city or state',
  query: pageQuery.extend({ q: z.string().trim().max(100).optional() }),
  answer: z.object({ areas: z.array(deliveryArea), totalCount: z.int().nonnegative() }),
  errors: [],
});

export const saveDeliveryArea = defineCall({
  id: 'cart-order.save-delivery-area',
  service: 'cart-order',
  method: 'PUT',
  path: '/admin/delivery/areas',
  access: staff('charges.change'),
  versioned: true,
  summary: 'Adds a PIN code or first digits with their delivery days, or replaces them',
  body: deliveryAreaToSave,
  answer: z.object({ area: deliveryArea }),
  errors: [],
  repeatable: 'The days are set',
});

export const removeDeliveryArea = defineCall({
  id: 'cart-order.remove-delivery-area',
  service: 'cart-order',
  method: 'DELETE',
  path: '/admin/delivery/areas/:pincode',
  access: staff('charges.change'),
  summary: 'Removes a PIN code or first digits',
  params: z.object({ pincode: area.shape.pincode }),
  answer: z.object({ pincode: z.string() }),
  errors: ['delivery.area-not-found'],
});

export const importDeliveryAreas = defineCall({
  id: 'cart-order.import-delivery-areas',
  service: 'cart-order',
  method: 'POST',
  path: '/admin/delivery/areas/import',
  access: staff('charges.change'),
  summary:
    'Adds and replaces the rows of a CSV file with the columns of the export, or says with `dryRun` what that would do. A file with a wrong row changes nothing, and the answer names row and column',
  body: wholeTable,
  answer: wholeTableAnswer,
  errors: ['table.changed'],
  timeoutMs: 30_000,
  repeatable: 'The rows are set',
});

export const exportDeliveryAreas = defineCall({
  id: 'cart-order.export-delivery-areas',
  service: 'cart-order',
  method: 'GET',
  path: '/admin/delivery/areas/export',
  access: staff('charges.change'),
  summary: 'The whole table as CSV, as the import reads it',
  answer: wholeTableFile,
  errors: [],
  timeoutMs: 30_000,
});
