import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, groupCode, objectId, rupees } from '../core/shapes.ts';

export const customizationErrors = defineErrors({
  'customization.not-found': { status: 404, message: 'This customization does not exist' },
  'customization.taken': { status: 409, message: 'This product group has its customization already' },
});

const row = z.object({
  value: z.string('This is required').trim().min(1, 'This is required').max(60, 'At most 60 characters'),
  price: rupees,
});

/** What products of a group can be made to order in, and the extra costs. */
export const customization = z
  .object({
    _id: objectId,
    productGroup: groupCode,
    metalPurity: z.array(row),
    stoneType: z.array(row),
    version: documentVersion.optional(),
  })
  .meta({ id: 'Customization' });
export type Customization = z.infer<typeof customization>;

/** A price that is not a number counts as 0. */
const rowToSave = row.extend({
  price: z.preprocess((value) => {
    const price = Number(value);
    return Number.isFinite(price) ? price : 0;
  }, rupees),
});
const rows = z
  .array(rowToSave)
  .max(40)
  .refine(
    (list) => new Set(list.map(({ value }) => value.toLowerCase())).size === list.length,
    'A value is listed twice',
  );

const toSave = z.object({
  productGroup: z
    .string('Product group is required')
    .trim()
    .toUpperCase()
    .min(1, 'Product group is required')
    .pipe(groupCode),
  metalPurity: rows,
  stoneType: rows,
});

const answer = z.object({ message: z.string(), customization });

export const getCustomization = defineCall({
  id: 'catalog.get-customization',
  service: 'catalog',
  method: 'GET',
  path: '/customization/:group',
  access: 'guest',
  summary: 'The customization of a product group; `null` when there is nothing to choose',
  params: z.object({ group: z.string().trim().toUpperCase().max(60) }),
  answer: z.object({ customization: customization.nullable() }),
  errors: [],
  cache: { seconds: 60, staleSeconds: 600, tags: ['customization:{group}'] },
});

export const listCustomizations = defineCall({
  id: 'catalog.list-customizations',
  service: 'catalog',
  method: 'GET',
  path: '/admin/customization',
  access: staff('customizations.read'),
  summary: 'All customizations by product group',
  answer: z.object({ customizations: z.array(customization) }),
  errors: [],
});

export const createCustomization = defineCall({
  id: 'catalog.create-customization',
  service: 'catalog',
  method: 'POST',
  path: '/admin/customization/new',
  access: staff('customizations.change'),
  summary: 'Creates the customization of a product group',
  body: toSave.extend({ metalPurity: rows.default([]), stoneType: rows.default([]) }),
  answer,
  status: 201,
  errors: ['customization.taken'],
  idempotencyKey: true,
});

export const changeCustomization = defineCall({
  id: 'catalog.change-customization',
  service: 'catalog',
  method: 'PUT',
  path: '/admin/customization/:id',
  access: staff('customizations.change'),
  versioned: true,
  summary: 'Changes the given fields of a customization',
  params: z.object({ id: objectId }),
  body: toSave.partial(),
  answer,
  errors: ['customization.not-found', 'customization.taken'],
});

export const removeCustomization = defineCall({
  id: 'catalog.remove-customization',
  service: 'catalog',
  method: 'DELETE',
  path: '/admin/customization/:id',
  access: staff('customizations.change'),
  summary: 'Removes the customization of a product group',
  params: z.object({ id: objectId }),
  answer: z.object({ message: z.string() }),
  errors: ['customization.not-found'],
});
