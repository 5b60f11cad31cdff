import { Link, type Prefetch, useNavigate, useSearchParams } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Pagination } from '@shop/ui/pagination.tsx';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import frame from '../../components/page.module.css';
import { ProductGrid, ProductGridSkeleton } from '../../components/product-grid.tsx';
import { isBeyond, NOT_FOUND, pageCount } from '../../components/page-results.ts';
import { resultsQuery } from './api/search.ts';
import s from './search-page.module.css';

const wanted = (search: URLSearchParams) => ({
  text: search.get('q')?.trim() ?? '',
  page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
});
const hrefOf = (text: string, page = 1) => `/search?q=${encodeURIComponent(text)}${page > 1 ? `&page=${page}` : ''}`;

/** Search results; the query is in the address. */
export function SearchPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { text, page } = wanted(search);
  const { data, error } = useQuery({ ...resultsQuery(text, page), enabled: text !== '' });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    if (next) void navigate(hrefOf(next));
  };
  return (
    <div className={frame.page}>
      <form role="search" key={text} className={s.form} action="/search" onSubmit={submit}>
        <input
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
      ) : error ? (
        <EmptyState title="The search did not work">{error.message}</EmptyState>
      ) : !data ? (
        <ProductGridSkeleton />
      ) : (
        <>
          <p className={s.count} role="status">
            Results ({data.totalCount})
          </p>
          {data.totalCount === 0 ? (
            <EmptyState title="Items not found">
              <p>Try another word, or fewer of them.</p>
              <Link to="/shop" className={buttonClass('secondary')}>
                To the shop
              </Link>
            </EmptyState>
          ) : isBeyond(page, data.totalCount) ? (
            <EmptyState title={`There is no page ${page}`}>
              <Link to={hrefOf(text)} className={buttonClass('secondary')}>
                To the first page
              </Link>
            </EmptyState>
          ) : (
            <>
              <ProductGrid cards={data.products} isFirst />
              <Pagination page={page} pages={pageCount(data.totalCount)} hrefOf={(n) => hrefOf(text, n)} link={Link} />
            </>
          )}
        </>
      )}
    </div>
  );
}

export const prefetch: Prefetch = async (queryClient, { url, secondary }) => {
  const { text, page } = wanted(url.searchParams);
  const head = { title: text ? `Search results for ${text}` : 'Search', noindex: true };
  const isInBrowser = secondary === undefined;
  if (isInBrowser) {
    // The page changes at once, with its skeletons.
    if (text !== '') void queryClient.prefetchQuery(resultsQuery(text, page));
    return { head };
  }
  const { totalCount } = text === '' ? { totalCount: 0 } : await queryClient.fetchQuery(resultsQuery(text, page));
  return isBeyond(page, totalCount) ? NOT_FOUND : { head };
};
