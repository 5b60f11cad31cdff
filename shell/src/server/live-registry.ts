import { BrokenBundle, fileKey, readRegistry, readRelease, readServerFiles } from '@shop/build/bundle';
import { incompatibility, type PageRoute, type Registry, type ShellRelease } from '@shop/build/registry';
import type { Storage } from '@shop/storage';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { contentSecurityPolicy } from './document.ts';
import { cachedCalls } from './cached-calls.ts';
import type { ServerBundles } from './protocol.ts';
import { watchRegistry } from './stored-registry.ts';
import { RenderPool, type RendererEvents } from './render-pool.ts';

/** A registry, and what is made of it once. */
export interface Serving {
  registry: Registry;
  routes: readonly PageRoute[];
  /** Version of each remote. */
  versions: Readonly<Record<string, string>>;
  bundles: ServerBundles;
  pool: RenderPool;
  csp: string;
}

interface Events extends RendererEvents {
  /** Pages are rendered with another registry from now on. */
  onSwitch(): void;
}

/** The registry that pages are rendered with. A new one takes over when one of its renderers is ready; otherwise this one stays. */
export class LiveRegistry {
  /** Replaced as a whole: a request reads it once. */
  serving: Serving;
  private readonly stopWatching: () => Promise<void>;
  private readonly config: Config;
  private readonly storage: Storage;
  private readonly log: Logger;
  private readonly events: Events;

  /** @throws Error without the storage, or when nothing is deployed in it */
  static async open(config: Config, storage: Storage, log: Logger, events: Events): Promise<LiveRegistry> {
    const read = await readRegistry(storage);
    if (!read?.registry.shell) throw new Error('No shell is deployed yet');
    const { registry, etag } = read;
    const own =
      registry.shell!.version === config.SHELL_VERSION
        ? registry.shell
        : await readRelease(storage, 'shell', config.SHELL_VERSION);
    if (!own) throw new Error(`SHELL_VERSION: the shell ${config.SHELL_VERSION} is not published`);
    const first = ofThisShell(registry, { shell: own as ShellRelease, remotes: {} });
    const bundles = await serverBundles(storage, first, new Map(), log);
    return new LiveRegistry(first, { etag, bundles, config, storage, log, events });
  }

  private constructor(
    registry: Registry,
    more: {
      etag: string;
      bundles: ServerBundles;
      config: Config;
      storage: Storage;
      log: Logger;
      events: Events;
    },
  ) {
    const { etag, bundles, config, storage, log, events } = more;
    this.config = config;
    this.storage = storage;
    this.log = log;
    this.events = events;
    this.serving = this.serve(registry, bundles);
    // Not awaited: until a renderer is ready, pages are a 503 and `/health/ready` reports it.
    this.pool.start().catch((error: Error) => log.error({ reason: error.message }, 'no renderer could start'));
    this.stopWatching = watchRegistry(storage, { etag, log }, (changed) => this.switchTo(changed));
  }

  get registry(): Registry {
    return this.serving.registry;
  }

  get pool(): RenderPool {
    return this.serving.pool;
  }

  async close(): Promise<void> {
    await this.stopWatching();
    await this.pool.close();
  }

  private serve(registry: Registry, bundles: ServerBundles): Serving {
    const remotes = Object.entries(registry.remotes);
    return {
      registry,
      routes: remotes.flatMap(([, { pages }]) => pages),
      versions: Object.fromEntries(remotes.map(([name, { version }]) => [name, version])),
      bundles,
      pool: new RenderPool({ registry, bundles, cachedCalls }, this.config, this.log, this.events),
      csp: contentSecurityPolicy(registry, this.config),
    };
  }

  /** @throws Error when the storage does not answer or no renderer starts: the old one stays live */
  private async switchTo(stored: Registry): Promise<void> {
    // Without another revision, old files were removed.
    if (stored.revision === this.registry.revision) return;
    const registry = ofThisShell(stored, this.registry);
    const bundles = await serverBundles(this.storage, registry, this.serving.bundles, this.log);
    const next = this.serve(registry, bundles);
    try {
      await next.pool.start();
    } catch (error) {
      await next.pool.close();
      throw error;
    }
    const { pool: old } = this.serving;
    this.serving = next;
    this.log.info({ revision: registry.revision }, 'a new registry is live');
    this.events.onSwitch();
    await old.close();
  }
}

/** Of all remotes; those that are in `known` are not read again. One that is not what was published is left out. */
async function serverBundles(
  storage: Storage,
  { remotes }: Registry,
  known: ServerBundles,
  log: Logger,
): Promise<ServerBundles> {
  const bundles = await Promise.all(
    Object.entries(remotes).map(async ([remote, release]) => {
      const files = Object.keys(release.integrity).filter((file) => file.startsWith('server/'));
      const keys = files.map((file) => fileKey(release, file));
      if (keys.every((key) => known.has(key))) return keys.map((key) => [key, known.get(key)!] as const);
      try {
        return [...(await readServerFiles(storage, release))];
      } catch (error) {
        if (!(error instanceof BrokenBundle)) throw error;
        log.error({ remote, reason: error.message }, 'a server bundle is not used');
        return [];
      }
    }),
  );
  return new Map(bundles.flat());
}

/**
 * A server runs one version of the shell; a new version starts its own server, which takes over. Until then, remotes that need the
 * new version's shared packages stay at their current version here.
 */
function ofThisShell(registry: Registry, current: Pick<Registry, 'shell' | 'remotes'>): Registry {
  const host = current.shell!.shared;
  const remotes = Object.entries(registry.remotes).map(([name, remote]) => [
    name,
    (incompatibility(host, remote.shared) && current.remotes[name]) || remote,
  ]);
  return { ...registry, shell: current.shell, remotes: Object.fromEntries(remotes) as Registry['remotes'] };
}
