import { incompatibility, type PageRoute, type Registry } from '@shop/build/registry';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { contentSecurityPolicy } from './document.ts';
import { cachedCalls } from './cached-calls.ts';
import { readRegistry, watchRegistry } from './registry-file.ts';
import { RenderPool, type RendererEvents } from './render-pool.ts';

/** A registry, and what is made of it once. */
export interface Serving {
  registry: Registry;
  routes: readonly PageRoute[];
  /** Version of each remote. */
  versions: Readonly<Record<string, string>>;
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
  private switching = Promise.resolve();
  private readonly stopWatching: () => void;
  private readonly config: Config;
  private readonly log: Logger;
  private readonly events: Events;

  constructor(config: Config, log: Logger, events: Events) {
    this.config = config;
    this.log = log;
    this.events = events;
    this.serving = this.open(readRegistry(config.DEPLOY_DIR));
    // Not awaited: until a renderer is ready, pages are a 503 and `/health/ready` reports it.
    this.pool.start().catch((error: Error) => log.error({ reason: error.message }, 'no renderer could start'));
    this.stopWatching = watchRegistry(config.DEPLOY_DIR, this.registry.revision, (registry) => {
      this.switching = this.switching.then(() => this.switchTo(registry));
    });
  }

  get registry(): Registry {
    return this.serving.registry;
  }

  get pool(): RenderPool {
    return this.serving.pool;
  }

  async close(): Promise<void> {
    this.stopWatching();
    await this.switching;
    await this.pool.close();
  }

  private open(registry: Registry): Serving {
    if (!registry.shell) throw new Error('No shell is deployed yet');
    const remotes = Object.entries(registry.remotes);
    return {
      registry,
      routes: remotes.flatMap(([, { pages }]) => pages),
      versions: Object.fromEntries(remotes.map(([name, { version }]) => [name, version])),
      pool: new RenderPool(registry, this.config, cachedCalls, this.log, this.events),
      csp: contentSecurityPolicy(registry, this.config),
    };
  }

  private async switchTo(registry: Registry): Promise<void> {
    const next = this.open(ofThisShell(registry, this.registry));
    try {
      await next.pool.start();
      const { pool: old } = this.serving;
      this.serving = next;
      this.log.info({ revision: registry.revision }, 'a new registry is live');
      this.events.onSwitch();
      await old.close();
    } catch (error) {
      this.log.error(
        { reason: (error as Error).message },
        'could not switch to the new registry: the old one stays live',
      );
      await next.pool.close();
    }
  }
}

/**
 * A server runs one version of the shell; a new version starts its own server, which takes over. Until then, remotes that need the
 * new version's shared packages stay at their current version here.
 */
function ofThisShell(registry: Registry, current: Registry): Registry {
  const host = current.shell!.shared;
  const remotes = Object.entries(registry.remotes).map(([name, remote]) => [
    name,
    (incompatibility(host, remote.shared) && current.remotes[name]) || remote,
  ]);
  return { ...registry, shell: current.shell, remotes: Object.fromEntries(remotes) as Registry['remotes'] };
}
