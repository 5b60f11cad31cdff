import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { groupCode, moment, objectId, pageQuery, rupees, staffLimit } from '../core/shapes.ts';
import { productStatus, productToSave } from './admin-products.ts';
import { PLANNED_PARTS, PLANNED_STATES } from './planned-change-names.ts';

export const plannedChangeErrors = defineErrors({
  'planned-change.not-found': { status: 404, message: 'This planned change does not exist' },
  'planned-change.over': { status: 409, message: 'This change is over, and cannot be taken back' },
});

/** A change of a product at a time: of its price or of its status. */
export const plannedChange = z
  .object({
    _id: objectId,
    productId: objectId,
    product: z.object({ name: z.string(), productGroup: groupCode, metalTone: z.string(), status: productStatus }),
    state: z.enum(PLANNED_STATES),
    at: moment,
    price: rupees.optional(),
    /** When the price before comes back. */
    until: moment.optional(),
    status: productStatus.optional(),
    by: z.object({ userId: objectId, name: z.string().nullable() }),
    /** When it was over. */
    settledAt: moment.optional(),
    /** Why it, or a part of it, was not done. */
    why: z.string().optional(),
  })
  .meta({ id: 'PlannedChange' });
export type PlannedChange = z.infer<typeof plannedChange>;

const written = z.iso.datetime('A date and a time');

export const planProductChange = defineCall({
  id: 'catalog.plan-product-change',
  service: 'catalog',
  method: 'POST',
  path: '/admin/planned-changes',
  access: staff('products.change'),
  summary: 'Plans a price or a status of a product for a time; a price may end, and the one before comes back',
  body: z
    .object({
      productId: objectId,
      at: written,
      price: productToSave.shape.price.optional(),
      until: written.optional(),
      status: productStatus.optional(),
    })
    .superRefine(({ at, price, until, status }, context) => {
      const issue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
      if (price === undefined && status === undefined) issue('price', 'A price or a status');
      if (price !== undefined && status !== undefined) issue('status', 'Either a price or a status');
      if (until === undefined) return;
      if (price === undefined) issue('until', 'Only a price ends');
      else if (Date.parse(until) <= Date.parse(at)) issue('until', 'This is not after its beginning');
    })
    .meta({ examples: [{ productId: 'a'.repeat(24), at: '2030-01-01T00:00:00.000Z', price: 39_900 }] }),
  answer: z.object({ plannedChange }),
  status: 201,
  errors: ['product.not-found'],
  idempotencyKey: true,
});

export const listPlannedChanges = defineCall({
  id: 'catalog.list-planned-changes',
  service: 'catalog',
  method: 'GET',
  path: '/admin/planned-changes',
  access: staff('products.read'),
  summary:
    'Planned changes of all products or of one: `coming` ones, the next first, or those that are over, the last first',
  query: z.object({
    productId: objectId.optional(),
    show: z.enum(PLANNED_PARTS, 'coming, impossible or over').default('coming'),
    page: pageQuery.shape.page,
    limit: staffLimit,
  }),
  answer: z.object({ plannedChanges: z.array(plannedChange), totalCount: z.int() }),
  errors: [],
});

export const takePlannedChangeBack = defineCall({
  id: 'catalog.take-planned-change-back',
  service: 'catalog',
  method: 'DELETE',
  path: '/admin/planned-changes/:id',
  access: staff('products.change'),
  summary: 'Takes a change back that has not happened; of a price that ends, between its times, it takes back the end',
  params: z.object({ id: objectId }),
  answer: z.object({ plannedChange }),
  errors: ['planned-change.not-found', 'planned-change.over'],
});
