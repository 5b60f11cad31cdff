import type { Registry } from '@shop/build/registry';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Change } from './page-cache.ts';
import type { FromWorker, Rendered, ServerBundles, WorkerSettings } from './protocol.ts';
import { Renderer, type Job, type PendingPage } from './renderer.ts';
import type { CachedCall } from './source-tags.ts';
import { pageRegistryOf } from './stored-registry.ts';

const MAX_ATTEMPTS = 4;
const START_TIMEOUT_MS = 10_000;
/** For all renderers, including replacements. */
const READY_TIMEOUT_MS = 30_000;
/** Delay before replacing a renderer that failed to start with no part to blame. */
const RESTART_DELAY_MS = 500;
const CHECK_INTERVAL_MS = 50;
/** Factor of the limit in wall-clock time over the limit in CPU time: an idle or descheduled renderer uses no CPU. */
const WALL_CLOCK_FACTOR = 10;

interface WaitingPage {
  pending: PendingPage;
  since: number;
}

export interface RendererEvents {
  /** A part hung or crashed a renderer. */
  onBan(part: string, reason: string): void;
  onReplaced(reason: string): void;
}

/**
 * Threads that render pages of one registry. One that hangs, dies or runs out of memory is replaced; the part whose code was
 * running is left to the browser for a while, and the pending pages are rendered by other threads without it. A thread that was started
 * in that time, without the bundle of a remote, is replaced after it.
 */
export class RenderPool {
  readonly registry: Registry;
  private readonly bundles: ServerBundles;
  private readonly config: Config;
  private readonly cachedCalls: CachedCall[];
  private readonly log: Logger;
  private readonly events: RendererEvents;
  private readonly names: string[];
  private readonly banned = new Map<string, number>();
  private renderers: Renderer[] = [];
  /** Tries again the remotes that another one lacks, and takes its place if it becomes ready. */
  private trial: Renderer | undefined;
  /** Until a renderer is free, in order of arrival. */
  private waiting: WaitingPage[] = [];
  private closing = false;
  private sequence = 0;
  private readonly watchdog: NodeJS.Timeout;

  constructor(
    { registry, bundles, cachedCalls }: { registry: Registry; bundles: ServerBundles; cachedCalls: CachedCall[] },
    config: Config,
    log: Logger,
    events: RendererEvents,
  ) {
    this.registry = registry;
    this.bundles = bundles;
    this.config = config;
    this.cachedCalls = cachedCalls;
    this.log = log;
    this.events = events;
    this.names = Object.entries(registry.remotes).flatMap(([name, { parts }]) => [name, ...Object.keys(parts)]);
    this.watchdog = setInterval(() => {
      this.checkRenderers();
      this.tryAgain();
      this.assignWaiting();
    }, CHECK_INTERVAL_MS);
    this.watchdog.unref();
  }

  /**
   * Resolves when the renderers are ready; remotes whose bundle cannot be imported are logged and left out. Rejects when none
   * could start in time; starting is retried nevertheless until `close`.
   */
  async start(): Promise<void> {
    const end = Date.now() + READY_TIMEOUT_MS;
    await Promise.all(Array.from({ length: this.config.RENDERERS }, () => this.add().ready));
    while (!this.isReady) {
      if (Date.now() > end) throw new Error(`not ready within ${READY_TIMEOUT_MS} ms`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  get isReady(): boolean {
    return this.renderers.some((renderer) => renderer.isReady);
  }

  /** Renderers that can render, and pages that wait for one. */
  get state(): { ready: number; waiting: number } {
    return { ready: this.renderers.filter(({ isReady }) => isReady).length, waiting: this.waiting.length };
  }

  render(job: Job): Promise<Rendered> {
    return new Promise((resolve, reject) => this.assign({ job, attempts: 0, resolve, reject }));
  }

  /** Drops the answers of the gateway that a change makes stale. */
  forgetData(change: Change): void {
    for (const renderer of this.renderers) renderer.post({ type: 'forget', change });
  }

  /** Waits for pending pages, then terminates the threads. */
  async close(): Promise<void> {
    this.closing = true;
    const end =
      Date.now() + this.config.CONTENT_BUDGET_MS + this.config.RENDER_BUDGET_MS + this.config.RENDER_HANG_MS + 1000;
    const isBusy = () => this.waiting.length > 0 || this.renderers.some((renderer) => renderer.pending.size > 0);
    while (isBusy() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
    clearInterval(this.watchdog);
    for (const { pending } of this.waiting) pending.reject(new Error('The renderers are being closed'));
    this.waiting = [];
    await Promise.all(this.renderers.map((renderer) => renderer.worker.terminate()));
  }

  /** Parts to leave out: the banned ones, in the last attempt all. */
  private without(attempts: number, { withoutRemotes }: Renderer): string[] {
    return attempts >= MAX_ATTEMPTS - 1 ? ['*'] : [...this.bannedNow(), ...withoutRemotes];
  }

  private bannedNow(): string[] {
    const now = Date.now();
    for (const [part, until] of this.banned) if (until <= now) this.banned.delete(part);
    return [...this.banned.keys()];
  }

  private assign(pending: PendingPage): void {
    if (pending.attempts >= MAX_ATTEMPTS)
      return pending.reject(new Error(`${pending.job.shownPath} could not be rendered`));
    this.waiting.push({ pending, since: Date.now() });
    this.assignWaiting();
  }

  /** Gives waiting pages to free renderers, and up on those that waited too long. */
  private assignWaiting(): void {
    for (let free = this.freeRenderer(); free && this.waiting.length > 0; free = this.freeRenderer()) {
      const { pending } = this.waiting.shift()!;
      const id = ++this.sequence;
      free.pending.set(id, pending);
      free.post({ type: 'render', request: { ...pending.job, id, without: this.without(pending.attempts, free) } });
    }
    const latest = Date.now() - this.config.RENDERER_WAIT_MS;
    while (this.waiting[0] && this.waiting[0].since < latest) {
      this.waiting.shift()!.pending.reject(new Error('No renderer is free'));
    }
  }

  /** The ready renderer with the fewest pages. */
  private freeRenderer(): Renderer | undefined {
    const free = this.renderers.filter(
      ({ isReady, isRetiring, pending }) => isReady && !isRetiring && pending.size < this.config.PAGES_PER_RENDERER,
    );
    return free.length > 0 ? free.reduce((a, b) => (b.pending.size < a.pending.size ? b : a)) : undefined;
  }

  /** One at a time, so that the others render. */
  private tryAgain(): void {
    this.endRetired();
    if (this.trial || this.closing) return;
    const banned = this.bannedNow();
    const lacking = this.renderers.find(
      ({ isReady, isRetiring, withoutRemotes }) =>
        isReady && !isRetiring && withoutRemotes.some((remote) => !banned.includes(remote)),
    );
    if (!lacking) return;
    this.log.info({ remotes: lacking.withoutRemotes }, 'a renderer tries again what was left to the browser');
    const trial = this.add();
    this.trial = trial;
    void trial.ready.then(() => {
      this.trial = undefined;
      if (!this.renderers.includes(trial)) for (const remote of lacking.withoutRemotes) this.ban(remote);
      // One that has ended was replaced.
      else (this.renderers.includes(lacking) ? lacking : trial).isRetiring = true;
    });
  }

  private endRetired(): void {
    const ended = this.renderers.filter(({ isRetiring, pending }) => isRetiring && pending.size === 0);
    if (ended.length === 0) return;
    this.renderers = this.renderers.filter((renderer) => !ended.includes(renderer));
    for (const { worker } of ended) void worker.terminate();
  }

  private ban(part: string): void {
    this.banned.set(part, Date.now() + this.config.PART_BAN_MS);
  }

  private add(): Renderer {
    const withoutRemotes = this.bannedNow().filter((name) => Object.hasOwn(this.registry.remotes, name));
    const settings: WorkerSettings = {
      registry: this.registry,
      bundles: this.bundles,
      pageRegistry: pageRegistryOf(this.registry, this.config.REMOTES_ORIGINS),
      gatewayUrl: this.config.GATEWAY_URL,
      serviceToken: this.config.SERVICE_TOKEN[0],
      shopUrl: this.config.SHOP_URL,
      isDevelopment: this.config.DEV === '1',
      contentBudgetMs: this.config.CONTENT_BUDGET_MS,
      budgetMs: this.config.RENDER_BUDGET_MS,
      dataFreshMs: this.config.DATA_FRESH_MS,
      cachedCalls: this.cachedCalls,
      withoutRemotes,
      heartbeat: new Int32Array(new SharedArrayBuffer(8)),
      names: this.names,
    };
    const renderer = new Renderer(settings);
    this.renderers.push(renderer);
    renderer.worker.on('message', (message: FromWorker) => this.handle(renderer, message));
    renderer.worker.on('error', (error) => this.replace(renderer, error.message));
    renderer.worker.on('exit', () => this.replace(renderer, 'it exited'));
    return renderer;
  }

  private handle(renderer: Renderer, message: FromWorker): void {
    if (message.type === 'ready') {
      for (const { remote, reason } of message.failed) {
        this.log.error({ remote, reason }, 'could not import a server bundle: its parts are left to the browser');
      }
      renderer.becomeReady();
      this.assignWaiting();
    } else if (message.type === 'log') {
      this.log[message.level]({ part: message.part }, message.message);
    } else if (message.type === 'rendered') {
      const pending = renderer.pending.get(message.page.id);
      renderer.pending.delete(message.page.id);
      pending?.resolve(message.page);
      this.assignWaiting();
    } else {
      const pending = renderer.pending.get(message.id);
      renderer.pending.delete(message.id);
      this.log.error({ path: pending?.job.shownPath }, message.reason);
      if (pending) this.assign({ ...pending, attempts: Math.max(pending.attempts + 1, MAX_ATTEMPTS - 1) });
    }
  }

  /**
   * Replaces renderers whose heartbeat stopped while they have work. The limit is CPU time, because on a busy machine a healthy
   * renderer may not be scheduled for that long.
   */
  private checkRenderers(): void {
    const now = Date.now();
    for (const renderer of this.renderers) {
      const { silentMs, cpuMs } = renderer.checkHeartbeat(now, CHECK_INTERVAL_MS * 2);
      if (renderer.isReady && renderer.pending.size === 0) continue;
      const limit = this.config.RENDER_HANG_MS * (renderer.isReady ? 1 : 4);
      const isStuck = renderer.isReady || renderer.runsRemoteCode;
      if ((isStuck && cpuMs > limit) || silentMs > Math.max(limit * WALL_CLOCK_FACTOR, START_TIMEOUT_MS)) {
        this.replace(renderer, `no heartbeat for ${silentMs} ms (${Math.round(cpuMs)} ms of CPU time)`);
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
      for (const pending of renderer.pending.values()) pending.reject(new Error(reason));
      return;
    }
    const { blamed } = renderer;
    if (blamed) {
      this.ban(blamed);
      this.events.onBan(blamed, reason);
    }
    this.events.onReplaced(reason);
    this.log.error({ part: blamed, reason }, 'a renderer was replaced');
    const isNeeded = renderer !== this.trial && !renderer.isRetiring;
    if (isNeeded && (couldStart || blamed)) this.add();
    else if (isNeeded) setTimeout(() => !this.closing && this.add(), RESTART_DELAY_MS).unref();
    for (const pending of renderer.pending.values()) this.assign({ ...pending, attempts: pending.attempts + 1 });
    renderer.pending.clear();
  }
}
