import { Link, messageOf, type Prefetch, useCurrency, useNavigate, useSearchParams } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { ErrorState } from '@shop/ui/error-state.tsx';
import { Pagination } from '@shop/ui/pagination.tsx';
import { useAfterChange } from '@shop/ui/use-after-change.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import {
  addressOf,
  filtersOf,
  isNarrowed,
  presentFilters,
  queryOf,
  SEARCH_PARAMETERS,
  widened,
} from '../../components/filters/filters.ts';
import frame from '../../components/page.module.css';
import { ProductGrid, ProductGridSkeleton } from '../../components/product-grid.tsx';
import { isBeyond, NOT_FOUND, pageCount } from '../../components/page-results.ts';
import { resultsQuery } from './api/search.ts';
import s from './search-page.module.css';

const PATH = '/search';

/** What the address asks for; a page that is none is the first. */
const wanted = (search: URLSearchParams) => {
  const filters = filtersOf(search, SEARCH_PARAMETERS);
  const page = Math.max(1, Math.trunc(Number(filters.page)) || 1);
  return { ...filters, q: filters.q?.trim() ?? '', page: page > 1 ? String(page) : '' };
};

/** Search results; the words and what narrows them are in the address. */
export function SearchPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { tax } = useCurrency();
  const asked = wanted(search);
  const { q: text } = asked;
  const page = Number(asked.page || 1);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...resultsQuery(queryOf(asked, tax)),
    enabled: text !== '',
    // Other words are another list; narrowed, it is the same one.
    placeholderData: (before, query) =>
      (query?.queryKey[2] as { q?: string } | undefined)?.q === text ? keepPreviousData(before) : undefined,
  });
  const filters = isPlaceholderData ? asked : presentFilters(asked, data);
  const input = useRef<HTMLInputElement>(null);
  // Not by a key, which would take the focus with the field.
  useAfterChange(text, () => {
    input.current!.value = text;
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    if (next) void navigate(addressOf(PATH, { q: next }));
  };
  return (
    <div className={frame.page}>
      <form role="search" className={s.form} action={PATH} onSubmit={submit}>
        <input
          ref={input}
          name="q"
          type="search"
          aria-label="Search"
          defaultValue={text}
          maxLength={100}
          placeholder="Search for products, tags or categories"
        />
        <Button type="submit">Search</Button>
      </form>
      <h1 className={frame.title}>
        Search results for <q>{text}</q>
      </h1>
      {text === '' ? (
        <EmptyState title="What are you looking for?" />
      ) : (
        <>
          {data && (
            <p className={s.count} role="status">
              Results ({data.totalCount})
            </p>
          )}
          {(isNarrowed(filters) || (data && data.totalCount > 1)) && (
            <FilterBar path={PATH} filters={filters} listing={data} />
          )}
          {error && !data ? (
            <ErrorState
              title="The search did not work"
              why={messageOf(error)}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          ) : !data ? (
            <ProductGridSkeleton />
          ) : data.totalCount === 0 ? (
            <EmptyState title="Items not found">
              {isNarrowed(filters) ? (
                <>
                  <p>Take back one of the filters, or look at all results.</p>
                  <Link to={addressOf(PATH, widened(filters))} className={buttonClass('secondary')}>
                    Show all results
                  </Link>
                </>
              ) : (
                <>
                  <p>Try another word, or fewer of them.</p>
                  <Link to="/shop" className={buttonClass('secondary')}>
                    To the shop
                  </Link>
                </>
              )}
            </EmptyState>
          ) : isBeyond(page, data.totalCount) ? (
            <EmptyState title={`There is no page ${page}`}>
              <Link to={addressOf(PATH, { ...filters, page: '' })} className={buttonClass('secondary')}>
                To the first page
              </Link>
            </EmptyState>
          ) : (
            <>
              <ProductGrid cards={data.products} isFirst isStale={isPlaceholderData} />
              <Pagination
                page={page}
                pages={pageCount(data.totalCount)}
                hrefOf={(n) => addressOf(PATH, { ...filters, page: n > 1 ? String(n) : '' })}
                link={Link}
              />
            </>
          )}
        </>
      )}
    </div>
  );
}

export const prefetch: Prefetch = async (queryClient, { url, tax, secondary }) => {
  const filters = wanted(url.searchParams);
  const { q: text } = filters;
  const head = { title: text ? `Search results for ${text}` : 'Search', noindex: true };
  const isInBrowser = secondary === undefined;
  if (isInBrowser) {
    // The page changes at once, with its skeletons.
    if (text !== '') void tax?.then((shown) => queryClient.prefetchQuery(resultsQuery(queryOf(filters, shown))));
    return { head };
  }
  const { totalCount } =
    text === '' ? { totalCount: 0 } : await queryClient.fetchQuery(resultsQuery(queryOf(filters, await tax)));
  return isBeyond(filters.page || 1, totalCount) ? NOT_FOUND : { head };
};
