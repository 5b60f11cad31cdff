import type { ShownTax } from '@shop/contracts/browser';
import { breadcrumbs, type Head, shownPrice } from '@shop/mfe-kit';
import { pictureForPreview } from '@shop/ui/picture-sources.ts';
import type { Product } from './api/product.ts';
import { stepsTo } from './breadcrumb-steps.ts';

/** What search engines and link previews read of a piece. */
export function headOf(product: Product, { origin, tax }: { origin: string; tax: ShownTax | undefined }): Head {
  const path = `/product/group/${product.productGroup}`;
  const images = product.images.map((image) => new URL(pictureForPreview(image), origin).href);
  return {
    title: product.name,
    description: product.shortDescription,
    canonical: path,
    openGraph: {
      type: 'product',
      image: product.images[0] && pictureForPreview(product.images[0]),
      imageAlt: `${product.name} in ${product.metalTone}`,
    },
    jsonLd: [
      {
        '@type': 'Product',
        name: product.name,
        sku: product.productGroup,
        description: product.shortDescription,
        image: images,
        offers: {
          '@type': 'Offer',
          price: shownPrice(product, { code: 'INR', rate: null, tax }).toFixed(2),
          priceCurrency: 'INR',
          availability: product.stock > 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
          url: new URL(path, origin).href,
        },
        ...(product.ratingCount > 0 && {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: product.rating,
            reviewCount: product.ratingCount,
          },
        }),
      },
      breadcrumbs(origin, stepsTo(product)),
    ],
  };
}
