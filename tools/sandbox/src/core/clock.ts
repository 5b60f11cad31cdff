import type { Store } from './store.ts';

/** The sandbox's clock: machine time plus an offset. Every simulated delay uses it. */
export class Clock {
  readonly #store: Store;
  #offsetMs: number;

  constructor(store: Store) {
    this.#store = store;
    this.#offsetMs = store.setting<number>('clock-offset-ms') ?? 0;
  }

  /** Unix time in milliseconds. */
  now(): number {
    return Date.now() + this.#offsetMs;
  }

  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  iso(): string {
    return new Date(this.now()).toISOString().replace(/\.\d+Z$/, 'Z');
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Time never runs backwards: an earlier `time` is ignored. */
  moveTo(time: number): void {
    const offset = time - Date.now();
    if (offset <= this.#offsetMs) return;
    this.#offsetMs = offset;
    this.#store.set('clock-offset-ms', offset);
  }

  /** Back to machine time, for a reset. */
  reset(): void {
    this.#offsetMs = 0;
  }
}
