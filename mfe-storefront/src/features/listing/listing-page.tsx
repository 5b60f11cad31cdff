import {
  ApiError,
  breadcrumbs,
  Link,
  type Prefetch,
  useCurrency,
  useLocation,
  useParams,
  useSearchParams,
} from '@shop/mfe-kit';
import { Breadcrumbs } from '@shop/ui/breadcrumbs.tsx';
import { buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Pagination } from '@shop/ui/pagination.tsx';
import { pictureForPreview } from '@shop/ui/picture-sources.ts';
import { Picture } from '@shop/ui/picture.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '../../components/categories.ts';
import { materialsQuery } from '../../components/materials.ts';
import frame from '../../components/page.module.css';
import { ProductGrid, ProductGridSkeleton } from '../../components/product-grid.tsx';
import { isBeyond, NOT_FOUND, pageCount, settled } from '../../components/page-results.ts';
import { capitalized, material, plural } from '../../components/display-names.ts';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import {
  addressOf,
  filtersOf,
  isNarrowed,
  LISTING_PARAMETERS,
  presentFilters,
  queryOf,
} from '../../components/filters/filters.ts';
import { type Listing, listingQuery, pathOf, type Place, placeOf } from './api/listing.ts';
import s from './listing-page.module.css';
import { SubListingChips } from './sub-listing-chips.tsx';

/** The one listing screen of /shop, /product/{main}/{sub}, /material/{tag}/{sub} and /collection/{slug}. */
export function ListingPage() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const place = placeOf(useParams());
  const asked = filtersOf(search, LISTING_PARAMETERS);
  const { tax } = useCurrency();
  const { data, error, isPlaceholderData } = useQuery({
    ...listingQuery(place, queryOf(asked, tax)),
    placeholderData: keepPreviousData,
  });
  const filters = isPlaceholderData ? asked : presentFilters(asked, data);
  const page = Number(filters.page ?? 1);
  const pages = data ? pageCount(data.totalCount) : 0;
  const collection = collectionOf(place, data);

  return (
    <div className={frame.page}>
      <Breadcrumbs steps={stepsTo(place, data)} link={Link} />
      <header className={s.head}>
        <h1 className={frame.title}>{titleOf(place, data)}</h1>
        {data && (
          <p className={s.count} aria-live="polite">
            {data.totalCount} {data.totalCount === 1 ? 'piece' : 'pieces'}
          </p>
        )}
        {place.kind === 'category' && <CategoryScene main={place.main} />}
        {place.kind === 'material' && <MaterialScene tag={place.tag} />}
        {collection && (
          <>
            <Scene image={collection.image} />
            {collection.text && <p className={s.text}>{collection.text}</p>}
          </>
        )}
        <SubListingChips place={place} />
      </header>
      {(data?.totalCount !== 0 || isNarrowed(filters)) && (
        <FilterBar path={pathname} filters={filters} listing={data} canSort />
      )}
      {error && !data ? (
        <Failure error={error} whole={pathname} />
      ) : !data ? (
        <ProductGridSkeleton />
      ) : isBeyond(page, data.totalCount) ? (
        <EmptyState title={`There is no page ${page}`}>
          <Link to={addressOf(pathname, { ...filters, page: '' })} className={buttonClass('secondary')}>
            To the first page
          </Link>
        </EmptyState>
      ) : data.products.length === 0 ? (
        <EmptyListing whole={isNarrowed(filters) ? pathname : undefined} isShop={place.kind === 'shop'} />
      ) : (
        <ProductGrid cards={data.products} isFirst isStale={isPlaceholderData} />
      )}
      {page <= pages && (
        <Pagination
          page={page}
          pages={pages}
          hrefOf={(n) => addressOf(pathname, { ...filters, page: n > 1 ? String(n) : '' })}
          link={Link}
        />
      )}
    </div>
  );
}

function CategoryScene({ main }: { main: string }) {
  const { data } = useQuery(categoriesQuery);
  return <Scene image={data?.categories.find((category) => category.main === main)?.image} />;
}

function MaterialScene({ tag }: { tag: string }) {
  const { data } = useQuery(materialsQuery);
  return <Scene image={data?.materials.find((one) => one.tag === tag)?.image} />;
}

/** The picture of a category, material or collection next to its title; not loaded on phones. */
const Scene = ({ image }: { image: string | undefined }) =>
  image && <Picture src={image} alt="" sizes="13.5rem" className={s.scene} />;

/** Empty state. @param whole the address without filters, if there are any */
function EmptyListing({ whole, isShop }: { whole: string | undefined; isShop: boolean }) {
  if (whole) {
    return (
      <EmptyState title="Nothing here fits">
        <p>Take back one of the filters, or look at everything here.</p>
        <Link to={whole} className={buttonClass('secondary')}>
          Show everything here
        </Link>
      </EmptyState>
    );
  }
  // A shop that has just opened: nothing else to look at.
  if (isShop) return <EmptyState title="Our first pieces are on their way">Please come back soon.</EmptyState>;
  return (
    <EmptyState title="No pieces here at the moment">
      <p>Look at everything we make.</p>
      <Link to="/shop" className={buttonClass('secondary')}>
        To the shop
      </Link>
    </EmptyState>
  );
}

function Failure({ error, whole }: { error: Error; whole: string }) {
  const errors = error instanceof ApiError ? error.problem.errors : undefined;
  return (
    <EmptyState title={errors ? 'These filters do not fit together' : 'The pieces could not be loaded'}>
      <p>{errors ? Object.values(errors).join('. ') : error.message}</p>
      {errors && (
        <Link to={whole} className={buttonClass('secondary')}>
          Show everything here
        </Link>
      )}
    </EmptyState>
  );
}

/** The collection of the place; undefined while another listing stands in for it. */
const collectionOf = (place: Place, listing: Listing | undefined) =>
  place.kind === 'collection' && listing?.collection?.slug === place.slug ? listing.collection : undefined;

function titleOf(place: Place, listing?: Listing): string {
  if (place.kind === 'shop') return 'All jewellery';
  if (place.kind === 'collection') return collectionOf(place, listing)?.name ?? 'Collection';
  const whole = place.kind === 'category' ? plural(place.main) : material(place.tag);
  return place.sub && place.sub !== 'all' ? `${capitalized(place.sub)} ${whole.toLowerCase()}` : whole;
}

function stepsTo(place: Place, listing?: Listing): { name: string; path: string }[] {
  const home = { name: 'Home', path: '/' };
  const shop = { name: 'Shop', path: '/shop' };
  if (place.kind === 'shop') return [home, shop];
  if (place.kind === 'collection') {
    const here = { name: titleOf(place, listing), path: pathOf(place) };
    return [home, { name: 'Collections', path: '/collections' }, here];
  }
  const [whole, path] =
    place.kind === 'category'
      ? [plural(place.main), `/product/${encodeURIComponent(place.main)}`]
      : [material(place.tag), `/material/${encodeURIComponent(place.tag)}`];
  const steps = [home, shop, { name: whole, path }];
  return place.sub && place.sub !== 'all'
    ? [...steps, { name: capitalized(place.sub), path: `${path}/${encodeURIComponent(place.sub)}` }]
    : steps;
}

export const prefetch: Prefetch = async (queryClient, { params, url, tax, secondary = settled }) => {
  const place = placeOf(params);
  // One address: names are written in lower case, and the sub `all` is the whole tag.
  const path = pathOf(place);
  if (path !== url.pathname) return { status: 301, redirect: path + url.search, head: { title: titleOf(place) } };
  const filters = filtersOf(url.searchParams, LISTING_PARAMETERS);
  const headOf = (listing?: Listing) => {
    const collection = collectionOf(place, listing);
    const title = titleOf(place, listing);
    return {
      title,
      description:
        collection?.text ||
        `${title} in hallmarked metal, made by hand. Compare metals, stones and prices, and order online.`,
      // Filtered and sorted views are duplicate content.
      noindex: Object.keys(filters).some((name) => name !== 'page'),
      canonical: Number(filters.page ?? 1) > 1 ? `${path}?page=${filters.page}` : path,
      ...(collection?.image && {
        openGraph: { image: pictureForPreview(collection.image), imageAlt: collection.name },
      }),
      jsonLd: [breadcrumbs(url.origin, stepsTo(place, listing))],
    };
  };
  /** Breadcrumb parents. */
  const parents =
    place.kind === 'category'
      ? [queryClient.prefetchQuery(categoriesQuery)]
      : place.kind === 'material'
        ? [queryClient.prefetchQuery(materialsQuery)]
        : [];
  try {
    const listing = await queryClient.fetchQuery(listingQuery(place, queryOf(filters, await tax)));
    const head = headOf(listing);
    // It was asked for by a former name.
    if (listing.canonicalPath) return { status: 301, redirect: listing.canonicalPath + url.search, head };
    await secondary(parents);
    return isBeyond(filters.page, listing.totalCount) ? NOT_FOUND : { head };
  } catch (error) {
    // The listing says itself what is wrong with its filters, beside the fields to correct them.
    if (isOfFilters(error)) return { status: 400, head: { ...headOf(), noindex: true } };
    throw error;
  }
};

const isOfFilters = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 400 &&
  Object.keys(error.problem.errors ?? { page: '' }).every((field) => field.startsWith('filter.'));
