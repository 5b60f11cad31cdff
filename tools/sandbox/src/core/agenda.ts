import type { Clock } from './clock.ts';
import { randomId } from './ids.ts';
import type { Collection, Store } from './store.ts';

interface Entry {
  id: string;
  kind: string;
  dueAt: number;
  data: unknown;
}

// A timer may be at most this far away; setTimeout overflows after 24 days.
const LONGEST_WAIT_MS = 60_000;

/** What happens later by itself: a late authorisation, a refund that fails after days. Survives a restart. */
export class Agenda {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #entries: Collection<Entry>;
  readonly #effects = new Map<string, (data: never) => void>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#entries = store.collection('agenda', [['dueAt']]);
  }

  /** Says what an entry of this kind does. It runs in the transaction that takes the entry off the agenda. */
  on<Data>(kind: string, effect: (data: Data) => void): void {
    this.#effects.set(kind, effect as (data: never) => void);
  }

  /** `dueAt` in milliseconds of the sandbox's clock. */
  add(kind: string, dueAt: number, data: unknown): void {
    this.#entries.put({ id: randomId('', 14), kind, dueAt, data });
    this.start();
  }

  nextDue(): number | undefined {
    return this.#entries.where('1 ORDER BY field(dueAt) LIMIT 1')[0]?.dueAt;
  }

  /** Does what is due, oldest first. */
  runDue(): void {
    for (;;) {
      const [entry] = this.#entries.where('field(dueAt) <= ? ORDER BY field(dueAt) LIMIT 1', [this.#clock.now()]);
      if (!entry) break;
      this.#store.transaction(() => {
        this.#entries.delete(entry.id);
        this.#effects.get(entry.kind)?.(entry.data as never);
      });
    }
    this.start();
  }

  /** Waits for the next entry. Called again whenever the agenda or the clock changes. */
  start(): void {
    clearTimeout(this.#timer);
    const due = this.nextDue();
    if (due === undefined) return;
    const wait = Math.min(Math.max(due - this.#clock.now(), 0), LONGEST_WAIT_MS);
    this.#timer = setTimeout(() => this.runDue(), wait);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
