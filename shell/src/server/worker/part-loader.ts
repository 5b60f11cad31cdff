import type { PartLoader } from '@shop/mfe-kit';
import type { QueryClient } from '@tanstack/react-query';
import { enter } from './main-thread.ts';
import { modules } from './remotes.ts';

/** A part is not rendered on the server. By the digest the browser knows that it is not an error. */
export class LeftToBrowser extends Error {
  digest = 'left-to-browser';
}

type PrefetchPart = (queryClient: QueryClient, props: unknown) => Promise<void>;

/** The loader of one page on the server: parts are available synchronously, or left to the browser. */
export function createPartLoader(queryClient: QueryClient, isLeftOut: (part: string) => boolean): PartLoader {
  const prefetches = new Map<string, Promise<void> | null>();
  return {
    peek: (id) => (isLeftOut(id) ? undefined : modules.get(id)),
    load: (id) => Promise.reject(new LeftToBrowser(id)),
    standing: () => false,
    prepare(id, props) {
      const prefetch = modules.get(id)?.prefetch as PrefetchPart | undefined;
      if (!prefetch || isLeftOut(id)) return undefined;
      const key = `${id} ${JSON.stringify(props)}`;
      if (!prefetches.has(key)) {
        enter(id);
        const done = () => void prefetches.set(key, null);
        prefetches.set(key, prefetch(queryClient, props).then(done, done));
      }
      return prefetches.get(key) ?? undefined;
    },
    preloadPart() {},
    preloadPage() {},
    enter,
  };
}
