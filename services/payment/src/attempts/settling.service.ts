import { Inject, Injectable } from '@nestjs/common';
import { type cartOrder } from '@shop/contracts';
import { Clock, CONFIG, Failure } from '@shop/service-kit';
import { CartOrder } from '../clients/cart-order.ts';
import type { ProviderPayment, ProviderStatus } from '../providers/provider.ts';
import { Providers } from '../providers/providers.ts';
import { RefundsService } from '../refunds/refunds.service.ts';
import type { Config } from '../shared-variables.ts';
import type { Attempt } from './attempt.schema.ts';
import { AttemptsService } from './attempts.service.ts';
import { StartingService } from './starting.service.ts';

export interface Settled {
  attempt: Attempt;
  /** Why there is no money, if known. */
  reason?: Failure;
}

const PAID_ELSEWHERE = 'checkout.paid';

/** Final states of a checkout. */
const FINAL_CHECKOUT_STATES: readonly cartOrder.PayableCheckout['state'][] = [
  'expired',
  'cancelled',
  'refused',
  'ordered',
];

/**
 * Queries the status of an attempt at the provider and applies it. Used by the browser's return, webhooks and the reconciler,
 * none of which is trusted.
 */
@Injectable()
export class SettlingService {
  constructor(
    private readonly machine: AttemptsService,
    private readonly starting: StartingService,
    private readonly refunds: RefundsService,
    private readonly providers: Providers,
    private readonly cartOrder: CartOrder,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * `take`: captures the money if the buyer has approved; otherwise that is left to a later call.
   * @throws ProviderUnavailable, CallError if the outcome is unknown: the reconciler retries
   */
  async settle(attempt: Attempt, { take }: { take: boolean }): Promise<Settled> {
    const known = attempt.state === 'creating' ? await this.starting.resolve(attempt) : attempt;
    if (!known.providerOrderId) return { attempt: known };
    const status = await this.providers.of(known.provider).fetchStatus(known.providerOrderId);
    if (status.state === 'approved') {
      // A competing payment became the order, so cart-order has refused this one for good.
      if (known.state === 'failed' && known.failure === PAID_ELSEWHERE) {
        return { attempt: known, reason: new Failure(PAID_ELSEWHERE) };
      }
      if (take || known.state === 'capturing') return this.#capture(known, status.paymentId);
      // A provider may still call an order approved after its card was declined. It ends with the checkout.
      if (known.state !== 'open' || !known.declinedAt || !(await this.#isOver(known))) return { attempt: known };
      const ended = await this.machine.apply(known, 'ended', { ofCapture: known.captures });
      return { attempt: ended, reason: new Failure('payment.declined') };
    }
    return this.#applyStatus(known, status);
  }

  async #applyStatus(attempt: Attempt, status: Exclude<ProviderStatus, { state: 'approved' }>): Promise<Settled> {
    switch (status.state) {
      case 'captured':
        return this.#paid(attempt, [status.payment, ...status.more]);
      case 'pending':
        return { attempt: await this.#pending(attempt, status) };
      case 'denied': {
        const denied = await this.machine.apply(attempt, 'denied', {
          failure: status.failure,
          ...(status.isLate && { isLate: true }),
        });
        return { attempt: denied, reason: new Failure('payment.declined') };
      }
      case 'unpaid':
        return this.#unpaid(attempt, status.failure);
    }
  }

  #pending(attempt: Attempt, { paymentId, awaited }: Extract<ProviderStatus, { state: 'pending' }>): Promise<Attempt> {
    return this.machine.apply(attempt, 'pending', { awaited, ...(paymentId && { providerPaymentId: paymentId }) });
  }

  /** Refunds payments of another amount than the frozen one, and second payments. */
  async #paid(attempt: Attempt, payments: ProviderPayment[]): Promise<Settled> {
    const matching = payments.find(
      ({ amount, currency }) => amount === attempt.amount && currency === attempt.currency,
    );
    if (!matching) {
      const denied = await this.machine.apply(attempt, 'denied', { failure: 'wrong-amount' });
      for (const extra of payments) await this.refunds.payBackExtra(denied, extra, 'wrong-amount');
      return { attempt: denied, reason: new Failure('payment.wrong-amount') };
    }
    const moved = await this.machine.apply(attempt, 'captured', { providerPaymentId: matching.id });
    for (const extra of payments) {
      if (extra.id !== moved.providerPaymentId) await this.refunds.payBackExtra(moved, extra, 'paid-again');
    }
    return { attempt: moved };
  }

  async #unpaid(attempt: Attempt, failure: string | undefined): Promise<Settled> {
    const reason = new Failure(failure === undefined ? 'payment.not-approved' : 'payment.declined');
    const facts = { ...(failure !== undefined && { failure }), ofCapture: attempt.captures };
    if (attempt.state === 'capturing') {
      return { attempt: await this.machine.apply(attempt, 'not-captured', facts), reason };
    }
    if (attempt.state === 'open' && (await this.#isOver(attempt))) {
      return { attempt: await this.machine.apply(attempt, 'ended', { failure: failure ?? 'expired' }), reason };
    }
    return { attempt, reason };
  }

  /**
   * Captures the money: first our own state, then cart-order, then the provider. A crash in between leaves `capturing`, and
   * the reconciler resumes; every step is idempotent.
   */
  async #capture(attempt: Attempt, providerPaymentId: string | undefined): Promise<Settled> {
    const capturing =
      attempt.state === 'capturing'
        ? attempt
        : await this.machine.apply(attempt, 'capture', { ...(providerPaymentId && { providerPaymentId }) });
    if (capturing.state !== 'capturing') return { attempt: capturing };
    const { _id, checkoutId, amount, currency, captures } = capturing;
    try {
      await this.cartOrder.beginCapture(checkoutId, { paymentId: _id, capture: captures });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // Another payment is being captured and may fail: this one can be retried. Any other refusal is final.
      const input = error.code === 'checkout.busy' ? 'not-captured' : 'ended';
      const facts = { failure: error.code, ofCapture: captures };
      return { attempt: await this.machine.apply(capturing, input, facts), reason: error };
    }
    const outcome = await this.providers.of(capturing.provider).capture({
      providerOrderId: capturing.providerOrderId!,
      paymentId: providerPaymentId,
      amount,
      currency,
      requestId: `${_id}-capture-${captures}`,
    });
    if (outcome.state === 'declined') {
      const facts = { failure: outcome.failure, declined: true, ofCapture: captures };
      return {
        attempt: await this.machine.apply(capturing, 'not-captured', facts),
        reason: new Failure('payment.declined'),
      };
    }
    // Not captured yet: the reconciler retries.
    if (outcome.state === 'approved') return { attempt: capturing };
    return this.#applyStatus(capturing, outcome);
  }

  /** Reported by cart-order, or queried if no report arrived in time. */
  async #isOver({ checkoutEndedAt, expiresAt, checkoutId }: Attempt): Promise<boolean> {
    if (checkoutEndedAt) return true;
    if (expiresAt.getTime() + this.config.PAYMENT_OVERDUE > this.clock.millis()) return false;
    try {
      return FINAL_CHECKOUT_STATES.includes((await this.cartOrder.checkout(checkoutId)).state);
    } catch (error) {
      if (error instanceof Failure) return true;
      throw error;
    }
  }
}
