import { catalog } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { keepPreviousData, queryOptions, useQueries } from '@tanstack/react-query';
import type { Card } from './product-card.tsx';

/** As many as one call answers. */
const BATCH = 50;
/** Includes stock. */
const FRESH_MS = 15_000;

const cardsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['storefront', 'cards', ids.join(',')],
    queryFn: ({ signal }) => call(catalog.listCards, { query: { ids: ids.join(',') }, signal }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });

/** The calls that answer the cards of any number of pieces. */
export const cardQueries = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, n) => cardsQuery(ids.slice(n * BATCH, (n + 1) * BATCH)));

export interface Cards {
  /** By id; what is not for sale any more is missing. */
  byId: ReadonlyMap<string, Card>;
  /** Cannot be bought before a size is chosen. */
  needSize: ReadonlySet<string>;
  isLoading: boolean;
  error: Error | null;
  retry(): void;
}

/** Cards of single pieces. */
export const useCards = (ids: readonly string[]): Cards =>
  useQueries({
    queries: cardQueries(ids),
    combine: (results) => ({
      byId: new Map(results.flatMap(({ data }) => data?.products ?? []).map((card) => [card._id, card])),
      needSize: new Set(results.flatMap(({ data }) => data?.needSize ?? [])),
      isLoading: results.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData),
      error: results.find(({ error }) => error)?.error ?? null,
      retry: () => results.forEach(({ refetch }) => void refetch()),
    }),
  });
