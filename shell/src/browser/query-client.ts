import { ApiError, messageOf, toast } from '@shop/mfe-kit';
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

const FRESH_MS = 30_000;
const MAX_RETRIES = 2;

/** TanStack Query cancels a refetch that is under way, but lets a first fetch end: its answer may be older than the change. */
class FreshQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const active = this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' });
    for (const query of active) if (query.state.data === undefined) void query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

/** All of a visitor is removed, even what is still asked for. Stays: what the frame shows to everybody. */
export function forgetVisitor(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'shell' });
  queryClient.getMutationCache().clear();
}

/** A failed mutation shows a toast, unless its `meta` is `{ quiet: true }` because the form shows the error. */
export function createQueryClient(): QueryClient {
  const queryClient = new FreshQueryClient({
    mutationCache: new MutationCache({
      onError(error, _variables, _context, mutation) {
        if (!mutation.meta?.quiet) toast.error(messageOf(error));
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Refusals (4xx) are not retried.
        retry: (failures, error) =>
          failures < MAX_RETRIES && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
    },
  });
  // After `setQueryData`: what is under way was asked for before, and would take the place of what was set.
  queryClient.getQueryCache().subscribe((event) => {
    const isSet = event.type === 'updated' && event.action.type === 'success' && event.action.manual;
    if (isSet) void event.query.cancel({ revert: true });
  });
  return queryClient;
}
