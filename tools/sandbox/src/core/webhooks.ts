import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import { randomId } from './ids.ts';
import type { Collection, Store } from './store.ts';

export interface Delivery {
  id: string;
  provider: 'razorpay' | 'paypal';
  event: string;
  /** The provider's id of the event: what the shop tells doubles by. */
  eventId: string;
  /** The provider's order that the event is about. */
  subject: string;
  url: string;
  headers: Record<string, string>;
  /** As it goes over the wire, byte for byte. */
  body: string;
  /** `suppressed`: asked for never to be sent. `failed`: given up after the last retry. */
  state: 'waiting' | 'delivered' | 'failed' | 'suppressed';
  /** Goes out as soon as another event of the subject has arrived. */
  heldBack: boolean;
  createdAt: number;
  dueAt: number;
  attempts: number;
  /** Status or what went wrong, of the last attempt. */
  lastAnswer?: string;
}

export type Outgoing = Pick<Delivery, 'provider' | 'event' | 'eventId' | 'subject' | 'url' | 'headers' | 'body'>;

interface RetryPlan {
  attempts: number;
  /** Nothing is sent this long after the event. */
  withinMs: number;
  longestPauseMs: number;
}

const HOUR_MS = 3_600_000;
const RETRIES: Record<Delivery['provider'], RetryPlan> = {
  razorpay: { attempts: 100, withinMs: 24 * HOUR_MS, longestPauseMs: HOUR_MS },
  paypal: { attempts: 25, withinMs: 72 * HOUR_MS, longestPauseMs: 6 * HOUR_MS },
};
const FIRST_PAUSE_MS = 5000;
const ANSWER_WITHIN_MS = 5000;
const AT_ONCE = 16;
/** Older ones are forgotten, unless they still have to be sent. */
const KEPT = 20_000;
const PRUNE_EVERY = 500;
const LONGEST_WAIT_MS = 60_000;

/**
 * Sends events to the shop as the providers do: at least once, in no promised order, again with growing pauses until a
 * 2xx comes. What is not delivered yet survives a restart.
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

  /** Queues the event in the caller's transaction; it goes out once that has ended. `breakSignature` spoils its headers. */
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
      this.#deliveries.prune(KEPT, `field(state) <> 'waiting'`);
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

  /** Sends it once more, whatever became of it. Undefined when there is no such delivery. */
  resend(id: string): Delivery | undefined {
    const delivery = this.#deliveries.get(id);
    if (!delivery) return undefined;
    const again = { ...delivery, state: 'waiting' as const, heldBack: false, attempts: 0, dueAt: this.#clock.now() };
    this.#deliveries.put(again);
    this.start();
    return again;
  }

  /** Makes everything that still waits due now. */
  flush(): void {
    for (const delivery of this.#deliveries.find({ state: 'waiting' }, { limit: -1 })) {
      if (!this.#inFlight.has(delivery.id)) this.#deliveries.put({ ...delivery, dueAt: this.#clock.now() });
    }
    this.start();
  }

  nextDue(): number | undefined {
    return this.#waiting()[0]?.dueAt;
  }

  /** Starts what is due and waits for the next. */
  start(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    const free = AT_ONCE - this.#inFlight.size;
    // The end of one that is under way comes back here.
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
    this.#timer = setTimeout(() => this.start(), Math.min(next.dueAt - now, LONGEST_WAIT_MS));
    this.#timer.unref();
  }

  /** Resolves when nothing that is due now is left unsent. */
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

  /** The first to send that are not being sent, without their bodies: this is asked for at every step. */
  #waiting(): { id: string; dueAt: number }[] {
    return this.#deliveries
      .aggregate<{ id: string; dueAt: number }>(
        `SELECT id, field(dueAt) AS dueAt FROM $ WHERE field(state) = 'waiting'
         ORDER BY field(dueAt), seq LIMIT ${2 * AT_ONCE + 1}`,
      )
      .filter(({ id }) => !this.#inFlight.has(id));
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const answer = await post(delivery);
    // A reset may have taken it away meanwhile.
    const current = this.#deliveries.get(delivery.id);
    if (!current || this.#stopped) return;
    const attempts = delivery.attempts + 1;
    if (answer.ok) {
      this.#deliveries.put({ ...current, state: 'delivered', attempts, lastAnswer: answer.text });
      this.#releaseHeldBack(delivery);
      return;
    }
    const plan = RETRIES[delivery.provider];
    const dueAt = this.#clock.now() + Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), plan.longestPauseMs);
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
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await response.body?.cancel();
    return { ok: response.ok, text: String(response.status) };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return { ok: false, text: name === 'TimeoutError' ? 'no answer within 5 s' : (cause?.code ?? name) };
  }
}
