import { getInstance, loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { PageRegistry } from '@shop/build/registry';
import type { PartLoader, PartModule } from '@shop/mfe-kit';
import { answerEarlyClicks } from './early-clicks.ts';
import { addNotice } from './notices.ts';

const ENTRY_TIMEOUT_MS = 5000;

declare global {
  interface Window {
    /** How often something was tried again: remotes' chunk loaders put it into addresses (see @shop/build). */
    shopRetries?: number;
  }
}

/** A file that failed its check is kept by the browser: after a failure the same file is asked for under another address. */
const freshness = () => (window.shopRetries ? `?retry=${window.shopRetries}` : '');

export interface BrowserLoader extends PartLoader {
  /** True while HTML of the server is on the page whose code has not come: React must not be asked to change around it. */
  isWaiting(): boolean;
}

/**
 * Brings remotes by Module Federation. Their entries are checked against the registry's integrity, the chunks against what
 * the checked entry says: no line runs that was not published.
 */
export function createLoader(registry: PageRegistry, rendered: readonly string[], preloadPage: (href: string) => void) {
  const integrity = new Map(registry.remotes.map((remote) => [remote.entry, remote.integrity]));
  getInstance()!.registerPlugins([
    {
      name: 'integrity',
      createScript({ url }: { url: string }) {
        const script = document.createElement('script');
        Object.assign(script, { src: url + freshness(), async: true, crossOrigin: 'anonymous' });
        // An entry that the registry does not know gets an integrity that nothing has.
        script.integrity = integrity.get(url) ?? 'sha384-unknown';
        return { script, timeout: ENTRY_TIMEOUT_MS };
      },
    },
  ]);
  registerRemotes(registry.remotes.map(({ name, entry }) => ({ name, entry })));

  const loaded = new Map<string, PartModule>();
  const standing = new Set(rendered);

  async function fetchPart(id: string): Promise<PartModule> {
    const part = await loadRemote<PartModule>(id).catch((error: unknown) => {
      window.shopRetries = (window.shopRetries ?? 0) + 1;
      throw error;
    });
    if (!part) throw new Error(`${id} is not exposed`);
    loaded.set(id, part);
    standing.delete(id);
    return part;
  }

  const loader: BrowserLoader = {
    peek: (id) => loaded.get(id),
    standing: (id) => standing.has(id),
    isWaiting: () => standing.size > 0,
    load: (id, isStanding) => {
      if (!isStanding) return fetchPart(id);
      // Rejecting would replace the server's HTML by an error: so it stays as it is, and a notice offers Retry.
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
    alive: answerEarlyClicks,
  };
  return loader;
}
