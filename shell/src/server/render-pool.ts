import type { Registry } from '@shop/build/registry';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { FromWorker, Rendered, WorkerSettings } from './protocol.ts';
import { pageRegistryOf } from './registry-file.ts';
import { Renderer, type Job, type Waiting } from './renderer.ts';

const MAX_TRIES = 4;
const START_LIMIT_MS = 10_000;
/** For all of them together, with those that had to be replaced. */
const READY_LIMIT_MS = 30_000;
/** After a renderer that could not start, and nobody's code to leave out, so long until the next try. */
const START_AGAIN_MS = 500;
const LOOK_EVERY_MS = 50;
/** So many times longer, by the clock on the wall, may a renderer be silent that does not work: it waits, or is not let run. */
const PATIENCE = 10;

export interface RendererEvents {
  /** A renderer did not come back from this part's code. */
  onBan(part: string, reason: string): void;
  onReplaced(reason: string): void;
}

/**
 * A few threads that render pages of one registry. One that hangs, dies or runs out of memory is replaced; the part whose
 * code it was in is left to the browser for a while, and the pages that waited are rendered elsewhere without it.
 */
export class RenderPool {
  readonly registry: Registry;
  private readonly config: Config;
  private readonly log: Logger;
  private readonly events: RendererEvents;
  private readonly names: string[];
  private readonly banned = new Map<string, number>();
  private renderers: Renderer[] = [];
  private closing = false;
  private sequence = 0;
  private readonly watch: NodeJS.Timeout;

  constructor(registry: Registry, config: Config, log: Logger, events: RendererEvents) {
    this.registry = registry;
    this.config = config;
    this.log = log;
    this.events = events;
    this.names = Object.entries(registry.remotes).flatMap(([name, { parts }]) => [name, ...Object.keys(parts)]);
    this.watch = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.watch.unref();
  }

  /**
   * Resolves when the renderers are ready; what remotes' bundles could not be imported is logged and left out. Rejects when
   * none could start in time; they are tried on nevertheless until `close`.
   */
  async start(): Promise<void> {
    const end = Date.now() + READY_LIMIT_MS;
    await Promise.all(Array.from({ length: this.config.RENDERERS }, () => this.add()));
    while (!this.isReady) {
      if (Date.now() > end) throw new Error('no renderer could start');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  get isReady(): boolean {
    return this.renderers.some((renderer) => renderer.isReady);
  }

  render(job: Job): Promise<Rendered> {
    return new Promise((resolve, reject) => this.assign({ job, tries: 0, resolve, reject }));
  }

  /** What the gateway answered so far is out of date. */
  forgetData(): void {
    for (const renderer of this.renderers) renderer.post({ type: 'forget' });
  }

  /** Lets what is being rendered come to its end, then ends the threads. */
  async close(): Promise<void> {
    this.closing = true;
    const end = Date.now() + this.config.RENDER_BUDGET_MS + this.config.RENDER_HANG_MS + 1000;
    while (this.renderers.some((renderer) => renderer.waiting.size > 0) && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    clearInterval(this.watch);
    await Promise.all(this.renderers.map((renderer) => renderer.worker.terminate()));
  }

  private without(tries: number): string[] {
    // Blamed one after the other and still no page: then without any remote.
    if (tries >= MAX_TRIES - 1) return ['*'];
    const now = Date.now();
    for (const [part, until] of this.banned) if (until <= now) this.banned.delete(part);
    return [...this.banned.keys()];
  }

  private assign(waiting: Waiting): void {
    if (waiting.tries >= MAX_TRIES) return waiting.reject(new Error(`${waiting.job.href} could not be rendered`));
    const ready = this.renderers.filter((renderer) => renderer.isReady);
    if (ready.length === 0) {
      if (this.closing) return waiting.reject(new Error('The renderers are being closed'));
      const { since = Date.now() } = waiting;
      if (Date.now() - since >= this.config.RENDERER_WAIT_MS) return waiting.reject(new Error('No renderer is ready'));
      setTimeout(() => this.assign({ ...waiting, since }), 10);
      return;
    }
    const least = ready.reduce((a, b) => (b.waiting.size < a.waiting.size ? b : a));
    const id = ++this.sequence;
    least.waiting.set(id, { ...waiting, since: undefined });
    least.post({ type: 'render', request: { ...waiting.job, id, without: this.without(waiting.tries) } });
  }

  private async add(): Promise<void> {
    const now = Date.now();
    const withoutRemotes = [...this.banned].filter(([, until]) => until > now).map(([name]) => name);
    const settings: WorkerSettings = {
      registry: this.registry,
      deployDir: this.config.DEPLOY_DIR,
      pageRegistry: pageRegistryOf(this.registry, this.config.REMOTES_ORIGINS),
      gatewayUrl: this.config.GATEWAY_URL,
      serviceToken: this.config.SERVICE_TOKEN,
      shopUrl: this.config.SHOP_URL,
      isDevelopment: this.config.DEV === '1',
      budgetMs: this.config.RENDER_BUDGET_MS,
      dataFreshMs: this.config.DATA_FRESH_MS,
      withoutRemotes,
      signs: new Int32Array(new SharedArrayBuffer(8)),
      names: this.names,
    };
    const renderer = new Renderer(settings);
    this.renderers.push(renderer);
    renderer.worker.on('message', (message: FromWorker) => this.hear(renderer, message));
    renderer.worker.on('error', (error) => this.replace(renderer, error.message));
    renderer.worker.on('exit', () => this.replace(renderer, 'it ended'));
    await renderer.ready;
  }

  private hear(renderer: Renderer, message: FromWorker): void {
    if (message.type === 'ready') {
      for (const { remote, reason } of message.failed) {
        this.log.error({ remote, reason }, 'a server bundle could not be imported: its parts are left to the browser');
      }
      renderer.becomeReady();
    } else if (message.type === 'log') {
      this.log[message.level]({ part: message.part }, message.message);
    } else if (message.type === 'rendered') {
      const waiting = renderer.waiting.get(message.page.id);
      renderer.waiting.delete(message.page.id);
      waiting?.resolve(message.page);
    } else {
      const waiting = renderer.waiting.get(message.id);
      renderer.waiting.delete(message.id);
      this.log.error({ href: waiting?.job.href }, message.reason);
      if (waiting) this.assign({ ...waiting, tries: Math.max(waiting.tries + 1, MAX_TRIES - 1) });
    }
  }

  /**
   * A renderer counts all the time; one that stopped counting while it has work is stuck in somebody's code. It is given its
   * time by the processor's clock: on a busy machine a healthy one may not get to run for longer than that.
   */
  private look(): void {
    const now = Date.now();
    for (const renderer of this.renderers) {
      const { silentMs, workedMs } = renderer.look(now, LOOK_EVERY_MS * 2);
      if (renderer.isReady && renderer.waiting.size === 0) continue;
      const limit = this.config.RENDER_HANG_MS * (renderer.isReady ? 1 : 4);
      const isStuck = renderer.isReady || renderer.isInside;
      if ((isStuck && workedMs > limit) || silentMs > Math.max(limit * PATIENCE, START_LIMIT_MS)) {
        this.replace(renderer, `no sign of life for ${silentMs} ms, ${Math.round(workedMs)} ms of them at work`);
      }
    }
  }

  private replace(renderer: Renderer, reason: string): void {
    if (!this.renderers.includes(renderer)) return;
    this.renderers = this.renderers.filter((one) => one !== renderer);
    const couldStart = renderer.isReady;
    renderer.becomeReady();
    void renderer.worker.terminate();
    if (this.closing) {
      for (const waiting of renderer.waiting.values()) waiting.reject(new Error(reason));
      return;
    }
    const blamed = renderer.blamed();
    if (blamed) {
      this.banned.set(blamed, Date.now() + this.config.PART_BAN_MS);
      this.events.onBan(blamed, reason);
    }
    this.events.onReplaced(reason);
    this.log.error({ part: blamed, reason }, 'a renderer was replaced');
    if (couldStart || blamed) void this.add();
    else setTimeout(() => !this.closing && void this.add(), START_AGAIN_MS).unref();
    for (const waiting of renderer.waiting.values()) this.assign({ ...waiting, tries: waiting.tries + 1 });
    renderer.waiting.clear();
  }
}
