import { z } from 'zod';
import { imageToSave } from '../content/images.ts';
import { videoToSave } from '../content/videos.ts';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { MAX_PICTURES } from '../core/constants.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, groupCode, moment, objectId, rupees, sortOf } from '../core/shapes.ts';
import {
  DETAIL_FIELDS,
  type DetailFieldName,
  type DetailsModel,
  modelHasField,
  modelOfCategory,
} from './detail-fields.ts';
import { type DetailsFields, detailsFields, detailsModel } from './details.ts';
import { taxonomyName } from './names.ts';
import { OPTION_KINDS, type OptionKind } from './options.ts';
import { pictureNotesToSave } from './picture-notes.ts';
import { product } from './products.ts';

export const adminProductErrors = defineErrors({
  /** `details.stock`: the current stock; of several products `details.stocks`, by id. */
  'product.stock-moved': { status: 409, message: 'The stock has changed. Please check it again' },
  'product.group-used': { status: 409, message: 'This group code belonged to a piece that left the shop' },
  'product.variant-taken': { status: 409, message: 'The group has a piece in this tone and material already' },
});

export const PRODUCT_STATUSES = ['draft', 'published', 'archived'] as const;
export const productStatus = z.enum(PRODUCT_STATUSES);

const lowStockAt = z.int('A whole number').min(0, 'This cannot be negative').max(1_000_000, 'At most 1,000,000');

export const productToSave = z.object({
  name: z.string('Name is required').trim().min(1, 'Name is required').max(120, 'At most 120 characters'),
  productGroup: groupCode,
  price: rupees.refine((value) => value > 0, 'A piece has a price'),
  stock: z.int('A whole number').min(0, 'This cannot be negative').max(1_000_000, 'At most 1,000,000'),
  /** The stock is low at this many free pieces; by default `LOW_STOCK_AT`. */
  lowStockAt: lowStockAt.optional(),
  images: z.array(imageToSave).min(1, 'Add a picture').max(MAX_PICTURES),
  /** What is said of its pictures: replaced as a whole. */
  pictureNotes: pictureNotesToSave.optional(),
  video: videoToSave.optional(),
  shortDescription: z.string().trim().max(2000),
  category: z.object({ main: taxonomyName, sub: taxonomyName.optional() }),
  material: z.object({ tag: taxonomyName, sub: taxonomyName.optional() }),
  /** Order among the variants of its group: the lowest represents the group. */
  position: z.int().min(0).max(1000).default(0),
  /** Highest first where `featured` sorts; 0 is not featured. */
  featured: z.int().min(0).max(1_000_000).default(0),
  status: z.enum(['draft', 'published']).default('draft'),
  detailsModel,
  detailsRef: detailsFields,
});
export type ProductToSave = z.output<typeof productToSave>;

/** Errors of details that have fields of another model, or that contradict each other, by field. */
export function detailErrors(model: DetailsModel, details: DetailsFields): Record<string, string> {
  const strays = (Object.keys(DETAIL_FIELDS) as DetailFieldName[]).filter(
    (field) => details[field] !== undefined && !modelHasField(model, DETAIL_FIELDS[field]),
  );
  const { weight, netWeight = 0 } = details;
  return {
    ...Object.fromEntries(strays.map((field) => [field, `${model} has no ${field}`])),
    ...(netWeight > weight && { netWeight: 'The metal weighs no more than the piece' }),
  };
}

/** What is wrong with the model of a category's products, if anything. */
export function wrongModel(main: string, model: DetailsModel): string | undefined {
  const expected = modelOfCategory(main);
  return expected === undefined || expected === model ? undefined : `A ${main} has ${expected}`;
}

const fitsModel = (
  {
    category,
    detailsModel,
    detailsRef,
  }: { category?: { main: string }; detailsModel?: DetailsModel; detailsRef?: DetailsFields },
  context: z.core.$RefinementCtx,
) => {
  const wrong = category && detailsModel && wrongModel(category.main, detailsModel);
  if (wrong) context.addIssue({ code: 'custom', path: ['detailsModel'], message: wrong, input: detailsModel });
  if (!detailsModel || !detailsRef) return;
  for (const [field, message] of Object.entries(detailErrors(detailsModel, detailsRef))) {
    context.addIssue({ code: 'custom', path: ['detailsRef', field], message, input: detailsRef });
  }
};

/** A product in any status, with the fields for staff and without what visitors can choose: `customizable` is never true, `notPriced` never there. */
export const productForStaff = product
  .extend({
    status: productStatus,
    position: z.int(),
    featured: z.int(),
    /** Pieces held for checkouts, and sold. */
    held: z.int(),
    sold: z.int(),
    /** Where it has a figure of its own. */
    lowStockAt: z.int().optional(),
    /** Its free pieces are as few as that, or fewer. */
    isLow: z.boolean().optional(),
    updatedAt: moment,
    /** Of what its form edits: without pieces held and sold, ratings and the stock, which has `stockBefore`. */
    version: documentVersion.optional(),
  })
  .meta({ id: 'ProductForStaff' });
export type ProductForStaff = z.infer<typeof productForStaff>;

const productId = z.object({ id: objectId });

export const createProduct = defineCall({
  id: 'catalog.create-product',
  service: 'catalog',
  method: 'POST',
  path: '/admin/product/new',
  access: staff('products.change'),
  summary: 'Creates a product, by default as a draft',
  body: productToSave.superRefine(fitsModel),
  answer: z.object({ product: productForStaff }),
  status: 201,
  errors: ['category.not-found', 'material.not-found', 'product.group-used', 'product.variant-taken'],
  idempotencyKey: true,
});

export const changeProduct = defineCall({
  id: 'catalog.change-product',
  service: 'catalog',
  method: 'PUT',
  path: '/admin/product/:id',
  access: staff('products.change'),
  versioned: true,
  summary:
    'Changes the given fields. `detailsRef` is replaced as a whole (with `detailsModel` if the kind of piece changes); `stock` requires `stockBefore`, so that a concurrent sale is not undone',
  params: productId,
  body: productToSave
    .partial()
    .extend({
      position: z.int().min(0).max(1000).optional(),
      featured: z.int().min(0).max(1_000_000).optional(),
      status: z.enum(['draft', 'published']).optional(),
      /** `null` removes the video. */
      video: videoToSave.nullable().optional(),
      /** `null`: the default. */
      lowStockAt: lowStockAt.nullable().optional(),
      stockBefore: z.int().optional(),
    })
    .refine(({ stock, stockBefore }) => stock === undefined || stockBefore !== undefined, {
      path: ['stockBefore'],
      message: 'Say which stock you saw',
    })
    .superRefine(fitsModel),
  answer: z.object({
    product: productForStaff,
    /** What staff have to know of the change: in its new group the piece costs something else made to order. */
    message: z.string().optional(),
  }),
  errors: [
    'product.not-found',
    'category.not-found',
    'material.not-found',
    'product.group-used',
    'product.variant-taken',
    'product.stock-moved',
  ],
});

export const removeProduct = defineCall({
  id: 'catalog.remove-product',
  service: 'catalog',
  method: 'DELETE',
  path: '/admin/product/:id',
  access: staff('products.change'),
  summary: 'Archives a product: orders and reviews keep working, its page is removed, its group code is not reused',
  params: productId,
  answer: z.object({ message: z.string() }),
  errors: ['product.not-found'],
});

export const restoreProduct = defineCall({
  id: 'catalog.restore-product',
  service: 'catalog',
  method: 'POST',
  path: '/admin/product/:id/restore',
  access: staff('products.change'),
  summary: 'Makes a draft of an archived product; of another one nothing',
  params: productId,
  answer: z.object({ product: productForStaff }),
  errors: ['product.not-found', 'product.variant-taken', 'category.not-found', 'material.not-found'],
  repeatable: 'What is no longer archived stays as it is',
});

export const listAllProducts = defineCall({
  id: 'catalog.list-all-products',
  service: 'catalog',
  method: 'GET',
  path: '/admin/products',
  access: staff('products.read'),
  summary:
    'Every variant by group, in any status; `q` searches name, group code, tone, category and material by words in any order, `stockUpTo` filters by free pieces and `low` by the figure of each, fewest first, `option` and `optionValue` by a value of an option list; `sort` orders by another field',
  query: z.object({
    q: z.string().trim().max(100).optional(),
    status: productStatus.optional(),
    stockUpTo: z.coerce.number().int().min(0).max(1_000_000).optional(),
    /** Those whose stock is low; archived ones never are. */
    low: z.enum(['yes'], 'yes').optional(),
    option: z.enum(OPTION_KINDS as [OptionKind, ...OptionKind[]], 'Not an option list').optional(),
    optionValue: z.string().trim().max(60, 'At most 60 characters').optional(),
    sort: sortOf(['name', 'price', 'stock', 'sold']).optional(),
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ products: z.array(productForStaff), totalCount: z.int() }),
  errors: [],
});

export const listProductAttention = defineCall({
  id: 'catalog.list-product-attention',
  service: 'catalog',
  method: 'GET',
  path: '/admin/products/attention',
  access: staff('products.read'),
  summary: 'Published products that cannot be bought, or not in all values that they offer, by group',
  query: z.object({
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({
    attention: z.array(
      z.object({
        productId: objectId,
        name: z.string(),
        productGroup: groupCode,
        metalTone: z.string(),
        /** `no-price`: the product itself; `option-not-priced`: the `values` of an `option`. */
        reason: z.enum(['no-price', 'option-not-priced']),
        message: z.string(),
        option: z.string().optional(),
        values: z.array(z.string()).optional(),
      }),
    ),
    totalCount: z.int(),
  }),
  errors: [],
});

export const getProductForStaff = defineCall({
  id: 'catalog.get-product-for-staff',
  service: 'catalog',
  method: 'GET',
  path: '/admin/product/:id',
  access: staff('products.read'),
  summary: 'One product with all its fields',
  params: productId,
  answer: z.object({ product: productForStaff }),
  errors: ['product.not-found'],
});
