import { useLocation, useSearchParams } from '@shop/mfe-kit';

/** The page of a list as in the address, and addresses with changed parameters. */
export function usePaging(): {
  page: number;
  search: URLSearchParams;
  /** Starts at the first page again. */
  hrefWith(changes: Record<string, string | undefined>): string;
  hrefOfPage(page: number): string;
} {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const hrefWith = (changes: Record<string, string | undefined>): string => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries({ page: undefined, ...changes })) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return next.size > 0 ? `${pathname}?${next}` : pathname;
  };
  return {
    page: pageIn(search),
    search,
    hrefWith,
    hrefOfPage: (page) => hrefWith({ page: page > 1 ? String(page) : undefined }),
  };
}

/** From 1; invalid values count as 1. */
export function pageIn(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1;
}
