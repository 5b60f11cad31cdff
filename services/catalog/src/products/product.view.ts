import { type catalog, mrpOf, rupeesFrom } from '@shop/contracts';
import { withVersion } from '@shop/service-kit';
import type { Offering } from '../prices/price.rules.ts';
import { isLow } from '../stock/low-stock.rules.ts';
import { type Details, totalCarat } from './details.schema.ts';
import { notesOf, withNotes } from './picture-notes.ts';
import { hasPrice, type Product } from './product.schema.ts';

/** Product fields of a card or a swatch. */
export const CARD_FIELDS = [
  'name',
  'productGroup',
  'position',
  'pricePaise',
  'images',
  'pictureNotes',
  'metalTone',
  'category',
  'material',
  'rating',
  'ratingCount',
  'stock',
  // Of the details, which are cached by them.
  'detailsRef',
  'updatedAt',
] as const;
export type CardProduct = Pick<Product, '_id' | (typeof CARD_FIELDS)[number]>;

/** Staff see prices as they enter them, without the MRP, and 0 for one that old data has not, or not above 0. */
function pricesOf(product: Pick<Product, 'pricePaise'>, gstRate: number | undefined) {
  const paise = hasPrice(product) ? product.pricePaise : 0;
  return { price: rupeesFrom(paise), ...(gstRate !== undefined && { mrp: rupeesFrom(mrpOf(paise, gstRate)) }) };
}

/** What of the details a card shows. */
const purityOf = (details: Details | undefined) => {
  const purity = details?.metalPurity?.[0];
  return purity ? { purity } : {};
};
const caratOf = (details: Details | undefined) => {
  const carat = totalCarat(details ?? {});
  return carat > 0 ? { carat: Number(carat.toFixed(2)) } : {};
};

export const swatchOf = (product: CardProduct, gstRate: number, details?: Details): catalog.Swatch => ({
  _id: String(product._id),
  metalTone: product.metalTone,
  materialTag: product.material.tag,
  ...purityOf(details),
  ...pricesOf(product, gstRate),
  stock: product.stock,
  image: product.images[0] ?? '',
  ...noteOfFirst(product),
});

const noteOfFirst = ({ images, pictureNotes }: CardProduct) => {
  const [pictureNote] = notesOf({ images: images.slice(0, 1), pictureNotes }) ?? [];
  return pictureNote ? { pictureNote } : {};
};

/** At most two. */
const picturesOfCard = ({ images, pictureNotes }: CardProduct) => {
  const shown = images.slice(0, 2);
  return { images: shown, ...withNotes({ images: shown, pictureNotes }) };
};

/** A card; `variants` are all published ones of the group, `details` by `detailsRef`. */
export const cardOf = (
  product: CardProduct,
  variants: readonly CardProduct[],
  gstRate: number,
  details: ReadonlyMap<string, Details>,
): catalog.ProductCard => ({
  _id: String(product._id),
  name: product.name,
  productGroup: product.productGroup,
  ...pricesOf(product, gstRate),
  ...picturesOfCard(product),
  metalTone: product.metalTone,
  ...purityOf(details.get(String(product.detailsRef))),
  ...caratOf(details.get(String(product.detailsRef))),
  category: product.category,
  material: product.material,
  rating: product.rating,
  ratingCount: product.ratingCount,
  stock: product.stock,
  swatches: variants.map((variant) => swatchOf(variant, gstRate, details.get(String(variant.detailsRef)))),
});

const fieldsOf = (product: Product, details: Details, gstRate?: number) => ({
  _id: String(product._id),
  name: product.name,
  productGroup: product.productGroup,
  ...pricesOf(product, gstRate),
  images: product.images,
  ...withNotes(product),
  video: product.video,
  design: product.design,
  metalTone: product.metalTone,
  category: product.category,
  material: product.material,
  rating: product.rating,
  ratingCount: product.ratingCount,
  stock: product.stock,
  shortDescription: product.shortDescription,
  detailsModel: product.detailsModel,
  detailsRef: detailsOf(details),
  createdAt: product.createdAt.toISOString(),
});

export const productOf = (
  product: Product,
  details: Details,
  gstRate: number,
  { notPriced, customizable }: Offering,
): catalog.Product => ({
  ...fieldsOf(product, details, gstRate),
  customizable,
  ...(Object.keys(notPriced).length > 0 && { notPriced }),
});

/** What no form sets, and the stock, which has a guard of its own. */
const CHANGING_BY_THEMSELVES = [
  ...(['rating', 'ratingCount', 'stock', 'held', 'sold', 'isLow', 'customizable', 'updatedAt'] as const),
];

export const productForStaffOf = (product: Product, details: Details) =>
  withVersion<catalog.ProductForStaff>(
    {
      ...fieldsOf(product, details),
      // The contract has it until no release needs it: staff are not shown what visitors can choose.
      customizable: false,
      status: product.status,
      position: product.position,
      featured: product.featured,
      held: product.held,
      sold: product.sold,
      ...(product.lowStockAt !== undefined && { lowStockAt: product.lowStockAt }),
      isLow: isLow(product),
      updatedAt: product.updatedAt.toISOString(),
    },
    CHANGING_BY_THEMSELVES,
  );

export const detailsOf = ({ _id, ...fields }: Details): catalog.Details => ({ ...fields, _id: String(_id) });

/** Path of a product's page. The group's first variant has no `variant` parameter. */
export const pathOf = (productGroup: string, variantId?: string): string =>
  `/product/group/${productGroup}${variantId === undefined ? '' : `?variant=${variantId}`}`;
