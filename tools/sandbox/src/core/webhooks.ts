import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import { randomId } from './ids.ts';
import type { Collection, Store } from './store.ts';

export interface Delivery {
  id: string;
  provider: 'razorpay' | 'paypal';
  event: string;
  /** The provider's event id, by which the shop deduplicates. */
  eventId: string;
  /** The provider's order id. */
  subject: string;
  url: string;
  headers: Record<string, string>;
  /** Byte for byte as sent. */
  body: string;
  /** `suppressed`: a failure prevents the delivery. `failed`: given up after the last retry. */
  state: 'waiting' | 'delivered' | 'failed' | 'suppressed';
  /** Sent as soon as another event of the subject has been delivered. */
  heldBack: boolean;
  createdAt: number;
  dueAt: number;
  attempts: number;
  /** Status or error of the last attempt. */
  lastAnswer?: string;
}

export type Outgoing = Pick<Delivery, 'provider' | 'event' | 'eventId' | 'subject' | 'url' | 'headers' | 'body'>;

interface RetryPlan {
  attempts: number;
  /** Deliveries are abandoned this long after the event. */
  withinMs: number;
  longestPauseMs: number;
}

const HOUR_MS = 3_600_000;
const RETRIES: Record<Delivery['provider'], RetryPlan> = {
  razorpay: { attempts: 100, withinMs: 24 * HOUR_MS, longestPauseMs: HOUR_MS },
  paypal: { attempts: 25, withinMs: 72 * HOUR_MS, longestPauseMs: 6 * HOUR_MS },
};
const FIRST_BACKOFF_MS = 5000;
const RESPONSE_TIMEOUT_MS = 5000;
const CONCURRENCY = 16;
/** Older deliveries are pruned, unless they are still waiting. */
const MAX_DELIVERIES = 20_000;
const PRUNE_EVERY = 500;
const MAX_TIMEOUT_MS = 60_000;

/**
 * Delivers events like the providers do: at least once, in no guaranteed order, with exponential back-off until a 2xx.
 * Undelivered events survive a restart.
 */
export class Webhooks {
  readonly #clock: Clock;
  readonly #faults: Faults;
  readonly #deliveries: Collection<Delivery>;
  readonly #inFlight = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #sincePruned = 0;

  constructor(store: Store, clock: Clock, faults: Faults) {
    this.#clock = clock;
    this.#faults = faults;
    this.#deliveries = store.collection('webhooks', [['state', 'dueAt'], ['subject']]);
  }

  /**
   * Queues the event in the caller's transaction; it is sent after the commit. `breakSignature` corrupts its headers.
   */
  send(outgoing: Outgoing, breakSignature: (headers: Record<string, string>) => Record<string, string>): void {
    const now = this.#clock.now();
    const fault = this.#faults.take('webhook', outgoing.provider, 'webhook', {
      event: outgoing.event,
      order_id: outgoing.subject,
    });
    const delivery: Delivery = {
      ...outgoing,
      id: randomId('whd_'),
      state: 'waiting',
      heldBack: false,
      createdAt: now,
      dueAt: now,
      attempts: 0,
    };
    switch (fault?.kind) {
      case 'webhook-never':
        delivery.state = 'suppressed';
        break;
      case 'webhook-late':
        delivery.dueAt += fault.delayMs;
        break;
      case 'webhook-out-of-order':
        delivery.heldBack = true;
        delivery.dueAt += fault.delayMs;
        break;
      case 'webhook-twice':
        this.#deliveries.put({ ...delivery, id: randomId('whd_'), dueAt: now + fault.delayMs });
        break;
      case 'webhook-wrong-signature':
        delivery.headers = breakSignature(delivery.headers);
        break;
      case undefined:
        break;
    }
    this.#deliveries.put(delivery);
    this.#sincePruned += 1;
    if (this.#sincePruned >= PRUNE_EVERY) {
      this.#sincePruned = 0;
      this.#deliveries.prune(MAX_DELIVERIES, `field(state) <> 'waiting'`);
    }
    setImmediate(() => this.start());
  }

  find(
    match: Partial<Pick<Delivery, 'provider' | 'event' | 'state' | 'subject'>>,
    limit: number,
    skip = 0,
  ): Delivery[] {
    return this.#deliveries.find(match, { limit, skip });
  }

  /** Sends it again in any state. Undefined if there is no such delivery. */
  resend(id: string): Delivery | undefined {
    const delivery = this.#deliveries.get(id);
    if (!delivery) return undefined;
    const again = { ...delivery, state: 'waiting' as const, heldBack: false, attempts: 0, dueAt: this.#clock.now() };
    this.#deliveries.put(again);
    this.start();
    return again;
  }

  /** Makes all waiting deliveries due now. */
  flush(): void {
    for (const delivery of this.#deliveries.find({ state: 'waiting' }, { limit: -1 })) {
      if (!this.#inFlight.has(delivery.id)) this.#deliveries.put({ ...delivery, dueAt: this.#clock.now() });
    }
    this.start();
  }

  nextDue(): number | undefined {
    return this.#waiting()[0]?.dueAt;
  }

  /** Starts due deliveries and sets the timer for the next. */
  start(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    const free = CONCURRENCY - this.#inFlight.size;
    // The next delivery that ends calls this again.
    if (free === 0) return;
    const waiting = this.#waiting();
    const now = this.#clock.now();
    const due = waiting.filter(({ dueAt }) => dueAt <= now).slice(0, free);
    for (const { id } of due) {
      const sending = this.#attempt(this.#deliveries.get(id)!).finally(() => {
        this.#inFlight.delete(id);
        this.start();
      });
      this.#inFlight.set(id, sending);
    }
    const next = waiting[due.length];
    if (!next || due.length === free) return;
    this.#timer = setTimeout(() => this.start(), Math.min(next.dueAt - now, MAX_TIMEOUT_MS));
    this.#timer.unref();
  }

  /** Resolves when no delivery is due any more. */
  async settle(): Promise<void> {
    for (;;) {
      this.start();
      if (this.#inFlight.size === 0) return;
      await Promise.race(this.#inFlight.values());
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#inFlight.values());
  }

  /** The next deliveries that are not being sent, without their bodies, because this runs at every step. */
  #waiting(): { id: string; dueAt: number }[] {
    return this.#deliveries
      .aggregate<{ id: string; dueAt: number }>(
        `SELECT id, field(dueAt) AS dueAt FROM $ WHERE field(state) = 'waiting'
         ORDER BY field(dueAt), seq LIMIT ${2 * CONCURRENCY + 1}`,
      )
      .filter(({ id }) => !this.#inFlight.has(id));
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const answer = await post(delivery);
    // A reset may have deleted it in the meantime.
    const current = this.#deliveries.get(delivery.id);
    if (!current || this.#stopped) return;
    const attempts = delivery.attempts + 1;
    if (answer.ok) {
      this.#deliveries.put({ ...current, state: 'delivered', attempts, lastAnswer: answer.text });
      this.#releaseHeldBack(delivery);
      return;
    }
    const plan = RETRIES[delivery.provider];
    const dueAt = this.#clock.now() + Math.min(FIRST_BACKOFF_MS * 2 ** (attempts - 1), plan.longestPauseMs);
    const over = attempts >= plan.attempts || dueAt > delivery.createdAt + plan.withinMs;
    this.#deliveries.put({
      ...current,
      state: over ? 'failed' : 'waiting',
      dueAt,
      attempts,
      lastAnswer: answer.text,
    });
  }

  #releaseHeldBack(arrived: Delivery): void {
    for (const held of this.#deliveries.find({ subject: arrived.subject, state: 'waiting' })) {
      if (held.heldBack) this.#deliveries.put({ ...held, heldBack: false, dueAt: this.#clock.now() });
    }
  }
}

async function post({ url, headers, body }: Delivery): Promise<{ ok: boolean; text: string }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { ok: response.ok, text: String(response.status) };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return { ok: false, text: name === 'TimeoutError' ? 'no answer within 5 s' : (cause?.code ?? name) };
  }
}
