import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Product, ReviewsAnswer, Variant } from './api/product.ts';
import { headOf } from './product-head.ts';

const PRODUCT = {
  _id: 'a'.repeat(24),
  name: 'Meera Ring',
  productGroup: 'AR-1042',
  price: 32_950,
  mrp: 33_938.5,
  images: ['/api/v1/images/front.webp', '/api/v1/images/back.webp'],
  metalTone: 'Yellow Gold',
  category: { main: 'ring', sub: 'solitaire' },
  material: { tag: 'gold' },
  rating: 4.5,
  ratingCount: 2,
  stock: 2,
  shortDescription: 'A single stone.',
  detailsRef: {
    sizeOptions: ['12', '14'],
    certification: { isHallmarked: true, isCertified: true, certType: 'IGI' },
  },
} as unknown as Product;
const variant = (fields: Partial<Variant>): Variant => ({
  ...{ _id: PRODUCT._id, metalTone: 'Yellow Gold', materialTag: 'gold', price: 32_950, mrp: 33_938.5, stock: 2 },
  ...{ image: '/api/v1/images/front.webp', ...fields },
});
const VARIANTS = [
  variant({}),
  variant({
    _id: 'b'.repeat(24),
    metalTone: 'Platinum',
    materialTag: 'platinum',
    price: 51_000,
    mrp: 52_530,
    stock: 0,
  }),
];
const REVIEWS = {
  ratings: [
    { user: { name: 'Asha' }, rating: 5, review: 'Lovely </script>', createdAt: '2026-11-01T08:00:00.000Z' },
    { user: { name: 'Ravi' }, rating: 4, review: '', createdAt: '2026-10-01T08:00:00.000Z' },
  ],
} as ReviewsAnswer;

const address = z.url({ protocol: /^https$/, hostname: /^shop\.example$/ });
const of = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ '@type': z.literal(type), ...shape });
const variantShape = of('Product', {
  name: z.string().min(1),
  sku: z.string().min(1),
  description: z.string().min(1),
  image: z.array(address).min(1),
  color: z.string().min(1),
  material: z.string().min(1),
  size: z.array(z.string().min(1)).min(1).optional(),
  hasCertification: z
    .array(of('Certification', { name: z.string(), issuedBy: of('Organization', { name: z.string() }) }))
    .optional(),
  offers: of('Offer', {
    url: address,
    price: z.string().regex(/^\d+\.\d{2}$/),
    priceCurrency: z.literal('INR'),
    availability: z.enum(['https://schema.org/InStock', 'https://schema.org/OutOfStock']),
    itemCondition: z.literal('https://schema.org/NewCondition'),
    shippingDetails: of('OfferShippingDetails', {
      shippingRate: of('MonetaryAmount', { value: z.string().regex(/^\d+\.\d{2}$/), currency: z.literal('INR') }),
      shippingDestination: of('DefinedRegion', { addressCountry: z.literal('IN') }),
    }),
    hasMerchantReturnPolicy: of('MerchantReturnPolicy', {
      applicableCountry: z.literal('IN'),
      returnPolicyCategory: z.literal('https://schema.org/MerchantReturnFiniteReturnWindow'),
      merchantReturnDays: z.int().positive(),
      returnMethod: z.literal('https://schema.org/ReturnByMail'),
      merchantReturnLink: address,
    }),
  }),
});
/** As https://developers.google.com/search/docs/appearance/structured-data/product-variants wants it. */
const groupShape = of('ProductGroup', {
  productGroupID: z.string(),
  name: z.string(),
  description: z.string(),
  url: address,
  brand: of('Brand', { name: z.string() }),
  variesBy: z.array(z.enum(['https://schema.org/color', 'https://schema.org/material'])).min(1),
  hasVariant: z.array(variantShape).min(1),
  aggregateRating: of('AggregateRating', { ratingValue: z.number().min(1).max(5), reviewCount: z.int().min(1) }),
  review: z.array(
    of('Review', {
      author: of('Person', { name: z.string().min(1) }),
      datePublished: z.iso.date(),
      reviewBody: z.string().min(1),
      reviewRating: of('Rating', { ratingValue: z.int().min(1).max(5), bestRating: z.literal(5) }),
    }),
  ),
});

const dataOf = (product = PRODUCT, tax?: Parameters<typeof headOf>[1]['tax']) => {
  const head = headOf(
    { product, variants: VARIANTS, reviews: REVIEWS, brand: 'Aranya', hasReturns: true },
    { origin: 'https://shop.example', tax },
  );
  return groupShape.parse(JSON.parse(JSON.stringify(head.jsonLd![0])));
};

describe('what search engines are told of a piece', () => {
  it('has a preview with the words of staff for its picture, and those of the shop without', () => {
    const altOf = (pictureNotes?: Product['pictureNotes']) =>
      headOf(
        {
          product: { ...PRODUCT, pictureNotes },
          variants: VARIANTS,
          reviews: REVIEWS,
          brand: 'Aranya',
          hasReturns: true,
        },
        { origin: 'https://shop.example', tax: undefined },
      ).openGraph?.imageAlt;
    expect(altOf()).toBe('Meera Ring in Yellow Gold');
    expect(altOf([{ image: PRODUCT.images[0]!, alt: 'The ring on silk' }])).toBe('The ring on silk');
  });

  it('is a group of variants with the price that each page shows, its stock and its picture', () => {
    const { hasVariant, productGroupID } = dataOf();
    expect(productGroupID).toBe('AR-1042');
    expect(
      hasVariant.map(({ color, material, offers }) => [color, material, offers.price, offers.availability]),
    ).toEqual([
      ['Yellow Gold', 'Gold', '33938.50', 'https://schema.org/InStock'],
      ['Platinum', 'Platinum', '52530.00', 'https://schema.org/OutOfStock'],
    ]);
    expect(hasVariant[1]!.offers.url).toBe(`https://shop.example/product/group/AR-1042?variant=${'b'.repeat(24)}`);
  });

  it('names no page about returns that is not written', () => {
    const known = { product: PRODUCT, variants: VARIANTS, reviews: REVIEWS, brand: 'Aranya', hasReturns: false };
    const { jsonLd } = headOf(known, { origin: 'https://shop.example', tax: undefined });
    expect(JSON.stringify(jsonLd)).not.toContain('merchantReturnLink');
  });

  it('has prices before tax where the shop shows them so', () => {
    const { hasVariant } = dataOf(PRODUCT, { prices: 'before-tax', gstRate: 0.03 });
    expect(hasVariant.map(({ offers }) => offers.price)).toEqual(['32950.00', '51000.00']);
  });

  it('names hallmark, certificate, sizes and the reviews that have words', () => {
    const { hasVariant, review, aggregateRating } = dataOf();
    expect(hasVariant[0]!.hasCertification!.map(({ name, issuedBy }) => [name, issuedBy.name])).toEqual([
      ['BIS hallmark', 'Bureau of Indian Standards'],
      ['IGI certificate', 'IGI'],
    ]);
    expect(hasVariant[0]!.size).toEqual(['12', '14']);
    expect(review.map(({ author, reviewBody }) => [author.name, reviewBody])).toEqual([['Asha', 'Lovely </script>']]);
    expect(aggregateRating).toMatchObject({ ratingValue: 4.5, reviewCount: 2 });
  });
});
