import { HOME_COUNTRY, type ShownTax } from '@shop/contracts/browser';
import {
  breadcrumbs,
  type Head,
  type OfferData,
  type ProductData,
  type ProductGroupData,
  shownPrice,
} from '@shop/mfe-kit';
import { noteOf } from '@shop/ui/picture-alt.ts';
import { pictureForPreview } from '@shop/ui/picture-sources.ts';
import { material } from '../../components/display-names.ts';
import type { Product, ReviewsAnswer, Variant } from './api/product.ts';
import { stepsTo } from './breadcrumb-steps.ts';

interface Known {
  product: Product;
  variants: readonly Variant[];
  reviews: ReviewsAnswer | undefined;
  brand: string | undefined;
  /** There is a page about returns. */
  hasReturns: boolean;
}

/** Newest reviews with words that search engines are told. */
const MOST_REVIEWS = 5;

/** What search engines and link previews read of a piece. */
export function headOf(known: Known, { origin, tax }: { origin: string; tax: ShownTax | undefined }): Head {
  const { product } = known;
  return {
    title: product.name,
    description: product.shortDescription,
    canonical: pathOf(product),
    openGraph: {
      type: 'product',
      image: product.images[0] && pictureForPreview(product.images[0]),
      imageAlt: noteOf(product.pictureNotes, product.images[0])?.alt ?? `${product.name} in ${product.metalTone}`,
    },
    jsonLd: [groupOf(known, { origin, tax }), breadcrumbs(origin, stepsTo(product))],
  };
}

const pathOf = ({ productGroup }: Product) => `/product/group/${productGroup}`;

function groupOf(
  { product, variants, reviews, brand, hasReturns }: Known,
  { origin, tax }: { origin: string; tax: ShownTax | undefined },
): ProductGroupData {
  const { name, productGroup, detailsRef: details } = product;
  const absolute = (path: string) => new URL(path, origin).href;
  const picture = (image: string) => absolute(pictureForPreview(image));
  const offerOf = (variant: Pick<Variant, '_id' | 'price' | 'mrp' | 'stock'>): OfferData => ({
    '@type': 'Offer',
    url: absolute(`${pathOf(product)}?variant=${variant._id}`),
    price: shownPrice(variant, { code: 'INR', rate: null, tax }).toFixed(2),
    priceCurrency: 'INR',
    availability: variant.stock > 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    itemCondition: 'https://schema.org/NewCondition',
    // Shipping within India is free.
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: '0.00', currency: 'INR' },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: HOME_COUNTRY },
    },
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: HOME_COUNTRY,
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: 30,
      returnMethod: 'https://schema.org/ReturnByMail',
      ...(hasReturns && { merchantReturnLink: absolute('/refund-return') }),
    },
  });
  const common = (variant: Pick<Variant, '_id' | 'metalTone'>, tag: string) => ({
    '@type': 'Product' as const,
    name: `${name} in ${variant.metalTone}`,
    sku: `${productGroup}-${variant._id}`,
    color: variant.metalTone,
    material: material(tag),
  });
  const sizes = sizesOf(details);
  const shown: ProductData = {
    ...common(product, product.material.tag),
    description: product.shortDescription,
    image: product.images.map(picture),
    ...(sizes.length > 0 && { size: sizes }),
    ...certificatesOf(details.certification),
    offers: offerOf(product),
  };
  const others = variants
    .filter(({ _id }) => _id !== product._id)
    .map((variant): ProductData => ({
      ...common(variant, variant.materialTag),
      description: product.shortDescription,
      image: [picture(variant.image)],
      offers: offerOf(variant),
    }));
  const told = (reviews?.ratings ?? []).filter(({ review }) => review !== '').slice(0, MOST_REVIEWS);
  return {
    '@type': 'ProductGroup',
    productGroupID: productGroup,
    name,
    description: product.shortDescription,
    url: absolute(pathOf(product)),
    ...(brand !== undefined && { brand: { '@type': 'Brand', name: brand } }),
    variesBy: ['https://schema.org/color', 'https://schema.org/material'],
    hasVariant: [shown, ...others],
    ...(product.ratingCount > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.rating,
        reviewCount: product.ratingCount,
      },
    }),
    ...(told.length > 0 && {
      review: told.map(({ user, rating, review, createdAt }) => ({
        '@type': 'Review',
        author: { '@type': 'Person', name: user.name },
        datePublished: createdAt.slice(0, 10),
        reviewBody: review,
        reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5 },
      })),
    }),
  };
}

const sizesOf = ({ sizeOptions, sizes, chainLength, chainLengths, earringSize, pendantSize }: Product['detailsRef']) =>
  sizeOptions ?? sizes ?? chainLengths ?? chainLength ?? earringSize ?? pendantSize ?? [];

function certificatesOf({ isHallmarked, isCertified, certType }: Product['detailsRef']['certification']) {
  const all = [
    ...(isHallmarked ? [{ name: 'BIS hallmark', by: 'Bureau of Indian Standards' }] : []),
    // Its kind names the laboratory.
    ...(isCertified && certType ? [{ name: `${certType} certificate`, by: certType }] : []),
  ];
  if (all.length === 0) return {};
  return {
    hasCertification: all.map(({ name, by }) => ({
      '@type': 'Certification' as const,
      name,
      issuedBy: { '@type': 'Organization' as const, name: by },
    })),
  };
}
