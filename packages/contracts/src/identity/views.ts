import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, filledLine, objectId } from '../core/shapes.ts';

/** Of one person for one list. */
export const MAX_VIEWS = 30;

export const viewErrors = defineErrors({
  'view.not-found': { status: 404, message: 'This view does not exist any more' },
  'view.not-yours': { status: 403, message: 'Only its maker changes this view' },
  'view.too-many': {
    status: 409,
    message: `You have ${MAX_VIEWS} views of this list already. Please delete one first`,
  },
});

/** A list of the staff area, by its name there: `orders`. */
const list = z.string().regex(/^[a-z][a-z-]{0,39}$/, 'Not a list');

/** What of the address makes the view: filters, order and columns, `status=Processing&sort=-total`. */
const query = z
  .string('This is required')
  .max(2_000, 'At most 2,000 characters')
  .regex(/^[^\s#?]*$/, 'Not the query of an address');

const name = filledLine('Name', 40);

/** A named state of a list. */
export const view = z
  .object({
    _id: objectId,
    list,
    name: z.string(),
    query: z.string(),
    /** Seen by all staff. */
    shared: z.boolean(),
    /** Of the account that asks. */
    mine: z.boolean(),
    /** Who asks may change and delete it: its maker, or all staff once the maker is not one of them. */
    changeable: z.boolean(),
    /** Opened first by the account that asks. */
    isDefault: z.boolean(),
    /** Name of the maker; missing once the account is gone. */
    maker: z.string().optional(),
    version: documentVersion.optional(),
  })
  .meta({ id: 'StaffView' });
export type View = z.infer<typeof view>;

const views = z.object({ views: z.array(view) });
const params = z.object({ id: objectId });

export const listViews = defineCall({
  id: 'identity.list-views',
  service: 'identity',
  method: 'GET',
  path: '/admin/views',
  access: staff('views.use'),
  summary: 'Views of a list: own ones and those that are shared, by name',
  query: z.object({ list }),
  answer: views,
  errors: [],
});

export const createView = defineCall({
  id: 'identity.create-view',
  service: 'identity',
  method: 'POST',
  path: '/admin/views',
  access: staff('views.use'),
  summary: 'Names a view of a list',
  body: z.object({ list, name, query, shared: z.boolean() }),
  answer: z.object({ view }),
  status: 201,
  errors: ['view.too-many'],
  idempotencyKey: true,
});

export const changeView = defineCall({
  id: 'identity.change-view',
  service: 'identity',
  method: 'PUT',
  path: '/admin/view/:id',
  access: staff('views.use'),
  versioned: true,
  summary: 'Changes the given fields of a view; one that is not shared any more is opened first by its maker only',
  params,
  body: z
    .object({ name, query, shared: z.boolean() })
    .partial()
    .refine((fields) => Object.keys(fields).length > 0, 'Nothing to change'),
  answer: z.object({ view }),
  errors: ['view.not-found', 'view.not-yours'],
});

export const removeView = defineCall({
  id: 'identity.remove-view',
  service: 'identity',
  method: 'DELETE',
  path: '/admin/view/:id',
  access: staff('views.use'),
  summary: 'Deletes a view, for all who see it',
  params,
  answer: z.object({ id: objectId }),
  errors: ['view.not-found', 'view.not-yours'],
});

export const chooseDefaultView = defineCall({
  id: 'identity.choose-default-view',
  service: 'identity',
  method: 'PUT',
  path: '/admin/views/default',
  access: staff('views.use'),
  summary: 'The view that a list opens with, for the account that asks; `null`: all rows',
  body: z.object({ list, viewId: objectId.nullable() }),
  answer: views,
  errors: ['view.not-found'],
});
