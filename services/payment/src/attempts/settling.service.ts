import { Inject, Injectable } from '@nestjs/common';
import { type cartOrder } from '@shop/contracts';
import { Clock, CONFIG, Failure } from '@shop/service-kit';
import { CartOrder } from '../clients/cart-order.ts';
import type { ProviderPayment, Standing } from '../providers/provider.ts';
import { Providers } from '../providers/providers.module.ts';
import { RefundsService } from '../refunds/refunds.service.ts';
import type { Config } from '../variables.ts';
import type { Attempt } from './attempt.schema.ts';
import { AttemptsService } from './attempts.service.ts';
import { StartingService } from './starting.service.ts';

export interface Settled {
  attempt: Attempt;
  /** Why there is no money, where that is known. */
  why?: Failure;
}

/** States of a checkout that nobody pays any more. */
const OVER: readonly cartOrder.PayableCheckout['state'][] = ['expired', 'cancelled', 'refused', 'ordered'];

/**
 * Finds out how an attempt stands, and goes on from there. The browser's return, the webhook and the reconciler all come
 * here; none of them is believed, the provider is asked.
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
   * `take`: the money of a buyer who has approved is taken; without it that is left to whoever asks next.
   * @throws ProviderUnavailable, CallError when the outcome is unknown: the reconciler finds out
   */
  async settle(attempt: Attempt, { take }: { take: boolean }): Promise<Settled> {
    const known = attempt.state === 'creating' ? await this.starting.resolve(attempt) : attempt;
    if (!known.providerOrderId) return { attempt: known };
    const standing = await this.providers.of(known.provider).look(known.providerOrderId);
    if (standing.state === 'approved') {
      if (take || known.state === 'capturing') return this.#capture(known, standing.paymentId);
      // PayPal calls an order approved whose card was declined, and waits for another one. Not longer than the checkout.
      if (known.state !== 'open' || !known.declinedAt || !(await this.#isOver(known))) return { attempt: known };
      const ended = await this.machine.apply(known, 'ended', { ofCapture: known.captures });
      return { attempt: ended, why: new Failure('payment.declined') };
    }
    return this.#found(known, standing);
  }

  /**
   * What became of captured money, where the webhook of it never came: refunds made in the provider's dashboard, and
   * refunds that failed there days later.
   * @throws ProviderUnavailable, ProviderRefused when the provider does not know it any more
   */
  async follow({ _id, provider, providerOrderId, providerPaymentId }: Attempt): Promise<void> {
    if (!providerOrderId || !providerPaymentId) return;
    for (const paid of [providerPaymentId, ...(await this.refunds.extraPaymentsOf(_id))]) {
      const listed = await this.providers.of(provider).refundsOf({ providerOrderId, providerPaymentId: paid });
      for (const refund of listed) await this.refunds.told({ ...refund, provider, providerPaymentId: paid });
    }
  }

  /** What the provider says, told to the machine. */
  async #found(attempt: Attempt, standing: Exclude<Standing, { state: 'approved' }>): Promise<Settled> {
    switch (standing.state) {
      case 'captured':
        return this.#paid(attempt, [standing.payment, ...standing.more]);
      case 'pending':
        return { attempt: await this.machine.apply(attempt, 'pending', { providerPaymentId: standing.payment.id }) };
      case 'denied': {
        const denied = await this.machine.apply(attempt, 'denied', { failure: standing.failure });
        return { attempt: denied, why: new Failure('payment.declined') };
      }
      case 'unpaid':
        return this.#unpaid(attempt, standing.failure);
    }
  }

  /** Money is there, or on its way. What is not the amount that was frozen goes back, and so does what came twice. */
  async #paid(attempt: Attempt, payments: ProviderPayment[]): Promise<Settled> {
    const right = payments.find(({ amount, currency }) => amount === attempt.amount && currency === attempt.currency);
    if (!right) {
      const denied = await this.machine.apply(attempt, 'denied', { failure: 'wrong-amount' });
      for (const extra of payments) await this.refunds.payBackExtra(denied, extra, 'wrong-amount');
      return { attempt: denied, why: new Failure('payment.wrong-amount') };
    }
    const moved = await this.machine.apply(attempt, 'captured', { providerPaymentId: right.id });
    for (const extra of payments) {
      if (extra.id !== moved.providerPaymentId) await this.refunds.payBackExtra(moved, extra, 'paid-again');
    }
    return { attempt: moved };
  }

  async #unpaid(attempt: Attempt, failure: string | undefined): Promise<Settled> {
    const why = new Failure(failure === undefined ? 'payment.not-approved' : 'payment.declined');
    const facts = { ...(failure !== undefined && { failure }), ofCapture: attempt.captures };
    if (attempt.state === 'capturing') {
      return { attempt: await this.machine.apply(attempt, 'not-captured', facts), why };
    }
    if (attempt.state === 'open' && (await this.#isOver(attempt))) {
      return { attempt: await this.machine.apply(attempt, 'ended', { failure: failure ?? 'expired' }), why };
    }
    return { attempt, why };
  }

  /**
   * Takes the money: first our own state, then cart-order's, then the provider. Whoever dies in between leaves
   * `capturing`, and the reconciler comes here again; every step may be repeated.
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
      // Busy with another payment, which may come to nothing: this one can be tried again. Otherwise it is not wanted.
      const input = error.code === 'checkout.busy' ? 'not-captured' : 'ended';
      const facts = { failure: error.code, ofCapture: captures };
      return { attempt: await this.machine.apply(capturing, input, facts), why: error };
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
        why: new Failure('payment.declined'),
      };
    }
    // Still approved only: asked again by the reconciler.
    if (outcome.state === 'approved') return { attempt: capturing };
    return this.#found(capturing, outcome);
  }

  /** Told by cart-order; or asked, where nobody told for too long. */
  async #isOver({ checkoutEndedAt, expiresAt, checkoutId }: Attempt): Promise<boolean> {
    if (checkoutEndedAt) return true;
    if (expiresAt.getTime() + this.config.PAYMENT_OVERDUE > this.clock.millis()) return false;
    try {
      return OVER.includes((await this.cartOrder.checkout(checkoutId)).state);
    } catch (error) {
      if (error instanceof Failure) return true;
      throw error;
    }
  }
}
