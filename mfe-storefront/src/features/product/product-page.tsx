import { PAYMENT_BRANDS } from '@shop/contracts/browser';
import { Link, type Prefetch, useLocation, useParams, useSearchParams } from '@shop/mfe-kit';
import { isWritten, menusQuery } from '@shop/mfe-kit/text-pages.tsx';
import { Breadcrumbs } from '@shop/ui/breadcrumbs.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Rating } from '@shop/ui/rating.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { brandQuery } from '../../components/brand.ts';
import frame from '../../components/page.module.css';
import { settled } from '../../components/page-results.ts';
import { Late } from '../../components/late.tsx';
import { askedReviews, productQuery, reviewsQuery, similarQuery } from './api/product.ts';
import { Gallery } from './gallery.tsx';
import { Offer } from './offer.tsx';
import { PieceActions } from './piece-actions.tsx';
import { BelowScreen, wakeBelowScreen } from './below-screen.tsx';
import { stepsTo } from './breadcrumb-steps.ts';
import { ProductDetails } from './product-details.tsx';
import s from './product-page.module.css';

const loadRecentlyViewed = () =>
  import(/* webpackChunkName: "late" */ '../../components/recently-viewed/recently-viewed.tsx');

const BADGES = ['Easy Return', 'Free Shipping', 'Gifting', 'Maintenance'];

/** A product: pictures, price, stock, metals, and details. */
export function ProductPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const { key } = useLocation();
  const [firstKey] = useState(key);
  // A navigation waits for all parts of the page to come alive, also for those that are still below the screen.
  if (key !== firstKey) wakeBelowScreen();
  const { data, error } = useQuery({
    ...productQuery(id, search.get('variant') ?? undefined),
    // Another metal of the same product: the page stays until the new data is loaded.
    placeholderData: keepPreviousData,
  });
  if (!data)
    return error ? (
      <EmptyState title="This piece could not be loaded">{error.message}</EmptyState>
    ) : (
      <ProductPageSkeleton />
    );
  const { product, variants } = data;
  return (
    <div className={frame.page}>
      <Breadcrumbs steps={stepsTo(product)} link={Link} />
      <article className={s.product}>
        <Gallery product={product} />
        <div className={s.about}>
          <h1 className={s.name}>{product.name}</h1>
          <PieceActions product={product} />
          <Link className={s.rating} to="#reviews">
            <Rating value={product.rating} count={product.ratingCount} />
          </Link>
          <Offer product={product} variants={variants} />
          <ul className={s.payments} aria-label="Ways to pay">
            {PAYMENT_BRANDS.map((name) => (
              <li key={name} data-brand={name}>
                {name}
              </li>
            ))}
          </ul>
          <p className={s.sku}>
            SKU <span>{product.productGroup}</span>
          </p>
        </div>
        <div className={s.details}>
          <ul className={s.badges}>
            {BADGES.map((name, i) => (
              <li key={name} data-badge={i}>
                {name}
              </li>
            ))}
          </ul>
          {product.shortDescription && <p className={s.short}>{product.shortDescription}</p>}
          <ProductDetails product={product} />
        </div>
      </article>
      <BelowScreen
        productId={product._id}
        productGroup={product.productGroup}
        name={product.name}
        rating={product.rating}
        ratingCount={product.ratingCount}
      />
      <Late load={loadRecentlyViewed} piece={product} />
    </div>
  );
}

function ProductPageSkeleton() {
  return (
    <div className={`${frame.page} ${s.product}`} role="status" aria-label="Loading the piece">
      <Skeleton ratio="1 / 1" />
      <div className={s.about}>
        <Skeleton height="2.5rem" width="80%" />
        <Skeleton width="30%" />
        <Skeleton height="2rem" width="45%" />
        <Skeleton height="8rem" />
      </div>
    </div>
  );
}

export const prefetch: Prefetch = async (queryClient, { params, url, tax, secondary = settled }) => {
  const id = params.id ?? '';
  const variant = url.searchParams.get('variant') ?? undefined;
  // Beside the data: a page that came complete does not need it.
  const head = import(/* webpackChunkName: "product-head" */ './product-head.ts');
  const { product, variants, canonicalPath } = await queryClient.fetchQuery(productQuery(id, variant));
  const title = product.name;
  if (canonicalPath !== url.pathname + url.search && new URL(canonicalPath, url).pathname !== url.pathname) {
    return { status: 301, redirect: canonicalPath, head: { title } };
  }
  const asked = reviewsQuery(product._id, askedReviews(url.searchParams));
  await secondary([
    queryClient.prefetchQuery(similarQuery(product.productGroup)),
    queryClient.prefetchQuery(asked),
    queryClient.prefetchQuery(brandQuery),
    queryClient.prefetchQuery(menusQuery),
  ]);
  const { headOf } = await head;
  const reviews = queryClient.getQueryData(asked.queryKey);
  const brand = queryClient.getQueryData(brandQuery.queryKey)?.brand.name;
  const hasReturns = isWritten(queryClient.getQueryData(menusQuery.queryKey), 'refund-return');
  return { head: headOf({ product, variants, reviews, brand, hasReturns }, { origin: url.origin, tax: await tax }) };
};
