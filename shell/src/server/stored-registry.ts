import { readRegistry, REGISTRY_KEY } from '@shop/build/bundle';
import type { PageRegistry, Registry } from '@shop/build/registry';
import type { Storage } from '@shop/storage';
import type { Logger } from 'pino';

/** Of several servers, not all ask at the same time. */
const POLL_MS = { min: 500, max: 1000 };
/** A registry that could not go live is tried again, but does not take all the time of a busy machine. */
const RETRY_MS = { min: 2000, max: 4000 };

/**
 * Calls `changed` with every registry that replaces the one with this etag, one after the other; one that it rejects comes again.
 *
 * @returns a function that ends it, when the last call has ended
 */
export function watchRegistry(
  storage: Storage,
  { etag: current, log }: { etag: string; log: Logger },
  changed: (registry: Registry) => Promise<void>,
): () => Promise<void> {
  let etag = current;
  let isFailing = false;
  let isOver = false;
  let timer: NodeJS.Timeout;
  let polling = Promise.resolve();
  const poll = async () => {
    try {
      const found = await storage.head(REGISTRY_KEY);
      if (found && found.etag !== etag) {
        const read = await readRegistry(storage);
        if (read) await changed(read.registry);
        etag = read?.etag ?? etag;
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error({ reason: (error as Error).message }, 'no new registry: the old one stays live');
      isFailing = true;
    }
    if (!isOver) schedule();
  };
  const schedule = () => {
    const { min, max } = isFailing ? RETRY_MS : POLL_MS;
    timer = setTimeout(() => (polling = poll()), min + Math.random() * (max - min));
    timer.unref();
  };
  schedule();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await polling;
  };
}

/** The registry in a page's state: routes, and URL and integrity of each remote's entry. */
export function pageRegistryOf(registry: Registry, origins: Readonly<Record<string, string>>): PageRegistry {
  const remotes = Object.entries(registry.remotes);
  return {
    // Parameters are the server's business only.
    routes: remotes.flatMap(([, remote]) => remote.pages.map(({ query: _, ...route }) => route)),
    remotes: remotes.map(([name, { slice, version, entry, integrity }]) => ({
      name,
      entry: `${originOf(slice, origins)}/${version}/browser/${entry}`,
      integrity: integrity[`browser/${entry}`]!,
    })),
  };
}

/** The content of `/remotes.json`. */
export function publicRegistry({ shell, remotes, revision }: Registry, origins: Readonly<Record<string, string>>) {
  return {
    revision,
    shell: shell && { name: 'shell', version: shell.version, entry: shell.entry, integrity: shell.integrity },
    remotes: Object.entries(remotes).map(([name, remote]) => ({
      name,
      version: remote.version,
      entry: `${originOf(remote.slice, origins)}/${remote.version}/browser/${remote.entry}`,
      server: 'server/server.mjs',
      integrity: remote.integrity,
      shared: remote.shared,
      pages: remote.pages,
      parts: Object.keys(remote.parts),
    })),
  };
}

function originOf(slice: string, origins: Readonly<Record<string, string>>): string {
  const origin = origins[slice];
  if (!origin) throw new Error(`REMOTES_ORIGINS has no origin of ${slice}`);
  return origin.replace(/\/$/, '');
}
