import { COUNTRIES, countryCodeOf, HOME_COUNTRY, mrpOf, rupeesFrom, type cartOrder } from '@shop/contracts';
import type { Product } from '../products/product.schema.ts';

/** Product fields of an item. */
export const ITEM_FIELDS = [
  'name',
  'productGroup',
  'pricePaise',
  'images',
  'metalTone',
  'category',
  'material',
  'stock',
  'shortDescription',
] as const;
export type ItemProduct = Pick<Product, '_id' | (typeof ITEM_FIELDS)[number]>;

type Charges = Pick<cartOrder.ChargesSettings, 'domesticShipping' | 'freeShippingAbove' | 'internationalShipping'>;

export interface ItemContext {
  /** Origin of the shop. */
  origin: string;
  brand: string;
  tax: cartOrder.TaxSettings;
  charges: Charges;
}

/** https://www.google.com/basepages/producttype/taxonomy-with-ids.en-US.txt */
const GOOGLE_CATEGORIES: Readonly<Record<string, number>> = {
  ring: 200,
  necklace: 196,
  earring: 194,
  bracelet: 191,
  bangle: 191,
  pendant: 192,
};
const JEWELRY = 188;
const MOST_PICTURES = 10;

export const FEED_START = (brand: string, origin: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>' +
  `${element('title', brand)}${element('link', origin)}${element('description', `Pieces of ${brand}`)}\n`;
export const FEED_END = '</channel></rss>\n';

/** One variant, priced as its page shows it. */
export function itemOf(product: ItemProduct, { origin, brand, tax, charges }: ItemContext): string {
  const { _id, productGroup, name, metalTone, category, material, shortDescription } = product;
  const paise = tax.showPrices === 'with-tax' ? mrpOf(product.pricePaise, tax.gstRate) : product.pricePaise;
  const [picture, ...others] = product.images.slice(0, MOST_PICTURES + 1).map((src) => `${origin}${src}?w=1200&f=jpeg`);
  const elements = [
    element('g:id', String(_id)),
    element('g:item_group_id', productGroup),
    element('g:title', `${name} in ${metalTone}`.slice(0, 150)),
    element('g:description', shortDescription || name),
    element('g:link', `${origin}/product/group/${productGroup}?variant=${String(_id)}`),
    ...(picture === undefined ? [] : [element('g:image_link', picture)]),
    ...others.map((other) => element('g:additional_image_link', other)),
    element('g:availability', product.stock > 0 ? 'in_stock' : 'out_of_stock'),
    element('g:price', inRupees(rupeesFrom(paise))),
    element('g:condition', 'new'),
    element('g:brand', brand),
    // Made here: no GTIN, and no number of another manufacturer.
    element('g:identifier_exists', 'no'),
    element('g:color', metalTone),
    element('g:material', material.tag.replaceAll('-', ' ')),
    element('g:google_product_category', String(GOOGLE_CATEGORIES[category.main] ?? JEWELRY)),
    element('g:product_type', [category.main, category.sub].filter(Boolean).join(' > ')),
    ...shippingOf(rupeesFrom(product.pricePaise), charges).map(
      ({ country, service, charge }) =>
        `<g:shipping>${element('g:country', country)}${service === undefined ? '' : element('g:service', service)}` +
        `${element('g:price', inRupees(charge))}</g:shipping>`,
    ),
  ];
  return `<item>${elements.join('')}</item>\n`;
}

interface Shipping {
  country: string;
  service?: string;
  /** Rupees. */
  charge: number;
}

/**
 * What an order of this piece alone is charged for shipping: cart-order decides it by the same settings (`totals.rules.ts`). `price` is
 * the subtotal, before tax.
 */
export function shippingOf(price: number, charges: Charges): Shipping[] {
  const isFree = price > charges.freeShippingAbove;
  const rates = charges.internationalShipping.flatMap(({ country, courier, charge }) => {
    const code = countryCodeOf(country);
    return code ? [{ country: code as string, service: courier, charge: isFree ? 0 : charge }] : [];
  });
  const abroad = new Set([...COUNTRIES, ...rates.map(({ country }) => country)]);
  abroad.delete(HOME_COUNTRY);
  return [
    { country: HOME_COUNTRY, charge: 0 },
    ...[...abroad].flatMap((country): Shipping[] => {
      const couriers = rates.filter((rate) => rate.country === country);
      return couriers.length > 0 ? couriers : [{ country, charge: isFree ? 0 : charges.domesticShipping }];
    }),
  ];
}

const inRupees = (rupees: number): string => `${rupees.toFixed(2)} INR`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const element = (name: string, text: string): string =>
  // XML has no form for control characters.
  // oxlint-disable-next-line no-control-regex
  `<${name}>${text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, '').replaceAll(/[&<>]/g, (character) => ENTITIES[character]!)}</${name}>`;
