import { Inject, Injectable, Logger } from '@nestjs/common';
import { payment } from '@shop/contracts';
import { Clock, CONFIG, Outbox, Transactions } from '@shop/service-kit';
import { LRUCache } from 'lru-cache';
import type { ClientSession } from 'mongoose';
import type { AwaitedMoney, ProviderName, ProviderOrder } from '../providers/provider.ts';
import type { Config } from '../shared-variables.ts';
import type { Attempt } from './attempt.schema.ts';
import { AttemptsRepository } from './attempts.repository.ts';
import { type PaymentInput, type PaymentState, type PaymentStep, stepOf } from './payment.machine.ts';

/** Details of an input. */
export interface Facts {
  order?: ProviderOrder;
  providerPaymentId?: string;
  /** What the buyer has to send, of a pending attempt. */
  awaited?: AwaitedMoney | undefined;
  failure?: string;
  /** What was awaited did not come in time. */
  isLate?: boolean;
  /** Declined by the buyer's bank or the provider: retried only after a new approval. */
  declined?: boolean;
  /** Number of the capture that this is the outcome of; ignored if a later one has started. */
  ofCapture?: number;
}

/** Captured attempts cached in this process. */
const CACHE_SIZE = 500;

const keyOf = ({ provider, providerOrderId }: Pick<Attempt, 'provider' | 'providerOrderId'>): string =>
  `${provider}/${providerOrderId}`;

/** Applies `payment.machine.ts` to attempts and publishes events in the same transaction. The only writer of states. */
@Injectable()
export class AttemptsService {
  readonly #logger = new Logger(AttemptsService.name);
  readonly #captured = new LRUCache<string, Attempt>({ max: CACHE_SIZE });

  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns the attempt after the input, or its current version if the input changes nothing. `known` may be stale. */
  async apply(known: Attempt, input: PaymentInput, facts: Facts = {}): Promise<Attempt> {
    for (let current = known, isFresh = false; ; isFresh = true) {
      const isOfEarlier = facts.ofCapture !== undefined && facts.ofCapture !== current.captures;
      const step = isOfEarlier ? 'no' : stepOf(current.state, input);
      if (step !== 'no') {
        const moved = await this.#move(current, step, facts, known.dueAt ?? null);
        if (moved) {
          this.#logger.log('A payment moved', { paymentId: moved._id, from: current.state, to: step.to, input });
          if (moved.state === 'captured') this.#captured.set(keyOf(moved), moved);
          return moved;
        }
      } else if (isFresh) return current;
      // `known` may be stale: retry with the current version.
      current = (await this.attempts.byId(known._id))!;
    }
  }

  /**
   * The attempt of a provider's order. Captured attempts are cached: that state is final, and the browser's return and all
   * webhooks of a payment arrive within a second.
   */
  async byOrder(provider: ProviderName, providerOrderId: string): Promise<Attempt | null> {
    const captured = this.#captured.get(keyOf({ provider, providerOrderId }));
    return captured ?? this.attempts.byOrder(provider, providerOrderId);
  }

  /** Returns `null` if `current` is stale. Needs a transaction only to publish an event. */
  #move(current: Attempt, step: PaymentStep, facts: Facts, asOf: Date | null): Promise<Attempt | null> {
    const changes = this.#changes(current, step.to, facts);
    const awaited = step.to === 'pending' ? facts.awaited : undefined;
    const lapsedAt = facts.isLate && current.state === 'pending' ? current.pendingUntil : undefined;
    // These are checked again soon, or there is nothing better to learn.
    const news = step.to === 'capturing' || step.to === 'captured' ? {} : { asOf };
    if (!step.event && !awaited) return this.attempts.move(current, step.to, changes, news);
    return this.transactions.run(async (session) => {
      const moved = await this.attempts.move(current, step.to, changes, { ...news, session });
      if (moved) await this.#publish(moved, step, session);
      if (moved && awaited) await this.#publishAwaited(moved, awaited, session);
      if (moved && lapsedAt) await this.#publishLapsed(moved, lapsedAt, session);
      return moved;
    });
  }

  /** Makes an attempt due for the reconciler at once, in any state: the provider has news. */
  settleSoon(id: string, session?: ClientSession): Promise<void> {
    return this.attempts.makeDue(id, this.clock.now(), session);
  }

  /** When the reconciler checks an unchanged attempt again, with exponential back-off. */
  nextCheckAt({ state, looks, watchUntil, pendingUntil }: Attempt): Date | undefined {
    const { PAYMENT_LOOK_AFTER, PAYMENT_RETRY, PAYMENT_RETRY_LONGEST, PAYMENT_WATCH_EVERY } = this.config;
    const backOff = (from: number, max = PAYMENT_RETRY_LONGEST) =>
      this.#in(Math.min(from * 2 ** Math.min(looks, 20), Math.max(from, max)));
    const isWatched = watchUntil !== undefined && watchUntil > this.clock.now();
    switch (state) {
      case 'creating':
      case 'capturing':
        return backOff(PAYMENT_RETRY);
      case 'open':
        return backOff(PAYMENT_LOOK_AFTER);
      case 'pending': {
        const regular = this.#in(PAYMENT_WATCH_EVERY);
        return pendingUntil && pendingUntil > this.clock.now() && pendingUntil < regular ? pendingUntil : regular;
      }
      case 'failed':
        return isWatched ? this.#in(PAYMENT_WATCH_EVERY) : undefined;
      case 'captured':
        return isWatched ? backOff(this.config.PAYMENT_FOLLOW_AFTER, this.config.PAYMENT_FOLLOW_LONGEST) : undefined;
    }
  }

  /** When an attempt that failed now is deleted. */
  keepFailedUntil(): Date {
    return this.#in(this.config.PAYMENT_FAILED_KEEP);
  }

  #changes(
    current: Attempt,
    to: PaymentState,
    { order, providerPaymentId, awaited, failure, declined }: Facts,
  ): { set: Partial<Attempt>; unset: (keyof Attempt)[] } {
    const known: Partial<Attempt> = {
      ...order,
      ...(providerPaymentId && { providerPaymentId }),
      ...(awaited && { pendingUntil: awaited.until }),
      ...(failure && { failure }),
    };
    switch (to) {
      case 'capturing':
        // The lease of the capture: afterwards the reconciler takes over.
        return {
          set: { ...known, captures: current.captures + 1, dueAt: this.#in(this.config.PAYMENT_LEASE) },
          unset: ['declinedAt', 'failure', 'keepUntil'],
        };
      case 'captured':
        return {
          set: {
            ...known,
            capturedAt: this.clock.now(),
            dueAt: this.#in(this.config.PAYMENT_FOLLOW_AFTER),
            watchUntil: this.#in(this.config.PAYMENT_FOLLOW),
          },
          unset: ['current', 'failure', 'keepUntil'],
        };
      case 'failed': {
        const watched = (known.providerOrderId ?? current.providerOrderId) !== undefined;
        const watch = {
          watchUntil: this.#in(this.config.PAYMENT_WATCH),
          dueAt: this.#in(this.config.PAYMENT_WATCH_EVERY),
        };
        return {
          set: { ...known, keepUntil: this.keepFailedUntil(), ...(watched && watch) },
          unset: watched ? ['current'] : ['current', 'dueAt'],
        };
      }
      case 'open':
      case 'pending':
      case 'creating': {
        const set = { ...known, ...(declined && { declinedAt: this.clock.now() }) };
        return {
          set: { ...set, dueAt: this.nextCheckAt({ ...current, ...set, state: to, looks: 0 })! },
          unset: ['keepUntil'],
        };
      }
    }
  }

  async #publish(attempt: Attempt, { event }: PaymentStep, session: ClientSession): Promise<void> {
    if (!event) return;
    const { _id: paymentId, provider, checkoutId, userId, amount, currency, failure = 'ended' } = attempt;
    const common = { paymentId, provider, checkoutId, userId };
    const at = this.clock.now().toISOString();
    if (event === 'payment.failed') {
      const data = { ...common, reason: failure, capture: attempt.captures, failedAt: at };
      await this.outbox.publish(session, payment.paymentFailed, { key: paymentId, data });
      return;
    }
    const providerPaymentId = attempt.providerPaymentId!;
    // The attempt's own: the books of payment and cart-order are by it.
    const capturedAt = attempt.capturedAt!.toISOString();
    const data = { ...common, providerPaymentId, amount, currency, capturedAt };
    await this.outbox.publish(session, payment.paymentCaptured, { key: paymentId, data });
  }

  async #publishAwaited(
    { _id: paymentId, provider, checkoutId, userId, amount, currency }: Attempt,
    { until, steps }: AwaitedMoney,
    session: ClientSession,
  ): Promise<void> {
    const at = this.clock.now().toISOString();
    const data = { paymentId, provider, checkoutId, userId, amount, currency, steps, until: until.toISOString(), at };
    await this.outbox.publish(session, payment.paymentAwaited, { key: paymentId, data });
  }

  async #publishLapsed(
    { _id: paymentId, provider, checkoutId, userId, amount, currency }: Attempt,
    until: Date,
    session: ClientSession,
  ): Promise<void> {
    const at = this.clock.now().toISOString();
    const data = { paymentId, provider, checkoutId, userId, amount, currency, until: until.toISOString(), at };
    await this.outbox.publish(session, payment.paymentLapsed, { key: paymentId, data });
  }

  #in(ms: number): Date {
    return new Date(this.clock.millis() + ms);
  }
}
