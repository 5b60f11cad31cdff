import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { moment, objectId } from '../core/shapes.ts';

export const noteErrors = defineErrors({
  'note.not-found': { status: 404, message: 'There is no such note' },
  'note.not-own': { status: 403, message: 'Only who wrote a note can delete it' },
});

/** What staff tell each other about an order. No answer for its buyer has it. */
export const orderNote = z
  .object({
    _id: objectId,
    text: z.string(),
    /** `null`: the account was deleted. */
    by: z.object({ userId: z.string(), name: z.string().nullable() }),
    at: moment,
  })
  .meta({ id: 'OrderNote' });
export type OrderNote = z.infer<typeof orderNote>;

const orderParams = z.object({ id: objectId });

export const listOrderNotes = defineCall({
  id: 'cart-order.list-order-notes',
  service: 'cart-order',
  method: 'GET',
  path: '/admin/order/:id/notes',
  access: staff('orders.read'),
  summary: 'Internal notes on an order, newest first',
  params: orderParams,
  answer: z.object({ notes: z.array(orderNote) }),
  errors: [],
});

export const addOrderNote = defineCall({
  id: 'cart-order.add-order-note',
  service: 'cart-order',
  method: 'POST',
  path: '/admin/order/:id/notes',
  access: staff('orders.note'),
  summary: 'Adds an internal note to an order; its buyer never sees it',
  params: orderParams,
  body: z.object({ text: z.string().trim().min(1, 'Write the note').max(1_000, 'At most 1,000 characters') }),
  answer: z.object({ note: orderNote }),
  status: 201,
  errors: ['order.not-found'],
  idempotencyKey: true,
});

export const removeOrderNote = defineCall({
  id: 'cart-order.remove-order-note',
  service: 'cart-order',
  method: 'DELETE',
  path: '/admin/order/:id/notes/:noteId',
  access: staff('orders.note'),
  summary: 'Deletes a note of one’s own',
  params: orderParams.extend({ noteId: objectId }),
  answer: z.object({ id: objectId }),
  errors: ['note.not-found', 'note.not-own'],
});
