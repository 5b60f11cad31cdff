import { incompatibility, type Registry } from '@shop/build/registry';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { contentSecurityPolicy } from './document.ts';
import { readRegistry, watchRegistry } from './registry-file.ts';
import { RenderPool, type RendererEvents } from './render-pool.ts';

/** What serves the pages of one registry. */
interface Serving {
  registry: Registry;
  pool: RenderPool;
  csp: string;
}

interface Events extends RendererEvents {
  /** Pages come from another registry from now on. */
  onSwitch(): void;
}

/** The registry that pages are served from. Another one takes over when a renderer of its own is ready; else this one stays. */
export class LiveRegistry {
  private serving: Serving;
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
    // Not waited for: until one is ready, pages are answered by 503 and `/health/ready` says so.
    this.pool.start().catch((error: Error) => log.error({ reason: error.message }, 'no page can be rendered'));
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

  /** The content security policy of every page. */
  get csp(): string {
    return this.serving.csp;
  }

  async close(): Promise<void> {
    this.stopWatching();
    await this.switching;
    await this.pool.close();
  }

  private open(registry: Registry): Serving {
    if (!registry.shell) throw new Error('No shell is deployed yet');
    return {
      registry,
      pool: new RenderPool(registry, this.config, this.log, this.events),
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
      this.log.error({ reason: (error as Error).message }, 'the new registry cannot be used: the old one stays');
      await next.pool.close();
    }
  }
}

/**
 * A running server belongs to one version of the shell; another one starts a server of its own and takes over. Until it has,
 * remotes that were built for the other's shared packages stay what they are here.
 */
function ofThisShell(registry: Registry, current: Registry): Registry {
  const host = current.shell!.shared;
  const remotes = Object.entries(registry.remotes).map(([name, remote]) => [
    name,
    (incompatibility(host, remote.shared) && current.remotes[name]) || remote,
  ]);
  return { ...registry, shell: current.shell, remotes: Object.fromEntries(remotes) as Registry['remotes'] };
}
