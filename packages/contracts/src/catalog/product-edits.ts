import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { filledLine, groupCode, moment, objectId, pageQuery, staffLimit } from '../core/shapes.ts';
import { changeProduct, listAllProducts, productToSave } from './admin-products.ts';
import { detailsFields } from './details.ts';
import {
  EDIT_ROW_STATES,
  EDIT_STATES,
  EDITED_FIELDS,
  MAX_EDITED,
  MAX_PERCENT,
  MIN_PERCENT,
  PRICE_CHANGES,
  PRICE_STEPS,
} from './product-edit-names.ts';
import { MAX_MOVEMENT_REASON, RECORDED_KINDS } from './stock-movements.ts';

export const productEditErrors = defineErrors({
  'product-edit.not-found': { status: 404, message: 'This edit does not exist, or is no longer kept' },
  /** `details.state`: what it is in now. */
  'product-edit.other-state': { status: 409, message: 'This edit has gone on. Please look at it again' },
  /** Of apply: the changes are others than those that were looked at. */
  'product-edit.other-preview': { status: 409, message: 'The preview is another one now. Please look at it again' },
});

const MOST = `At most ${MAX_EDITED.toLocaleString('en')} at once`;
const MAX_AMOUNT = 10_000_000;

/** A price after the change is at least ₹1, which each product of the preview is held against. */
const priceChange = z
  .object({
    by: z.enum(PRICE_CHANGES, 'percent, amount or set'),
    /** Per cent or rupees, below 0 for less; of `set` the price. */
    value: z.number('A number').multipleOf(0.01, 'At most two decimals'),
    /** Rupees; a price is rounded to the nearest multiple, half of one up. `set` is not rounded. */
    step: z.enum(PRICE_STEPS, 'One of the steps').default('1'),
  })
  .superRefine(({ by, value }, context) => {
    const wrong = wrongPriceChange(by, value);
    if (wrong) context.addIssue({ code: 'custom', path: ['value'], message: wrong, input: value });
  });
export type PriceChange = z.output<typeof priceChange>;

function wrongPriceChange(by: PriceChange['by'], value: number): string | undefined {
  if (by === 'set') {
    if (value < 1) return 'A price is at least ₹1';
    return value > 1_000_000_000 ? 'This is too much' : undefined;
  }
  if (value === 0) return 'This changes nothing';
  if (by === 'percent') {
    return value < MIN_PERCENT || value > MAX_PERCENT ? `From ${MIN_PERCENT} to ${MAX_PERCENT} per cent` : undefined;
  }
  return Math.abs(value) > MAX_AMOUNT ? `At most ₹${MAX_AMOUNT.toLocaleString('en-IN')} more or less` : undefined;
}

/** As one movement of each product, with the same rules. */
const stockChange = z
  .object({
    kind: z.enum(RECORDED_KINDS, 'received, counted or written-off'),
    pieces: z.int('A whole number').min(0, 'This cannot be negative').max(1_000_000, 'At most 1,000,000'),
    reason: filledLine('A reason', MAX_MOVEMENT_REASON),
  })
  .refine(({ kind, pieces }) => kind === 'counted' || pieces > 0, { path: ['pieces'], message: 'At least 1' });

const occasions = z.array(detailsFields.shape.occasion.unwrap().element).max(40, 'At most 40').default([]);
const occasionChange = z
  .object({ add: occasions, remove: occasions })
  .refine(({ add, remove }) => add.length + remove.length > 0, { path: ['add'], message: 'Choose at least one' })
  .refine(({ add, remove }) => !add.some((one) => remove.includes(one)), {
    path: ['remove'],
    message: 'One of these is added as well',
  });

/** What an edit does to each of its products; what is absent stays as it is. */
export const productChanges = z
  .object({
    price: priceChange.optional(),
    stock: stockChange.optional(),
    /** `null`: the default. */
    lowStockAt: changeProduct.body!.shape.lowStockAt,
    status: changeProduct.body!.shape.status,
    category: productToSave.shape.category.optional(),
    material: productToSave.shape.material.optional(),
    featured: changeProduct.body!.shape.featured,
    occasions: occasionChange.optional(),
    /** `null` removes it. */
    deliveryTime: detailsFields.shape.deliveryTime.nullable(),
    shippingNote: detailsFields.shape.shippingNote.nullable(),
    careInstructions: detailsFields.shape.careInstructions.optional(),
    packaging: detailsFields.shape.packaging.optional(),
  })
  .refine((changes) => Object.values(changes).some((change) => change !== undefined), 'Choose at least one change')
  .meta({ id: 'ProductChanges', examples: [{ price: { by: 'percent', value: 5, step: '10' } }] });
export type ProductChanges = z.output<typeof productChanges>;

const who = z.object({ userId: objectId, name: z.string().nullable() });
const counts = z.object(
  Object.fromEntries(EDIT_ROW_STATES.map((state) => [state, z.int().nonnegative()])) as Record<
    (typeof EDIT_ROW_STATES)[number],
    z.ZodInt
  >,
);

/** A change of several products by staff: chosen, previewed, applied and perhaps undone. */
export const productEdit = z
  .object({
    _id: objectId,
    state: z.enum(EDIT_STATES),
    by: who,
    createdAt: moment,
    totalCount: z.int(),
    changes: productChanges.optional(),
    /** The number of its preview, 0 before the first; apply names the one that was looked at. */
    preview: z.int().nonnegative(),
    /** Products by what became of them. */
    counts,
    applied: who.extend({ at: moment }).optional(),
    undone: who.extend({ at: moment }).optional(),
    /** When all products had their turn. */
    finishedAt: moment.optional(),
    /** Something went wrong, and it goes on by itself in a moment. */
    isDelayed: z.boolean(),
  })
  .meta({ id: 'ProductEdit' });
export type ProductEdit = z.infer<typeof productEdit>;

/** Prices are rupees; `null` is nothing. Of category and material the main name comes first. */
export const editedValue = z.union([z.number(), z.string(), z.array(z.string()), z.null()]);
export type EditedValue = z.infer<typeof editedValue>;

const why = z.object({ field: z.enum(EDITED_FIELDS).optional(), message: z.string() });

export const productEditRow = z
  .object({
    /** 1, 2, 3 … of its edit. */
    number: z.int().positive(),
    productId: objectId,
    name: z.string(),
    productGroup: groupCode,
    metalTone: z.string(),
    state: z.enum(EDIT_ROW_STATES),
    /** Fields that are changed. */
    fields: z.array(
      z.object({
        field: z.enum(EDITED_FIELDS),
        before: editedValue,
        after: editedValue,
        /** Once it is undone. */
        undone: z.enum(['restored', 'kept']).optional(),
      }),
    ),
    /** Why the product, or fields of it, stay as they are. */
    why: z.array(why),
  })
  .meta({ id: 'ProductEditRow' });
export type ProductEditRow = z.infer<typeof productEditRow>;

const editId = z.object({ id: objectId });
const oneEdit = z.object({ edit: productEdit });

export const chooseProducts = defineCall({
  id: 'catalog.choose-products',
  service: 'catalog',
  method: 'POST',
  path: '/admin/product-edits',
  access: staff('products.change'),
  summary: 'Begins an edit of several products: of `ids`, or of all that fit a `filter` at this moment but `except`',
  body: z
    .object({
      ids: z.array(objectId).min(1, 'Choose at least one').max(MAX_EDITED, MOST).optional(),
      /** As of the list of products. */
      filter: listAllProducts.query!.omit({ sort: true, page: true, limit: true }).optional(),
      except: z.array(objectId).max(MAX_EDITED, MOST).default([]),
    })
    .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
      path: ['ids'],
      message: 'Either ids or a filter',
    })
    .meta({ examples: [{ filter: { status: 'draft' } }] }),
  answer: oneEdit,
  status: 201,
  errors: [],
  idempotencyKey: true,
});

export const listProductEdits = defineCall({
  id: 'catalog.list-product-edits',
  service: 'catalog',
  method: 'GET',
  path: '/admin/product-edits',
  access: staff('products.read'),
  summary: 'Edits of several products that were applied, newest first',
  query: z.object({ page: pageQuery.shape.page, limit: staffLimit }),
  answer: z.object({ edits: z.array(productEdit), totalCount: z.int() }),
  errors: [],
});

export const getProductEdit = defineCall({
  id: 'catalog.get-product-edit',
  service: 'catalog',
  method: 'GET',
  path: '/admin/product-edits/:id',
  access: staff('products.read'),
  summary: 'One edit of several products, with how far it is',
  params: editId,
  answer: oneEdit,
  errors: ['product-edit.not-found'],
});

export const listProductEditRows = defineCall({
  id: 'catalog.list-product-edit-rows',
  service: 'catalog',
  method: 'GET',
  path: '/admin/product-edits/:id/rows',
  access: staff('products.read'),
  summary: 'What an edit does or did to each product, what stays as it is first',
  params: editId,
  query: z.object({
    state: z.enum(EDIT_ROW_STATES, 'Not a state of a row').optional(),
    page: pageQuery.shape.page,
    limit: staffLimit,
  }),
  answer: z.object({ rows: z.array(productEditRow), totalCount: z.int() }),
  errors: ['product-edit.not-found'],
});

export const previewProductEdit = defineCall({
  id: 'catalog.preview-product-edit',
  service: 'catalog',
  method: 'PUT',
  path: '/admin/product-edits/:id',
  access: staff('products.change'),
  summary: 'Says what is changed, and computes for each product what would become of it; before it is applied only',
  params: editId,
  body: productChanges,
  answer: oneEdit,
  errors: ['product-edit.not-found', 'product-edit.other-state', 'category.not-found', 'material.not-found'],
});

export const applyProductEdit = defineCall({
  id: 'catalog.apply-product-edit',
  service: 'catalog',
  method: 'POST',
  path: '/admin/product-edits/:id/apply',
  access: staff('products.change'),
  summary: 'Applies a preview; a product that is not as it was previewed is skipped',
  params: editId,
  body: z.object({
    /** The number of the preview that was looked at. */
    preview: z.int('A whole number').positive('From 1'),
  }),
  answer: oneEdit,
  errors: ['product-edit.not-found', 'product-edit.other-state', 'product-edit.other-preview'],
  repeatable: 'An edit is applied once; of one that is applied the answer is how far it is',
});

export const undoProductEdit = defineCall({
  id: 'catalog.undo-product-edit',
  service: 'catalog',
  method: 'POST',
  path: '/admin/product-edits/:id/undo',
  access: staff('products.change'),
  summary: 'Restores each field that still has the value that the edit gave it; others are listed and stay',
  params: editId,
  answer: oneEdit,
  errors: ['product-edit.not-found', 'product-edit.other-state'],
  repeatable: 'An edit is undone once; of one that is undone the answer is how far it is',
});
