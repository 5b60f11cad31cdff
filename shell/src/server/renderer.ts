import { Worker } from 'node:worker_threads';
import type { RenderRequest, Rendered, ToWorker, WorkerSettings } from './protocol.ts';

/**
 * Megabytes of a renderer. With less for old objects one ran out of memory under load; with less for young ones those of
 * pages in the making are copied before they die, which costs a tenth of all rendering.
 */
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32 };

/** A page to be rendered. */
export type Job = Omit<RenderRequest, 'id' | 'without'>;

export interface Waiting {
  job: Job;
  tries: number;
  /** Since when there is no renderer for it. */
  since?: number;
  resolve(page: Rendered): void;
  reject(error: Error): void;
}

/** A thread that renders pages, with those that wait for it, and how long it has shown no sign of life. */
export class Renderer {
  readonly worker: Worker;
  readonly waiting = new Map<number, Waiting>();
  readonly ready: Promise<void>;
  isReady = false;
  becomeReady!: () => void;
  private readonly settings: WorkerSettings;
  private seen = 0;
  private seenAt = Date.now();
  /** Since the last sign of life: the processor's time when it was first looked at, and what was spent since. */
  private silence: { isAsked: boolean; before?: NodeJS.CpuUsage; workedMs: number } | undefined;

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
      resourceLimits: LIMITS,
    });
  }

  post(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  /** How long it has shown no life, and for how much of that it is known to have worked; measured from `fromMs` on. */
  look(now: number, fromMs: number): { silentMs: number; workedMs: number } {
    const count = Atomics.load(this.settings.signs, 0);
    if (count !== this.seen) {
      this.seen = count;
      this.seenAt = now;
      this.silence = undefined;
    }
    const silentMs = now - this.seenAt;
    if (silentMs >= fromMs) this.measure();
    return { silentMs, workedMs: this.silence?.workedMs ?? 0 };
  }

  /** Node asks the thread even in the middle of a loop; one that is not let run answers late. */
  private measure(): void {
    const silence = (this.silence ??= { isAsked: false, workedMs: 0 });
    if (silence.isAsked) return;
    silence.isAsked = true;
    this.worker.cpuUsage(silence.before).then(
      (usage) => {
        silence.isAsked = false;
        if (silence.before) silence.workedMs = (usage.user + usage.system) / 1000;
        else silence.before = usage;
      },
      // It ended: its own event says so.
      () => {},
    );
  }

  get isInside(): boolean {
    return Atomics.load(this.settings.signs, 1) > 0;
  }

  /** The part, or while bundles are imported the remote, whose code ran last. */
  blamed(): string | undefined {
    return this.settings.names[Atomics.load(this.settings.signs, 1) - 1];
  }
}
