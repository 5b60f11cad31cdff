import type { PartLoader } from '@shop/mfe-kit';
import type { QueryClient } from '@tanstack/react-query';
import { enter } from './main-thread.ts';
import { modules } from './remotes.ts';

/** Not rendered here: the browser does it. Its digest tells the browser that this is not an error. */
export class LeftToBrowser extends Error {
  digest = 'left-to-browser';
}

type PrefetchPart = (queryClient: QueryClient, props: unknown) => Promise<void>;

/** The parts of a page on the server: there at once, or left to the browser. */
export function partsFor(queryClient: QueryClient, isLeft: (part: string) => boolean): PartLoader {
  const waits = new Map<string, Promise<void> | null>();
  return {
    peek: (id) => (isLeft(id) ? undefined : modules.get(id)),
    load: (id) => Promise.reject(new LeftToBrowser(id)),
    standing: () => false,
    prepare(id, props) {
      const prefetch = modules.get(id)?.prefetch as PrefetchPart | undefined;
      if (!prefetch || isLeft(id)) return undefined;
      const key = `${id} ${JSON.stringify(props)}`;
      if (!waits.has(key)) {
        enter(id);
        const done = () => void waits.set(key, null);
        waits.set(key, prefetch(queryClient, props).then(done, done));
      }
      return waits.get(key) ?? undefined;
    },
    preloadPart() {},
    preloadPage() {},
    enter,
  };
}
