import { Worker } from 'node:worker_threads';
import type { RenderRequest, Rendered, ToWorker, WorkerSettings } from './protocol.ts';

/**
 * Heap of a renderer. With a smaller old generation it runs out of memory under load; with a smaller young generation objects of
 * pending pages are copied before they die, which costs a tenth of the rendering time.
 */
const HEAP_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32 };

export type Job = Omit<RenderRequest, 'id' | 'without'>;

export interface PendingPage {
  job: Job;
  /** Failed attempts. */
  attempts: number;
  resolve(page: Rendered): void;
  reject(error: Error): void;
}

/** A render thread with its pending pages and its heartbeat. */
export class Renderer {
  readonly worker: Worker;
  readonly pending = new Map<number, PendingPage>();
  readonly ready: Promise<void>;
  isReady = false;
  /** It gets no further page, and ends after those that it has: another one took its place. */
  isRetiring = false;
  becomeReady!: () => void;
  private readonly settings: WorkerSettings;
  private lastCount = 0;
  private lastCountAt = Date.now();
  /** CPU usage since the heartbeat stopped: the first reading, and the time used since. */
  private silence: { isMeasuring: boolean; before?: NodeJS.CpuUsage; cpuMs: number } | undefined;

  constructor(settings: WorkerSettings) {
    this.settings = settings;
    this.ready = new Promise((resolve) => {
      this.becomeReady = () => {
        this.isReady = true;
        resolve();
      };
    });
    this.worker = new Worker(new URL('./render-worker.mjs', import.meta.url), {
      workerData: settings,
      env: { NODE_ENV: 'production' },
      resourceLimits: HEAP_LIMITS,
    });
  }

  post(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  /** Time since the last heartbeat, and the CPU time used in it; CPU time is measured after `measureAfterMs`. */
  checkHeartbeat(now: number, measureAfterMs: number): { silentMs: number; cpuMs: number } {
    const count = Atomics.load(this.settings.heartbeat, 0);
    if (count !== this.lastCount) {
      this.lastCount = count;
      this.lastCountAt = now;
      this.silence = undefined;
    }
    const silentMs = now - this.lastCountAt;
    if (silentMs >= measureAfterMs) this.measureCpu();
    return { silentMs, cpuMs: this.silence?.cpuMs ?? 0 };
  }

  /** Node interrupts the thread even in a loop; a thread that is not scheduled answers late. */
  private measureCpu(): void {
    const silence = (this.silence ??= { isMeasuring: false, cpuMs: 0 });
    if (silence.isMeasuring) return;
    silence.isMeasuring = true;
    this.worker.cpuUsage(silence.before).then(
      (usage) => {
        silence.isMeasuring = false;
        if (silence.before) silence.cpuMs = (usage.user + usage.system) / 1000;
        else silence.before = usage;
      },
      // The thread exited, which its `exit` event reports.
      () => {},
    );
  }

  /** Remotes whose bundle it has not imported. */
  get withoutRemotes(): readonly string[] {
    return this.settings.withoutRemotes;
  }

  get runsRemoteCode(): boolean {
    return Atomics.load(this.settings.heartbeat, 1) > 0;
  }

  /** The part (while bundles are imported, the remote) whose code ran last. */
  get blamed(): string | undefined {
    return this.settings.names[Atomics.load(this.settings.heartbeat, 1) - 1];
  }
}
