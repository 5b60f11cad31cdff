import { getInstance, loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { LOAD_TIMEOUT_MS } from '@shop/build/load-timeout';
import type { PageRegistry } from '@shop/build/registry';
import type { PartLoader, PartModule } from '@shop/mfe-kit';
import { replayEarlyInput } from './early-input.ts';
import { addNotice } from './notices.ts';

/** A part that failed sooner is loaded again by itself: a line may break for a moment. After a time-out the reader decides. */
const FAILED_AT_ONCE_MS = 5_000;
const SECOND_TRY_AFTER_MS = 500;

declare global {
  interface Window {
    /** Number of failed loads; remotes' chunk loaders add it to URLs (see @shop/build). */
    shopRetries?: number;
  }
}

/** The browser caches a file even if its integrity check failed, so a retry needs another URL. */
const retryQuery = () => (window.shopRetries ? `?retry=${window.shopRetries}` : '');

export interface BrowserLoader extends PartLoader {
  /** Whether the page contains server-rendered HTML whose code is not loaded: React must not update around it. */
  isWaiting(): boolean;
}

/**
 * Loads remotes by Module Federation. Entries are checked against the registry's integrity, chunks against the hashes in the
 * entry, so that only published code runs.
 */
export function createLoader(registry: PageRegistry, rendered: readonly string[], preloadPage: (href: string) => void) {
  const integrity = new Map(registry.remotes.map((remote) => [remote.entry, remote.integrity]));
  getInstance()!.registerPlugins([
    {
      name: 'integrity',
      createScript({ url }: { url: string }) {
        const script = document.createElement('script');
        Object.assign(script, { src: url + retryQuery(), async: true, crossOrigin: 'anonymous' });
        // An entry that is not in the registry gets an integrity that never matches.
        script.integrity = integrity.get(url) ?? 'sha384-unknown';
        return { script, timeout: LOAD_TIMEOUT_MS };
      },
    },
  ]);
  registerRemotes(registry.remotes.map(({ name, entry }) => ({ name, entry })));

  const loaded = new Map<string, PartModule>();
  const notLoaded = new Set(rendered);

  const tryOnce = (id: string) =>
    loadRemote<PartModule>(id).catch((error: unknown) => {
      window.shopRetries = (window.shopRetries ?? 0) + 1;
      throw error;
    });

  async function fetchPart(id: string): Promise<PartModule> {
    const began = performance.now();
    const part = await tryOnce(id).catch(async (error: unknown) => {
      if (performance.now() - began > FAILED_AT_ONCE_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, SECOND_TRY_AFTER_MS));
      return tryOnce(id);
    });
    if (!part) throw new Error(`${id} is not exposed`);
    loaded.set(id, part);
    notLoaded.delete(id);
    return part;
  }

  const loader: BrowserLoader = {
    peek: (id) => loaded.get(id),
    standing: (id) => notLoaded.has(id),
    isWaiting: () => notLoaded.size > 0,
    load: (id, isServerRendered) => {
      if (!isServerRendered) return fetchPart(id);
      // Rejecting would replace the server's HTML by an error: stay pending, and offer Retry in a notice.
      return new Promise((resolve) => {
        const attempt = () => {
          fetchPart(id).then(resolve, () => addNotice(id, attempt));
        };
        attempt();
      });
    },
    preloadPart(id) {
      if (!loaded.has(id)) fetchPart(id).catch(() => {});
    },
    preloadPage,
    alive: replayEarlyInput,
  };
  return loader;
}
