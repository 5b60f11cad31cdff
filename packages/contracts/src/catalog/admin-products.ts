import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { groupCode, moment, objectId, rupees } from '../core/shapes.ts';
import { DETAIL_FIELDS, type DetailFieldName, type DetailsModel, modelHasField } from './detail-fields.ts';
import { type DetailsFields, detailsFields, detailsModel } from './details.ts';
import { taxonomyName } from './names.ts';
import { product } from './products.ts';

export const adminProductErrors = defineErrors({
  /** `details.stock`: the current stock. */
  'product.stock-moved': { status: 409, message: 'The stock has changed. Please check it again' },
  'product.group-used': { status: 409, message: 'This group code belonged to a piece that left the shop' },
  'product.variant-taken': { status: 409, message: 'The group has a piece in this tone and material already' },
});

export const PRODUCT_STATUSES = ['draft', 'published', 'archived'] as const;
export const productStatus = z.enum(PRODUCT_STATUSES);

const productToSave = z.object({
  name: z.string('Name is required').trim().min(1, 'Name is required').max(120, 'At most 120 characters'),
  productGroup: groupCode,
  price: rupees.refine((value) => value > 0, 'A piece has a price'),
  stock: z.int('A whole number').min(0, 'This cannot be negative').max(1_000_000, 'At most 1,000,000'),
  images: z.array(z.string().min(1).max(500)).min(1, 'Add a picture').max(12),
  video: z.string().max(500).optional(),
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

/** Errors of details that have fields of another model, by field. */
export function strayDetails(model: DetailsModel, details: DetailsFields): Record<string, string> {
  const strays = (Object.keys(DETAIL_FIELDS) as DetailFieldName[]).filter(
    (field) => details[field] !== undefined && !modelHasField(model, DETAIL_FIELDS[field]),
  );
  return Object.fromEntries(strays.map((field) => [field, `${model} has no ${field}`]));
}

const fitsModel = (
  { detailsModel, detailsRef }: { detailsModel?: DetailsModel; detailsRef?: DetailsFields },
  context: z.core.$RefinementCtx,
) => {
  if (!detailsModel || !detailsRef) return;
  for (const [field, message] of Object.entries(strayDetails(detailsModel, detailsRef))) {
    context.addIssue({ code: 'custom', path: ['detailsRef', field], message, input: detailsRef });
  }
};

/** A product in any status, with the fields for staff. */
export const productForStaff = product
  .extend({
    status: productStatus,
    position: z.int(),
    featured: z.int(),
    /** Pieces held for checkouts, and sold. */
    held: z.int(),
    sold: z.int(),
    updatedAt: moment,
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
      video: z.string().max(500).nullable().optional(),
      stockBefore: z.int().optional(),
    })
    .refine(({ stock, stockBefore }) => stock === undefined || stockBefore !== undefined, {
      path: ['stockBefore'],
      message: 'Say which stock you saw',
    })
    .superRefine(fitsModel),
  answer: z.object({ product: productForStaff }),
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

export const listAllProducts = defineCall({
  id: 'catalog.list-all-products',
  service: 'catalog',
  method: 'GET',
  path: '/admin/products',
  access: staff('products.read'),
  summary:
    'Every variant by group, in any status; `q` searches name and group code, `stockUpTo` filters by free pieces, fewest first',
  query: z.object({
    q: z.string().trim().max(100).optional(),
    status: productStatus.optional(),
    stockUpTo: z.coerce.number().int().min(0).max(1_000_000).optional(),
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ products: z.array(productForStaff), totalCount: z.int() }),
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
