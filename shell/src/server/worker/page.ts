import type { Prefetch } from '@shop/mfe-kit';
import type { QueryClient } from '@tanstack/react-query';
import type { LoadedPage, PageMatch } from '../../app/page.ts';
import { shell } from './host.ts';
import { enter, settings } from './main-thread.ts';
import { modules } from './remotes.ts';

/** Fetches what the page of `match` shows, or the one that stands for a missing page. Null: left to the browser. */
export async function preparePage(
  queryClient: QueryClient,
  match: PageMatch,
  url: URL,
  signal: AbortSignal,
  isLeft: (part: string) => boolean,
): Promise<LoadedPage | null> {
  const { part } = match.route;
  const module = modules.get(part);
  if (!module || isLeft(part)) return null;
  enter(part);
  const result = await (module.prefetch as Prefetch | undefined)?.(queryClient, { params: match.params, url, signal });
  enter(null);
  if (result?.status !== 404) return { part, module, status: 200, head: null, ...result };
  const missing = shell.missingPage(settings.pageRegistry.routes);
  if (!missing || missing.route.part === part) return { part, module, ...result, status: 404 };
  const instead = await preparePage(queryClient, missing, url, signal, isLeft);
  return instead && { ...instead, status: 404 };
}
