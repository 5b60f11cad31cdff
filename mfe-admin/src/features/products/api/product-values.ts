import type { BodyOf, catalog } from '@shop/contracts/browser';
import type { StaffProduct } from '../../../api/products.ts';
import { changedFields } from '../../../components/changed-fields.ts';

type ToCreate = BodyOf<typeof catalog.createProduct>;
type ToChange = BodyOf<typeof catalog.changeProduct>;
export type DetailsModel = StaffProduct['detailsModel'];
type Details = ToCreate['detailsRef'];

/** As the form holds a product: nothing is missing, an empty text stands for nothing. Named as the API names it. */
export interface ProductValues {
  name: string;
  productGroup: string;
  price: number;
  stock: number;
  status: 'draft' | 'published';
  position: number;
  featured: number;
  images: string[];
  video: string;
  shortDescription: string;
  category: { main: string; sub: string };
  material: { tag: string; sub: string };
  detailsModel: DetailsModel;
  detailsRef: {
    metalTone: string[];
    metalPurity: string[];
    stoneType: string[];
    finish: string;
    weight: number;
    stones: { type: string; shape: string; count: number; carat: number }[];
    diamondSize: string;
    occasion: string[];
    careInstructions: string;
    packaging: string;
    hypoallergenic: boolean;
    certification: { isHallmarked: boolean; isCertified: boolean; certType: string };
    shippingNote: string;
    deliveryTime: string;
    centerStoneOptions: { carats: string[]; shapes: string[]; qualities: string[] };
    sizeOptions: string[];
    sizes: string[];
    earringSize: string[];
    backType: string[];
    pendantSize: string[];
    chainLength: string[];
    chainLengths: string[];
    engravingAvailable: boolean;
    nameEngravingAvailable: boolean;
  };
}

export const MODELS: Record<DetailsModel, string> = {
  RingDetails: 'Ring',
  BraceletDetails: 'Bracelet or bangle',
  NecklaceDetails: 'Necklace',
  EarringDetails: 'Earrings',
  PendantDetails: 'Pendant',
};

type SpecialList =
  'sizeOptions' | 'sizes' | 'earringSize' | 'backType' | 'pendantSize' | 'chainLength' | 'chainLengths';
type SpecialFlag = 'engravingAvailable' | 'nameEngravingAvailable';

/** Fields that only some kinds of pieces have. */
export const LISTS_OF: Record<DetailsModel, readonly SpecialList[]> = {
  RingDetails: ['sizeOptions'],
  BraceletDetails: ['sizes'],
  NecklaceDetails: ['sizes', 'chainLengths'],
  EarringDetails: ['earringSize', 'backType'],
  PendantDetails: ['pendantSize', 'chainLength'],
};
export const FLAG_OF: Partial<Record<DetailsModel, SpecialFlag>> = {
  RingDetails: 'engravingAvailable',
  BraceletDetails: 'nameEngravingAvailable',
  EarringDetails: 'engravingAvailable',
  PendantDetails: 'engravingAvailable',
};

export const emptyProduct = (): ProductValues => ({
  name: '',
  productGroup: '',
  price: Number.NaN,
  stock: 0,
  status: 'draft',
  position: 0,
  featured: 0,
  images: [],
  video: '',
  shortDescription: '',
  category: { main: '', sub: '' },
  material: { tag: '', sub: '' },
  detailsModel: 'RingDetails',
  detailsRef: {
    metalTone: [],
    metalPurity: [],
    stoneType: [],
    finish: '',
    weight: Number.NaN,
    stones: [],
    diamondSize: '',
    occasion: [],
    careInstructions: '',
    packaging: '',
    hypoallergenic: false,
    certification: { isHallmarked: false, isCertified: false, certType: '' },
    shippingNote: '',
    deliveryTime: '',
    centerStoneOptions: { carats: [], shapes: [], qualities: [] },
    sizeOptions: [],
    sizes: [],
    earringSize: [],
    backType: [],
    pendantSize: [],
    chainLength: [],
    chainLengths: [],
    engravingAvailable: false,
    nameEngravingAvailable: false,
  },
});

/** What the form shows of a product. */
export function valuesOf(product: StaffProduct): ProductValues {
  const empty = emptyProduct();
  const { _id, stones = [], certification, centerStoneOptions, ...details } = product.detailsRef;
  return {
    name: product.name,
    productGroup: product.productGroup,
    price: product.price,
    stock: product.stock,
    status: product.status === 'published' ? 'published' : 'draft',
    position: product.position,
    featured: product.featured,
    images: product.images,
    video: product.video ?? '',
    shortDescription: product.shortDescription,
    category: { main: product.category.main, sub: product.category.sub ?? '' },
    material: { tag: product.material.tag, sub: product.material.sub ?? '' },
    detailsModel: product.detailsModel,
    detailsRef: {
      ...empty.detailsRef,
      ...Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)),
      stones: stones.map((stone) => ({ ...stone, shape: stone.shape ?? '' })),
      certification: { ...certification, certType: certification.certType ?? '' },
      centerStoneOptions: centerStoneOptions ?? empty.detailsRef.centerStoneOptions,
    },
  };
}

/** Another variant of the same group: what differs between variants is left to be filled in. */
export function variantOf(product: StaffProduct): ProductValues {
  const values = valuesOf(product);
  return {
    ...values,
    stock: 0,
    status: 'draft',
    position: values.position + 1,
    images: [],
    video: '',
    detailsRef: { ...values.detailsRef, metalTone: [] },
  };
}

const filled = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)),
  ) as Partial<T>;

function detailsToSave({ detailsModel, detailsRef: d }: ProductValues): Details {
  const flag = FLAG_OF[detailsModel];
  const { carats, shapes, qualities } = d.centerStoneOptions;
  return {
    metalTone: d.metalTone,
    metalPurity: d.metalPurity,
    stoneType: d.stoneType,
    weight: d.weight,
    careInstructions: d.careInstructions.trim(),
    packaging: d.packaging.trim(),
    hypoallergenic: d.hypoallergenic,
    certification: {
      isHallmarked: d.certification.isHallmarked,
      isCertified: d.certification.isCertified,
      ...filled({ certType: d.certification.certType.trim() }),
    },
    ...filled({
      finish: d.finish,
      diamondSize: d.diamondSize,
      occasion: d.occasion,
      shippingNote: d.shippingNote.trim(),
      deliveryTime: d.deliveryTime.trim(),
      stones: d.stones.map(({ shape, ...stone }) => ({ ...stone, ...filled({ shape }) })),
    }),
    ...(carats.length + shapes.length + qualities.length > 0 && { centerStoneOptions: d.centerStoneOptions }),
    ...filled(Object.fromEntries(LISTS_OF[detailsModel].map((field) => [field, d[field]]))),
    ...(flag && { [flag]: d[flag] }),
  };
}

/** What is sent to create the product that the form holds. */
export function toCreate(values: ProductValues): ToCreate {
  const { video, category, material, ...rest } = values;
  return {
    ...rest,
    name: values.name.trim(),
    productGroup: values.productGroup.trim().toUpperCase(),
    shortDescription: values.shortDescription.trim(),
    ...filled({ video: video.trim() }),
    category: { main: category.main, ...filled({ sub: category.sub }) },
    material: { tag: material.tag, ...filled({ sub: material.sub }) },
    detailsRef: detailsToSave(values),
  };
}

/**
 * What is sent to change a product from `before` to what the form holds. The details are one field, and are read as those of
 * their model.
 */
export function toChange(values: ProductValues, before: StaffProduct): ToChange {
  const now = whole(values);
  const changed = changedFields(now, whole(valuesOf(before)));
  return {
    ...changed,
    ...((changed.detailsModel || changed.detailsRef) && { detailsModel: now.detailsModel, detailsRef: now.detailsRef }),
    // A stock that was not touched is left alone: pieces may be sold meanwhile.
    ...(changed.stock !== undefined && { stockBefore: before.stock }),
  };
}

const whole = (values: ProductValues) => ({ ...toCreate(values), video: values.video.trim() || null });
