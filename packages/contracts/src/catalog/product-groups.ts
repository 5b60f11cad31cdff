import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { groupCode, objectId } from '../core/shapes.ts';
import { changeProduct, productForStaff, productToSave } from './admin-products.ts';
import { DETAIL_FIELDS, type DetailField, SHARED_DETAILS, type SharedDetailName } from './detail-fields.ts';
import { detailsFields } from './details.ts';

export const productGroupErrors = defineErrors({
  'product-group.not-found': { status: 404, message: 'There is no piece with this group code' },
  'product-group.taken': { status: 409, message: 'The shop has or had a piece with this group code' },
});

/** Pictures of one variant. */
export const MAX_PICTURES = 12;

/** A group as staff see it: its variants in any status, in their order. */
export const productGroup = z
  .object({
    productGroup: groupCode,
    variants: z.array(productForStaff).min(1),
    /** The versions of its variants that are not archived, in their order, joined by dots. */
    version: z.string().optional(),
  })
  .meta({ id: 'ProductGroup' });
export type ProductGroup = z.infer<typeof productGroup>;

const shape = changeProduct.body!.shape;
const fields = detailsFields.shape;

type Nullable<Schema extends z.ZodType> = z.ZodOptional<z.ZodNullable<Schema>>;
type SharedShape = {
  [N in SharedDetailName]: (typeof fields)[N] extends z.ZodOptional<infer Inner extends z.ZodType>
    ? Nullable<Inner>
    : z.ZodOptional<(typeof fields)[N]>;
};

/** `null` removes an optional one. */
const sharedDetails = z.object(
  Object.fromEntries(
    SHARED_DETAILS.map((name) => {
      const field: DetailField = DETAIL_FIELDS[name];
      return [name, field.optional ? (fields[name] as z.ZodOptional<z.ZodType>).nullable() : fields[name].optional()];
    }),
  ) as unknown as SharedShape,
);
export type SharedDetails = z.output<typeof sharedDetails>;

/** What differs between the variants of a group. */
const variantChange = z
  .object({
    price: shape.price,
    status: shape.status,
    position: shape.position,
    lowStockAt: shape.lowStockAt,
    stock: shape.stock,
    /** The stock that was seen: one that moved since is not overwritten. */
    stockBefore: shape.stockBefore,
  })
  .refine(({ stock, stockBefore }) => stock === undefined || stockBefore !== undefined, {
    path: ['stockBefore'],
    message: 'Say which stock you saw',
  });

const code = z.object({ code: groupCode });
const oneGroup = z.object({ group: productGroup });

export const getProductGroup = defineCall({
  id: 'catalog.get-product-group',
  service: 'catalog',
  method: 'GET',
  path: '/admin/groups/:code',
  access: staff('products.read'),
  summary: 'The variants of a group in any status, in their order',
  params: code,
  answer: oneGroup,
  errors: ['product-group.not-found'],
});

export const changeProductGroup = defineCall({
  id: 'catalog.change-product-group',
  service: 'catalog',
  method: 'PUT',
  path: '/admin/groups/:code',
  access: staff('products.change'),
  versioned: true,
  summary:
    'Changes a group at once or not at all: the given shared fields in every variant that is not archived, and fields of single `variants` by id',
  params: code,
  body: z.object({
    name: productToSave.shape.name.optional(),
    shortDescription: productToSave.shape.shortDescription.optional(),
    category: productToSave.shape.category.optional(),
    featured: shape.featured,
    details: sharedDetails.optional(),
    /** Pictures that each variant has afterwards, behind its own. */
    addImages: z.array(productToSave.shape.images.element).max(MAX_PICTURES).optional(),
    variants: z.record(objectId, variantChange).optional(),
  }),
  answer: oneGroup,
  errors: ['product-group.not-found', 'product.stock-moved', 'category.not-found'],
});

export const archiveProductGroup = defineCall({
  id: 'catalog.archive-product-group',
  service: 'catalog',
  method: 'DELETE',
  path: '/admin/groups/:code',
  access: staff('products.change'),
  summary: 'Archives all variants of a group: orders and reviews keep working, its page is removed',
  params: code,
  answer: oneGroup,
  errors: ['product-group.not-found'],
  repeatable: 'What is archived stays archived',
});

export const restoreProductGroup = defineCall({
  id: 'catalog.restore-product-group',
  service: 'catalog',
  method: 'POST',
  path: '/admin/groups/:code/restore',
  access: staff('products.change'),
  summary:
    'Makes drafts of the archived variants of a group; of several in one tone and material, of the one that was archived last',
  params: code,
  answer: oneGroup,
  errors: ['product-group.not-found', 'product.variant-taken', 'category.not-found', 'material.not-found'],
  repeatable: 'What is no longer archived stays as it is',
});

export const duplicateProductGroup = defineCall({
  id: 'catalog.duplicate-product-group',
  service: 'catalog',
  method: 'POST',
  path: '/admin/groups/:code/duplicate',
  access: staff('products.change'),
  summary:
    'Copies the variants of a group that are not archived, and what they can be made to order in, into a new group: drafts without a stock',
  params: code,
  body: z.object({ productGroup: groupCode }),
  answer: oneGroup,
  status: 201,
  errors: ['product-group.not-found', 'product-group.taken', 'category.not-found', 'material.not-found'],
  idempotencyKey: true,
});
