import type { Prefetch } from '@shop/mfe-kit';
import type { QueryClient } from '@tanstack/react-query';
import type { LoadedPage, PageMatch } from '../../app/page.ts';
import { shell } from './host.ts';
import { enter, settings } from './main-thread.ts';
import { modules } from './remotes.ts';

/** Fetches the data of the matched page, or of the not-found page if its result is a 404. Null: left to the browser. */
export async function preparePage(
  queryClient: QueryClient,
  match: PageMatch,
  url: URL,
  signal: AbortSignal,
  isLeftOut: (part: string) => boolean,
): Promise<LoadedPage | null> {
  const { part } = match.route;
  const module = modules.get(part);
  if (!module || isLeftOut(part)) return null;
  enter(part);
  const result = await (module.prefetch as Prefetch | undefined)?.(queryClient, { params: match.params, url, signal });
  enter(null);
  if (result?.status !== 404) return { part, module, status: 200, head: null, ...result };
  const missing = shell.missingPage(settings.pageRegistry.routes);
  if (!missing || missing.route.part === part) return { part, module, ...result, status: 404 };
  const notFound = await preparePage(queryClient, missing, url, signal, isLeftOut);
  return notFound && { ...notFound, status: 404 };
}
