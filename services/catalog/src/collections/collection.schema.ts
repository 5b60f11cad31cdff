import { catalog } from '@shop/contracts';
import { Schema, type Types } from 'mongoose';

/** A saved filter with its words and picture. Its filter copies names and values, which `renames/` keeps up to date. */
export interface Collection {
  _id: Types.ObjectId;
  slug: string;
  /** Addresses that lead to it; no other collection has one of them. */
  formerSlugs: string[];
  name: string;
  kind: catalog.CollectionKind;
  status: (typeof catalog.COLLECTION_STATUSES)[number];
  text: string;
  image?: string;
  filter: catalog.CollectionFilter;
  /** Group codes. */
  picks: string[];
  sort: (typeof catalog.SORTS)[number];
  position: number;
}

const place = (first: 'main' | 'tag') => ({
  type: new Schema({ [first]: { type: String, required: true }, sub: String }, { _id: false }),
  default: undefined,
});

const filterSchema = new Schema(
  {
    category: place('main'),
    material: place('tag'),
    ...Object.fromEntries(catalog.FACETS.map((facet) => [facet, { type: [String], default: undefined }])),
    priceFrom: Number,
    priceTo: Number,
  },
  { _id: false },
);

export const collectionSchema = new Schema<Collection>(
  {
    slug: { type: String, required: true },
    formerSlugs: { type: [String], required: true },
    name: { type: String, required: true },
    kind: { type: String, enum: catalog.COLLECTION_KINDS, required: true },
    status: { type: String, enum: catalog.COLLECTION_STATUSES, required: true },
    text: { type: String, default: '' },
    image: String,
    filter: { type: filterSchema, default: {} },
    picks: { type: [String], required: true },
    sort: { type: String, enum: catalog.SORTS, required: true },
    position: { type: Number, required: true },
  },
  { collection: 'collections', versionKey: false, minimize: false },
);
collectionSchema.index({ slug: 1 }, { unique: true });
collectionSchema.index({ formerSlugs: 1 });
collectionSchema.index({ position: 1 });
collectionSchema.index({ image: 1 });
