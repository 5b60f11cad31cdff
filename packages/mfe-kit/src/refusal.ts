import type { Problem } from '@shop/contracts/browser';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import type { PartModule } from './loader.ts';
import type { Head, PageResult, Prefetch, PrefetchContext } from './page.ts';

/**
 * What becomes of a page when the API refuses what it asks for: the first row that fits. Where none does, the data is not there at
 * the moment: 503, and Retry in the browser.
 */
const OUTCOMES: readonly { when: (problem: Problem) => boolean; status: 400 | 404 }[] = [
  { when: ({ status }) => status === 404 || status === 410, status: 404 },
  // A page of a list that is not there, and a path that is not one of the API.
  { when: ({ status, errors }) => status === 400 && errors?.['page'] !== undefined, status: 404 },
  { when: ({ code }) => code === 'request.malformed', status: 404 },
  // Something is too long, or is no value of its field.
  { when: ({ status }) => [400, 413, 414, 431].includes(status), status: 400 },
];

/** 404: no such page. 400: `reasons` for the visitor. */
interface Refusal {
  status: 400 | 404;
  reasons: readonly string[];
}

export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof ApiError)) return null;
  const { problem } = error;
  const outcome = OUTCOMES.find(({ when }) => when(problem));
  return outcome ? { status: outcome.status, reasons: Object.values(problem.errors ?? { '': problem.message }) } : null;
}

/** The result of a page's `prefetch`, or what its error means. */
export type PageOutcome = Partial<PageResult> & {
  /** The API refused the address: they are shown instead of the page. */
  refusal?: readonly string[];
};

const REFUSED: Head = { title: 'This address does not work', noindex: true };

/** @throws when the data is not there at the moment */
export async function prefetchPage(
  module: PartModule,
  queryClient: QueryClient,
  context: PrefetchContext,
): Promise<PageOutcome> {
  try {
    return { ...(await (module.prefetch as Prefetch | undefined)?.(queryClient, context)) };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return { status: refusal.status, head: REFUSED, ...(refusal.status === 400 && { refusal: refusal.reasons }) };
  }
}
