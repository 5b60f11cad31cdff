import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { groupCode, moment, mrp, objectId, pageQuery, rupees } from '../core/shapes.ts';
import { SHOWN_PRICES } from '../core/tax.rules.ts';
import { details, detailsModel } from './details.ts';
import { facetCounts, facetQuery, priceRange } from './facets.ts';
import { nameInPath } from './names.ts';
import { pictureNote } from './picture-notes.ts';

export const productErrors = defineErrors({
  'product.not-found': { status: 404, message: 'This piece is not in the shop any more' },
});

export const SORTS = [
  'featured',
  'best-selling',
  'price-ascending',
  'price-descending',
  'created-descending',
  'title-ascending',
  'rating-descending',
] as const;
export const AVAILABILITIES = ['in-stock', 'out-of-stock'] as const;

const placeInCategory = z.object({ main: z.string(), sub: z.string().optional() });
const placeInMaterial = z.object({ tag: z.string(), sub: z.string().optional() });

/** One variant of a group, as a choice in listings and on the product page. */
export const swatch = z
  .object({
    _id: objectId,
    metalTone: z.string(),
    materialTag: z.string(),
    /** Of the ready piece (`18K`); in listings only. */
    purity: z.string().optional(),
    price: rupees,
    /** `price` with its GST. */
    mrp: mrp.optional(),
    stock: z.int(),
    image: z.string(),
    /** What staff say of `image`. */
    pictureNote: pictureNote.optional(),
  })
  .meta({ id: 'Swatch' });
export type Swatch = z.infer<typeof swatch>;

/** A product as a card of a listing. `_id` is the shown variant; the page is `/product/group/{productGroup}?variant={_id}`. */
export const productCard = z
  .object({
    _id: objectId,
    name: z.string(),
    productGroup: groupCode,
    price: rupees,
    /** `price` with its GST. */
    mrp: mrp.optional(),
    /** At most two: the second one is shown on hover. */
    images: z.array(z.string()),
    /** What staff say of these pictures. */
    pictureNotes: z.array(pictureNote).optional(),
    metalTone: z.string(),
    /** Of the ready piece: `18K`. */
    purity: z.string().optional(),
    /** Total weight of its stones. */
    carat: z.number().positive().optional(),
    category: placeInCategory,
    material: placeInMaterial,
    /** 0 without reviews, else 1 to 5. */
    rating: z.number().min(0).max(5),
    ratingCount: z.int(),
    stock: z.int(),
    /** All published variants of the group, including the shown one. */
    swatches: z.array(swatch),
  })
  .meta({ id: 'ProductCard' });
export type ProductCard = z.infer<typeof productCard>;

/**
 * Input of the 3D model, which the browser builds. Opaque for catalog: `packages/jewellery` defines the fields of each kind
 * and style.
 */
export const pieceDesign = z
  .looseObject({
    kind: z.enum(['ring', 'pendant', 'earring', 'necklace', 'bracelet', 'bangle']),
    style: z.string(),
    metal: z.string(),
  })
  .meta({ id: 'PieceDesign' });
export type PieceDesign = z.infer<typeof pieceDesign>;

/** A product with everything that its page shows. */
export const product = z
  .object({
    _id: objectId,
    name: z.string(),
    productGroup: groupCode,
    price: rupees,
    /** `price` with its GST. */
    mrp: mrp.optional(),
    images: z.array(z.string()),
    pictureNotes: z.array(pictureNote).optional(),
    video: z.string().optional(),
    /** Absent: no 3D view. */
    design: pieceDesign.optional(),
    metalTone: z.string(),
    category: placeInCategory,
    material: placeInMaterial,
    rating: z.number().min(0).max(5),
    ratingCount: z.int(),
    stock: z.int(),
    shortDescription: z.string(),
    /** It can be made to order: its material is, and there is another value than the ready piece's to choose. */
    customizable: z.boolean(),
    /** Offered values that have no price yet and cannot be bought, by field of the customizations. */
    notPriced: z.record(z.string(), z.array(z.string())).optional(),
    detailsModel,
    detailsRef: details,
    createdAt: moment,
  })
  .meta({ id: 'Product' });
export type Product = z.infer<typeof product>;

const priceLimit = z
  .string()
  .trim()
  .transform((text) => (text === '' ? undefined : Number(text)))
  .pipe(
    z
      .number('Not an amount in rupees')
      .nonnegative('This cannot be negative')
      .max(1_000_000_000, 'Too much')
      .optional(),
  )
  .optional()
  .meta({ examples: ['5000'] });

const filters = {
  'filter.price.gte': priceLimit,
  'filter.price.lte': priceLimit,
  availability: z.enum(AVAILABILITIES, 'in-stock or out-of-stock').optional(),
  /** The prices that the visitor sees, if they are not those that the shop shows: `filter.price.*` mean them. */
  prices: z.enum(SHOWN_PRICES, 'with-tax, before-tax or zero-rated').optional(),
  ...facetQuery,
};
const isPriceRange = ({
  'filter.price.gte': low,
  'filter.price.lte': high,
}: {
  'filter.price.gte'?: number | undefined;
  'filter.price.lte'?: number | undefined;
}) => low === undefined || high === undefined || low <= high;
const NO_RANGE = { path: ['filter.price.gte'], message: 'The lowest price is above the highest' };

/**
 * `filter.price.*` are rupees in any display currency, of the prices that the visitor sees; other filters take values of facets, which
 * a listing counts. A value that nothing has is an empty listing. What is not of its form is a 400 that names the field.
 */
export const listingQuery = pageQuery
  .extend({ sort_by: z.enum(SORTS, 'Not a way to sort').default('featured'), ...filters })
  .refine(isPriceRange, NO_RANGE);
export type ListingQuery = z.output<typeof listingQuery>;

/** The same where what is listed has an order of its own, unless it is sorted. */
export const listingQueryInOwnOrder = pageQuery
  .extend({ sort_by: z.enum(SORTS, 'Not a way to sort').optional(), ...filters })
  .refine(isPriceRange, NO_RANGE);

/** A text, and the filters of listings. */
export const searchQuery = pageQuery
  .extend({ q: z.string().trim().max(100, 'Too long: at most 100 characters').default(''), ...filters })
  .refine(isPriceRange, NO_RANGE);
export type SearchQuery = z.output<typeof searchQuery>;
export type FacetQuery = Pick<SearchQuery, keyof typeof facetQuery>;

export const listing = z.object({
  products: z.array(productCard),
  /** Groups, not variants. */
  totalCount: z.int(),
  facets: z.array(facetCounts).optional(),
  priceRange: priceRange.optional(),
  /** Path of the page, where it was asked for by a former name: that redirects to it (301). */
  canonicalPath: z.string().optional(),
  /** Facets that were asked for by former names of their values, by parameter: the filters that the listing has instead. */
  canonicalFilters: z.record(z.string(), z.string()).optional(),
});
export type Listing = z.infer<typeof listing>;

const listingCache = { seconds: 60, staleSeconds: 600, tags: ['tax', 'products'] };

export const listProducts = defineCall({
  id: 'catalog.list-products',
  service: 'catalog',
  method: 'GET',
  path: '/products',
  access: 'guest',
  summary: 'The whole shop, one card per product group',
  query: listingQuery,
  answer: listing,
  errors: [],
  cache: listingCache,
});

export const listCategory = defineCall({
  id: 'catalog.list-category',
  service: 'catalog',
  method: 'GET',
  path: '/products/:main',
  access: 'guest',
  summary: 'The products of a category',
  params: z.object({ main: nameInPath }),
  query: listingQuery,
  answer: listing,
  errors: ['category.not-found'],
  cache: { ...listingCache, tags: ['tax', 'products', 'categories'] },
});

export const listSubCategory = defineCall({
  id: 'catalog.list-sub-category',
  service: 'catalog',
  method: 'GET',
  path: '/products/:main/:sub',
  access: 'guest',
  summary: 'The products of a sub-category',
  params: z.object({ main: nameInPath, sub: nameInPath }),
  query: listingQuery,
  answer: listing,
  errors: ['category.not-found'],
  cache: { ...listingCache, tags: ['tax', 'products', 'categories'] },
});

export const listMaterial = defineCall({
  id: 'catalog.list-material',
  service: 'catalog',
  method: 'GET',
  path: '/material/:tag',
  access: 'guest',
  summary: 'The products of a material',
  params: z.object({ tag: nameInPath }),
  query: listingQuery,
  answer: listing,
  errors: ['material.not-found'],
  cache: { ...listingCache, tags: ['tax', 'products', 'materials'] },
});

export const listSubMaterial = defineCall({
  id: 'catalog.list-sub-material',
  service: 'catalog',
  method: 'GET',
  path: '/material/:tag/:sub',
  access: 'guest',
  summary: 'The products of a material’s sub-tag; `all` is the whole tag',
  params: z.object({ tag: nameInPath, sub: nameInPath }),
  query: listingQuery,
  answer: listing,
  errors: ['material.not-found'],
  cache: { ...listingCache, tags: ['tax', 'products', 'materials'] },
});

export const getProduct = defineCall({
  id: 'catalog.get-product',
  service: 'catalog',
  method: 'GET',
  path: '/product/group/:id',
  access: 'guest',
  summary: 'The product page: `id` is a group code or the _id of one of its products, `variant` selects one of them',
  params: z.object({ id: z.string().max(60, 'Too long: at most 60 characters') }),
  query: z.object({ variant: z.string().max(60, 'Too long: at most 60 characters').optional() }),
  answer: z.object({
    product,
    variants: z.array(swatch),
    /** Canonical path of the page; others (an _id, lower case, a removed variant) redirect to it (301). */
    canonicalPath: z.string(),
  }),
  errors: ['product.not-found'],
  cache: { seconds: 60, staleSeconds: 600, tags: ['tax', 'product:{id}', 'categories', 'materials', 'options'] },
});

const variantsOf = <const Id extends string, const Path extends string>(id: Id, path: Path, summary: string) =>
  defineCall({
    id,
    service: 'catalog',
    method: 'GET',
    path,
    access: 'guest',
    summary,
    params: z.object({ groupId: z.string().max(60, 'Too long: at most 60 characters') }),
    answer: z.object({ variants: z.array(product) }),
    errors: ['product.not-found'],
    cache: { seconds: 60, staleSeconds: 600, tags: ['tax', 'product:{groupId}', 'categories', 'materials', 'options'] },
  });

export const listVariants = variantsOf(
  'catalog.list-variants',
  '/product/variants/:groupId',
  'The variants of a group',
);
export const listVarients = variantsOf(
  'catalog.list-varients',
  '/product/varients/:groupId',
  'The variants of a group, under the spelling of the specification',
);

/** Cards of one answer of `listCards`. */
export const MAX_CARDS = 50;

export const listCards = defineCall({
  id: 'catalog.list-cards',
  service: 'catalog',
  method: 'GET',
  path: '/product/cards',
  access: 'guest',
  summary: 'Cards of single pieces, in the order asked for. What is not for sale is left out',
  query: z.object({
    /** Of products, with commas between them. */
    ids: z
      .string('ids is required')
      .regex(/^[0-9a-f]{24}(,[0-9a-f]{24})*$/, 'Ids with commas between them')
      .max(MAX_CARDS * 25 - 1, `At most ${MAX_CARDS} ids`)
      .meta({ examples: ['6741a0c2f3b4a5d6e7f80910'] }),
  }),
  answer: z.object({
    products: z.array(productCard),
    /** Of them, those that cannot be bought before a size is chosen. */
    needSize: z.array(objectId),
  }),
  errors: [],
});

export const listSimilar = defineCall({
  id: 'catalog.list-similar',
  service: 'catalog',
  method: 'GET',
  path: '/product/group/:group/similar',
  access: 'guest',
  summary: 'Other products of the same material, those of the same category and in stock first',
  params: z.object({ group: z.string().max(60, 'Too long: at most 60 characters') }),
  query: z.object({
    limit: z.coerce.number('Not a number').int().min(1, 'At least 1').max(24, 'At most 24').default(12),
  }),
  answer: z.object({ products: z.array(productCard) }),
  errors: ['product.not-found'],
  cache: {
    ...listingCache,
    tags: ['tax', 'products', 'product:{group}'],
    pageTags: ['tax', 'product:{group}', 'product:{products.productGroup}'],
  },
});
