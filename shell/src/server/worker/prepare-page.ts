import type { PrefetchContext } from '@shop/mfe-kit';
import type { QueryClient } from '@tanstack/react-query';
import type { LoadedPage, PageMatch } from '../../app/page.ts';
import { kit, shell } from './host.ts';
import { enter, settings } from './main-thread.ts';
import { modules } from './remotes.ts';

/** Fetches the data of the matched page, or of the not-found page if its result is a 404. Null: left to the browser. */
export async function preparePage(
  queryClient: QueryClient,
  match: PageMatch,
  context: Omit<PrefetchContext, 'params'>,
  isLeftOut: (part: string) => boolean,
): Promise<LoadedPage | null> {
  const { part } = match.route;
  const module = modules.get(part);
  if (!module || isLeftOut(part)) return null;
  enter(part);
  const result = await kit.prefetchPage(module, queryClient, { ...context, params: match.params });
  enter(null);
  const page = { part, module, status: 200, head: null, ...result };
  if (page.status !== 404) return page;
  const missing = shell.missingPage(settings.pageRegistry.routes);
  if (!missing || missing.route.part === part) return page;
  const notFound = await preparePage(queryClient, missing, context, isLeftOut);
  return notFound && { ...notFound, status: 404 };
}
