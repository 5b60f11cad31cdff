import { Inject, Injectable, Logger } from '@nestjs/common';
import { payment } from '@shop/contracts';
import { Clock, CONFIG, Outbox, Transactions } from '@shop/service-kit';
import { LRUCache } from 'lru-cache';
import type { ClientSession } from 'mongoose';
import type { ProviderName, ProviderOrder } from '../providers/provider.ts';
import type { Config } from '../variables.ts';
import type { Attempt } from './attempt.schema.ts';
import { AttemptsRepository } from './attempts.repository.ts';
import { type PaymentInput, type PaymentState, type PaymentStep, stepOf } from './payment.machine.ts';

/** What is known with an input. */
export interface Facts {
  order?: ProviderOrder;
  providerPaymentId?: string;
  failure?: string;
  /** The buyer's bank or PayPal said no, so that only a new approval is worth another try. */
  declined?: boolean;
  /** Which capture this is the outcome of: of an earlier one it says nothing any more. */
  ofCapture?: number;
}

/** Captured attempts that this process remembers. */
const REMEMBERED = 500;

const keyOf = ({ provider, providerOrderId }: Pick<Attempt, 'provider' | 'providerOrderId'>): string =>
  `${provider}/${providerOrderId}`;

/** Moves attempts by `payment.machine.ts`, and tells what happened in the same transaction. The only place that does. */
@Injectable()
export class AttemptsService {
  readonly #logger = new Logger(AttemptsService.name);
  readonly #captured = new LRUCache<string, Attempt>({ max: REMEMBERED });

  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** `known` as it was read: answers the attempt as it is afterwards, where the input does not fit as it is now. */
  async apply(known: Attempt, input: PaymentInput, facts: Facts = {}): Promise<Attempt> {
    for (let current = known, isFresh = false; ; isFresh = true) {
      const isOfEarlier = facts.ofCapture !== undefined && facts.ofCapture !== current.captures;
      const step = isOfEarlier ? 'no' : stepOf(current.state, input);
      if (step !== 'no') {
        const moved = await this.#move(current, step, facts);
        if (moved) {
          this.#logger.log('A payment moved', { paymentId: moved._id, from: current.state, to: step.to, input });
          if (moved.state === 'captured') this.#captured.set(keyOf(moved), moved);
          return moved;
        }
      } else if (isFresh) return current;
      // Somebody else may have moved it since it was read: what it is now decides.
      current = (await this.attempts.byId(known._id))!;
    }
  }

  /**
   * The attempt of a provider's order. One that was captured here lately is remembered: nothing leads away from that, and the
   * browser's return and every webhook of a payment come within a second.
   */
  async byOrder(provider: ProviderName, providerOrderId: string): Promise<Attempt | null> {
    const captured = this.#captured.get(keyOf({ provider, providerOrderId }));
    return captured ?? this.attempts.byOrder(provider, providerOrderId);
  }

  /** `null`, and nothing is told, when it is not any more as it was read. A transaction only where something is told. */
  #move(current: Attempt, step: PaymentStep, facts: Facts): Promise<Attempt | null> {
    const changes = this.#changes(current, step.to, facts);
    if (!step.tell) return this.attempts.move(current, step.to, changes);
    return this.transactions.run(async (session) => {
      const moved = await this.attempts.move(current, step.to, changes, session);
      if (moved) await this.#tell(moved, step, session);
      return moved;
    });
  }

  /** When the reconciler looks at an attempt that did not move: the pauses grow, up to a longest one. */
  nextLook({ state, looks, watchUntil }: Attempt): Date | undefined {
    const { PAYMENT_LOOK_AFTER, PAYMENT_RETRY, PAYMENT_RETRY_LONGEST, PAYMENT_WATCH_EVERY } = this.config;
    const growing = (from: number, longest = PAYMENT_RETRY_LONGEST) =>
      this.#in(Math.min(from * 2 ** Math.min(looks, 20), Math.max(from, longest)));
    const isWatched = watchUntil !== undefined && watchUntil > this.clock.now();
    switch (state) {
      case 'creating':
      case 'capturing':
        return growing(PAYMENT_RETRY);
      case 'open':
        return growing(PAYMENT_LOOK_AFTER);
      case 'pending':
        return this.#in(PAYMENT_WATCH_EVERY);
      case 'failed':
        return isWatched ? this.#in(PAYMENT_WATCH_EVERY) : undefined;
      case 'captured':
        return isWatched ? growing(this.config.PAYMENT_FOLLOW_AFTER, this.config.PAYMENT_FOLLOW_LONGEST) : undefined;
    }
  }

  #changes(
    current: Attempt,
    to: PaymentState,
    { order, providerPaymentId, failure, declined }: Facts,
  ): { set: Partial<Attempt>; unset: (keyof Attempt)[] } {
    const known: Partial<Attempt> = {
      ...order,
      ...(providerPaymentId && { providerPaymentId }),
      ...(failure && { failure }),
    };
    switch (to) {
      case 'capturing':
        // Whoever captures has so long before the reconciler looks after it.
        return {
          set: { ...known, captures: current.captures + 1, dueAt: this.#in(this.config.PAYMENT_LEASE) },
          unset: ['declinedAt', 'failure'],
        };
      case 'captured':
        return {
          set: {
            ...known,
            capturedAt: this.clock.now(),
            dueAt: this.#in(this.config.PAYMENT_FOLLOW_AFTER),
            watchUntil: this.#in(this.config.PAYMENT_FOLLOW),
          },
          unset: ['current', 'failure'],
        };
      case 'failed': {
        const watched = (known.providerOrderId ?? current.providerOrderId) !== undefined;
        const watch = {
          watchUntil: this.#in(this.config.PAYMENT_WATCH),
          dueAt: this.#in(this.config.PAYMENT_WATCH_EVERY),
        };
        return { set: { ...known, ...(watched && watch) }, unset: watched ? ['current'] : ['current', 'dueAt'] };
      }
      case 'open':
      case 'pending':
      case 'creating': {
        const set = { ...known, ...(declined && { declinedAt: this.clock.now() }) };
        return { set: { ...set, dueAt: this.nextLook({ ...current, state: to, looks: 0 })! }, unset: [] };
      }
    }
  }

  async #tell(attempt: Attempt, { tell }: PaymentStep, session: ClientSession): Promise<void> {
    if (!tell) return;
    const { _id: paymentId, provider, checkoutId, userId, amount, currency, failure = 'ended' } = attempt;
    const common = { paymentId, provider, checkoutId, userId };
    const at = this.clock.now().toISOString();
    if (tell === 'payment.failed') {
      const data = { ...common, reason: failure, capture: attempt.captures, failedAt: at };
      await this.outbox.publish(session, payment.paymentFailed, { key: paymentId, data });
      return;
    }
    const providerPaymentId = attempt.providerPaymentId!;
    const data = { ...common, providerPaymentId, amount, currency, capturedAt: at };
    await this.outbox.publish(session, payment.paymentCaptured, { key: paymentId, data });
  }

  #in(ms: number): Date {
    return new Date(this.clock.millis() + ms);
  }
}
