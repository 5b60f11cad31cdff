import { ApiError, messageOf, toast } from '@shop/mfe-kit';
import { MutationCache, QueryClient } from '@tanstack/react-query';

const FRESH_MS = 30_000;
const MAX_RETRIES = 2;

/** A failed mutation shows a toast, unless its `meta` is `{ quiet: true }` because the form shows the error. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
}
