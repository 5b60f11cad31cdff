import type { Clock } from './clock.ts';
import { randomId } from './ids.ts';
import type { Collection, Store } from './store.ts';

interface Entry {
  id: string;
  kind: string;
  dueAt: number;
  data: unknown;
}

// setTimeout overflows after 24 days.
const MAX_TIMEOUT_MS = 60_000;

/** Effects that fall due later: a late authorisation, a refund that fails after days. Survives a restart. */
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

  /** Registers the effect of a kind of entry. It runs in the transaction that removes the entry. */
  on<Data>(kind: string, effect: (data: Data) => void): void {
    this.#effects.set(kind, effect as (data: never) => void);
  }

  /** @param dueAt milliseconds of the sandbox's clock */
  add(kind: string, dueAt: number, data: unknown): void {
    this.#entries.put({ id: randomId('', 14), kind, dueAt, data });
    this.start();
  }

  nextDue(): number | undefined {
    return this.#entries.where('1 ORDER BY field(dueAt) LIMIT 1')[0]?.dueAt;
  }

  /** Runs due entries, oldest first. */
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

  /** Sets the timer for the next entry. Called again whenever the agenda or the clock changes. */
  start(): void {
    clearTimeout(this.#timer);
    const due = this.nextDue();
    if (due === undefined) return;
    const wait = Math.min(Math.max(due - this.#clock.now(), 0), MAX_TIMEOUT_MS);
    this.#timer = setTimeout(() => this.runDue(), wait);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
