import { z } from 'zod';
import { imageAddress, imageToSave } from '../content/images.ts';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, filledLine, groupCode, objectId, rupees } from '../core/shapes.ts';
import { slugOf } from '../core/slug.ts';
import { facetCounts, facetValueOf } from './facets.ts';
import { nameInPath, taxonomyName } from './names.ts';
import { AVAILABILITIES, listing, listingQueryInOwnOrder, productCard, SORTS } from './products.ts';

export const MAX_COLLECTIONS = 200;
export const MAX_PICKS = 48;

export const collectionErrors = defineErrors({
  'collection.not-found': { status: 404, message: 'This collection does not exist' },
  'collection.taken': { status: 409, message: 'There is a collection at this address already' },
  'collection.too-many': { status: 409, message: `There are ${MAX_COLLECTIONS} collections already` },
});

export const COLLECTION_KINDS = ['collection', 'gift-guide'] as const;
export type CollectionKind = (typeof COLLECTION_KINDS)[number];
export const COLLECTION_STATUSES = ['draft', 'published'] as const;

const values = z.array(z.string().overwrite(facetValueOf).min(1, 'This is required').max(100)).max(30, 'At most 30');

/**
 * What belongs to a collection: pieces that fit every condition. Values are those of the facets of listings, several of one facet widen
 * it; prices are as the shop shows them.
 */
export const collectionFilter = z
  .object({
    category: z.object({ main: taxonomyName, sub: taxonomyName.optional() }).optional(),
    material: z.object({ tag: taxonomyName, sub: taxonomyName.optional() }).optional(),
    availability: z.array(z.enum(AVAILABILITIES)).max(2).optional(),
    metal: values.optional(),
    purity: values.optional(),
    tone: values.optional(),
    stone: values.optional(),
    shape: values.optional(),
    carat: values.optional(),
    weight: values.optional(),
    size: values.optional(),
    occasion: values.optional(),
    certified: values.optional(),
    priceFrom: rupees.optional(),
    priceTo: rupees.optional(),
  })
  .refine(({ priceFrom, priceTo }) => priceFrom === undefined || priceTo === undefined || priceFrom <= priceTo, {
    path: ['priceFrom'],
    message: 'The lowest price is above the highest',
  })
  .meta({ id: 'CollectionFilter', examples: [{ category: { main: 'ring' }, occasion: ['wedding'], priceTo: 25_000 }] });
export type CollectionFilter = z.infer<typeof collectionFilter>;

const shown = {
  /** The address of its page is `/collection/{slug}`. */
  slug: z.string(),
  name: z.string(),
  kind: z.enum(COLLECTION_KINDS),
  text: z.string(),
  image: imageAddress.optional(),
};

export const collectionCard = z
  .object({
    _id: objectId.optional(),
    ...shown,
    /** Groups, as its page counts them. */
    totalCount: z.int(),
  })
  .meta({ id: 'CollectionCard' });
export type CollectionCard = z.infer<typeof collectionCard>;

export const collectionForStaff = z
  .object({
    _id: objectId,
    ...shown,
    status: z.enum(COLLECTION_STATUSES),
    filter: collectionFilter,
    /** Groups that come first, in this order, whether they fit the filter or not. */
    picks: z.array(groupCode),
    /** Of what comes after them. */
    sort: z.enum(SORTS),
    totalCount: z.int(),
    version: documentVersion.optional(),
  })
  .meta({ id: 'CollectionForStaff' });
export type CollectionForStaff = z.infer<typeof collectionForStaff>;

const cache = {
  seconds: 60,
  staleSeconds: 600,
  tags: ['collections', 'tax', 'products', 'categories', 'materials'],
};

export const listCollections = defineCall({
  id: 'catalog.list-collections',
  service: 'catalog',
  method: 'GET',
  path: '/collections',
  access: 'guest',
  summary: 'Published collections and gift guides that have pieces, in the order of the staff',
  answer: z.object({ collections: z.array(collectionCard) }),
  errors: [],
  cache,
});

export const listCollection = defineCall({
  id: 'catalog.list-collection',
  service: 'catalog',
  method: 'GET',
  path: '/collection/:slug',
  access: 'guest',
  summary: 'The pieces of a collection, narrowed and sorted like a listing; unless sorted, picked ones come first',
  params: z.object({ slug: nameInPath }),
  query: listingQueryInOwnOrder,
  answer: listing.extend({ collection: z.object(shown).meta({ id: 'Collection' }) }),
  errors: ['collection.not-found'],
  cache,
});

const fields = {
  name: filledLine('Name', 80).meta({ examples: ['Bridal'] }),
  /** Made of the name where it is empty. */
  slug: z
    .string()
    .overwrite(slugOf)
    .max(60, 'At most 60 characters')
    .meta({ examples: ['bridal'] }),
  kind: z.enum(COLLECTION_KINDS),
  status: z.enum(COLLECTION_STATUSES),
  text: z.string().trim().max(600, 'At most 600 characters'),
  filter: collectionFilter,
  picks: z
    .array(groupCode)
    .max(MAX_PICKS, `At most ${MAX_PICKS}`)
    .refine((groups) => new Set(groups).size === groups.length, 'A piece is there twice'),
  sort: z.enum(SORTS, 'Not a way to sort'),
};

const asked = {
  filter: fields.filter.default({}),
  picks: fields.picks.default([]),
  sort: fields.sort.default('featured'),
};

const toSave = z.object({
  name: fields.name,
  slug: fields.slug.default(''),
  kind: fields.kind.default('collection'),
  status: fields.status.default('draft'),
  text: fields.text.default(''),
  image: imageToSave.optional(),
  ...asked,
});
export type CollectionToSave = z.output<typeof toSave>;

const changes = z
  .object({
    ...fields,
    /** `null` removes the picture. */
    image: imageToSave.nullable(),
  })
  .partial()
  .refine((given) => Object.keys(given).length > 0, 'Nothing to change');
export type CollectionChanges = z.output<typeof changes>;

const changed = z.object({ message: z.string(), collection: collectionForStaff });

export const listCollectionsForStaff = defineCall({
  id: 'catalog.list-collections-for-staff',
  service: 'catalog',
  method: 'GET',
  path: '/admin/collections',
  access: staff('collections.change'),
  summary: 'Collections and gift guides in their order, drafts too, each with how many groups it has',
  answer: z.object({ collections: z.array(collectionForStaff) }),
  errors: [],
});

export const previewCollection = defineCall({
  id: 'catalog.preview-collection',
  service: 'catalog',
  method: 'POST',
  path: '/admin/collections/preview',
  access: staff('collections.change'),
  summary:
    'What a filter and picked groups would find: how many, the first of them, and what each further value leaves',
  body: z.object(asked),
  answer: z.object({
    totalCount: z.int(),
    products: z.array(productCard),
    /** How many groups would remain with each value, as in a listing. */
    facets: z.array(facetCounts),
    /** Picked groups that are not for sale. */
    missing: z.array(groupCode),
  }),
  errors: [],
  repeatable: 'It reads',
  whileReadOnly: 'It reads',
});

export const createCollection = defineCall({
  id: 'catalog.create-collection',
  service: 'catalog',
  method: 'POST',
  path: '/admin/collection',
  access: staff('collections.change'),
  summary: 'Creates a collection or a gift guide',
  body: toSave,
  answer: changed,
  status: 201,
  errors: ['collection.taken', 'collection.too-many'],
  idempotencyKey: true,
});

export const changeCollection = defineCall({
  id: 'catalog.change-collection',
  service: 'catalog',
  method: 'PATCH',
  path: '/admin/collection/:id',
  access: staff('collections.change'),
  versioned: true,
  summary: 'Changes the given fields of a collection; its former addresses lead to it',
  params: z.object({ id: objectId }),
  body: changes,
  answer: changed,
  errors: ['collection.not-found', 'collection.taken'],
});

export const orderCollections = defineCall({
  id: 'catalog.order-collections',
  service: 'catalog',
  method: 'PUT',
  path: '/admin/collections/order',
  access: staff('collections.change'),
  summary: 'Puts collections in an order; those that are not named come after',
  body: z.object({ ids: z.array(objectId).min(1, 'This is required').max(MAX_COLLECTIONS) }),
  answer: z.object({ message: z.string() }),
  errors: ['collection.not-found'],
});

export const removeCollection = defineCall({
  id: 'catalog.remove-collection',
  service: 'catalog',
  method: 'DELETE',
  path: '/admin/collection/:id',
  access: staff('collections.change'),
  summary: 'Removes a collection; its pieces stay',
  params: z.object({ id: objectId }),
  answer: z.object({ message: z.string() }),
  errors: ['collection.not-found'],
});
