import { ApiError, messageOf, toast } from '@shop/mfe-kit';
import { MutationCache, QueryClient } from '@tanstack/react-query';

const FRESH_MS = 30_000;
const RETRIES = 2;

/** One per page. A failed mutation is told by a toast unless its `meta` says `{ quiet: true }`, because the form shows it. */
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
        // What the service refused once it refuses again.
        retry: (failures, error) =>
          failures < RETRIES && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
    },
  });
}
