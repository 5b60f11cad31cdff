import {
  DETAIL_FIELDS,
  modelHasField,
  type BodyOf,
  type catalog,
  type CompositeKind,
  type DetailField,
  type DetailFieldName,
  type DetailFieldOf,
  type DetailFields,
  type DetailKind,
  type DetailsModel,
} from '@shop/contracts/browser';
import type { StaffProduct } from '../../../api/products.ts';
import { changedFields } from '../../../components/changed-fields.ts';
import { type PictureNotes, sortedNotes } from '../../../components/gallery/notes.ts';

type ToCreate = BodyOf<typeof catalog.createProduct>;
type ToChange = BodyOf<typeof catalog.changeProduct>;
type Details = ToCreate['detailsRef'];

/** Value of a details field in the form, by its kind. */
interface DetailValueOf {
  list: string[];
  choice: string;
  number: number;
  flag: boolean;
  text: string;
  longText: string;
  stones: { type: string; shape: string; count: number; carat: number }[];
  certification: { isHallmarked: boolean; isCertified: boolean; certType: string };
  centreStone: { carats: string[]; shapes: string[]; qualities: string[] };
}
export type DetailsValues = { [N in DetailFieldName]: DetailValueOf[(typeof DETAIL_FIELDS)[N]['kind']] };

/** A product as the form holds it, under the API's names: every field is there, an empty text is an absent one. */
export interface ProductValues {
  name: string;
  productGroup: string;
  price: number;
  stock: number;
  lowStockAt: number;
  status: 'draft' | 'published';
  position: number;
  featured: number;
  images: string[];
  pictureNotes: PictureNotes;
  video: string;
  shortDescription: string;
  category: { main: string; sub: string };
  material: { tag: string; sub: string };
  detailsModel: DetailsModel;
  detailsRef: DetailsValues;
}

export const MODELS: Record<DetailsModel, string> = {
  RingDetails: 'Ring',
  BraceletDetails: 'Bracelet or bangle',
  NecklaceDetails: 'Necklace',
  EarringDetails: 'Earrings',
  PendantDetails: 'Pendant',
};

/** Value of an empty field, by its kind. */
const EMPTY: { [K in DetailKind]: () => DetailValueOf[K] } = {
  list: () => [],
  choice: () => '',
  number: () => Number.NaN,
  flag: () => false,
  text: () => '',
  longText: () => '',
  stones: () => [],
  certification: () => ({ isHallmarked: false, isCertified: false, certType: '' }),
  centreStone: () => ({ carats: [], shapes: [], qualities: [] }),
};

/** The values of declared fields in an empty form. */
export const emptyDetails = (fields: DetailFields): Record<string, DetailValueOf[DetailKind]> =>
  Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, EMPTY[kind]()]));

export const emptyProduct = (): ProductValues => ({
  name: '',
  productGroup: '',
  price: Number.NaN,
  stock: 0,
  lowStockAt: Number.NaN,
  status: 'draft',
  position: 0,
  featured: 0,
  images: [],
  pictureNotes: [],
  video: '',
  shortDescription: '',
  category: { main: '', sub: '' },
  material: { tag: '', sub: '' },
  detailsModel: 'RingDetails',
  detailsRef: emptyDetails(DETAIL_FIELDS) as DetailsValues,
});

/** The form's values of a product. */
export function valuesOf(product: StaffProduct): ProductValues {
  const empty = emptyProduct().detailsRef;
  const { _id, stones = [], certification, centerStoneOptions, ...simple } = product.detailsRef;
  const filledIn = Object.fromEntries(Object.entries(simple).filter(([, value]) => value !== undefined));
  const composites: Pick<DetailsValues, DetailFieldOf<CompositeKind>> = {
    stones: stones.map((stone) => ({ ...stone, shape: stone.shape ?? '' })),
    certification: { ...certification, certType: certification.certType ?? '' },
    centerStoneOptions: centerStoneOptions ?? empty.centerStoneOptions,
  };
  return {
    name: product.name,
    productGroup: product.productGroup,
    price: product.price,
    stock: product.stock,
    lowStockAt: product.lowStockAt ?? Number.NaN,
    status: product.status === 'published' ? 'published' : 'draft',
    position: product.position,
    featured: product.featured,
    images: product.images,
    pictureNotes: sortedNotes(product.pictureNotes ?? []),
    video: product.video ?? '',
    shortDescription: product.shortDescription,
    category: { main: product.category.main, sub: product.category.sub ?? '' },
    material: { tag: product.material.tag, sub: product.material.sub ?? '' },
    detailsModel: product.detailsModel,
    detailsRef: { ...empty, ...(filledIn as Partial<DetailsValues>), ...composites },
  };
}

/** Start values of another variant of the group, without what differs between variants. */
export function variantOf(product: StaffProduct): ProductValues {
  const values = valuesOf(product);
  return {
    ...values,
    stock: 0,
    status: 'draft',
    position: values.position + 1,
    images: [],
    pictureNotes: [],
    video: '',
    detailsRef: { ...values.detailsRef, metalTone: [] },
  };
}

const filled = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)),
  ) as Partial<T>;

/** What is sent of a value, by its kind; an empty one of an optional field is left out. */
const TO_SAVE: { [K in DetailKind]: (value: DetailValueOf[K]) => unknown } = {
  list: (values) => values,
  choice: (value) => value,
  number: (value) => value,
  flag: (value) => value,
  text: (value) => value.trim(),
  longText: (value) => value.trim(),
  stones: (stones) => stones.map(({ shape, ...stone }) => ({ ...stone, ...filled({ shape }) })),
  certification: ({ certType, ...flags }) => ({ ...flags, ...filled({ certType: certType.trim() }) }),
  centreStone: (choices) => (Object.values(choices).flat().length === 0 ? undefined : choices),
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || Number.isNaN(value) || (Array.isArray(value) && value.length === 0);

/** What is sent of the declared fields of a model. */
export const detailsToSave = (
  fields: DetailFields,
  model: DetailsModel,
  values: Readonly<Record<string, DetailValueOf[DetailKind]>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]: [string, DetailField]) => {
      if (!modelHasField(model, field)) return [];
      const toSave = TO_SAVE[field.kind] as (value: DetailValueOf[DetailKind]) => unknown;
      const value = toSave(values[name] ?? EMPTY[field.kind]());
      return field.optional && isEmpty(value) ? [] : [[name, value]];
    }),
  );

/** The body that creates the product. */
export function toCreate(values: ProductValues): ToCreate {
  const { video, pictureNotes, lowStockAt, category, material, ...rest } = values;
  return {
    ...rest,
    name: values.name.trim(),
    productGroup: values.productGroup.trim().toUpperCase(),
    shortDescription: values.shortDescription.trim(),
    ...filled({ pictureNotes, video: video.trim() }),
    ...(!Number.isNaN(lowStockAt) && { lowStockAt }),
    category: { main: category.main, ...filled({ sub: category.sub }) },
    material: { tag: material.tag, ...filled({ sub: material.sub }) },
    detailsRef: detailsToSave(DETAIL_FIELDS, values.detailsModel, values.detailsRef) as Details,
  };
}

/** The body that changes the product from `before`: changed fields only. Details are one field, sent together with their model. */
export function toChange(values: ProductValues, before: StaffProduct): ToChange {
  const now = whole(values);
  const changed = changedFields(now, whole(valuesOf(before)));
  return {
    ...changed,
    ...((changed.detailsModel || changed.detailsRef) && { detailsModel: now.detailsModel, detailsRef: now.detailsRef }),
    // An unchanged stock is not sent: a sale may have changed it since.
    ...(changed.stock !== undefined && { stockBefore: before.stock }),
  };
}

const whole = (values: ProductValues) => ({
  ...toCreate(values),
  pictureNotes: values.pictureNotes,
  video: values.video.trim() || null,
  lowStockAt: Number.isNaN(values.lowStockAt) ? null : values.lowStockAt,
});
