import crypto from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CURRENCIES, type cartOrder, type CurrencyCode, type DataOf, payment } from '@shop/contracts';
import { Clock, CONFIG, Outbox, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import type { Attempt } from '../attempts/attempt.schema.ts';
import { AttemptsRepository } from '../attempts/attempts.repository.ts';
import { AttentionService } from '../attention/attention.service.ts';
import type { ListedRefund, ProviderName, ProviderPayment, ProviderRefund } from '../providers/provider.ts';
import type { Config } from '../variables.ts';
import { type RefundState, refundStepOf } from './refund.machine.ts';
import type { Refund } from './refund.schema.ts';
import { RefundsRepository } from './refunds.repository.ts';

type Requested = Pick<
  DataOf<typeof cartOrder.refundRequested>,
  'refundId' | 'paymentId' | 'checkoutId' | 'userId' | 'amount' | 'currency'
>;

/** Why a payment goes back that no order hears of. */
type Extra = DataOf<typeof payment.paymentReturned>['reason'];

const EXTRAS: Record<Extra, (attempt: Attempt, extra: ProviderPayment) => string> = {
  'paid-again': () => 'An order was paid a second time at the provider',
  'wrong-amount': (attempt, extra) =>
    `${extra.amount} ${extra.currency} came in where ${attempt.amount} ${attempt.currency} was to be paid, in the smallest unit`,
};

/** A refund as a provider tells of it. */
export interface ToldRefund extends ListedRefund {
  provider: ProviderName;
  providerPaymentId: string;
}

/** Keeps refunds, moves them by `refund.machine.ts`, and tells what became of them in the same transaction. */
@Injectable()
export class RefundsService {
  readonly #logger = new Logger(RefundsService.name);

  constructor(
    private readonly refunds: RefundsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly attention: AttentionService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Asked for by cart-order; `RefundSender` sends it. Asked for twice it is one, and the second time answers false. */
  request(asked: Requested, reason: string, session: ClientSession): Promise<boolean> {
    const { refundId, paymentId, checkoutId, userId, amount, currency } = asked;
    return this.refunds.add(
      {
        _id: refundId,
        paymentId,
        checkoutId,
        userId,
        amount,
        currency,
        reason,
        state: 'requested',
        counted: false,
        requestedAt: this.clock.now(),
        dueAt: this.clock.now(),
        looks: 0,
      },
      session,
    );
  }

  /** Money beside what was to be paid: it goes back, its buyer is told, and no order hears of it. */
  async payBackExtra(attempt: Attempt, extra: ProviderPayment, reason: Extra): Promise<void> {
    const { _id: paymentId, checkoutId, userId, provider, providerOrderId = null } = attempt;
    const refundId = uuidOf(`${provider}/${extra.id}`);
    const currency = CURRENCIES.find((code) => code === extra.currency);
    await this.transactions.run(async (session) => {
      await this.attention.raise(
        {
          key: `${reason}/${provider}/${extra.id}`,
          provider,
          reason,
          message: `${EXTRAS[reason](attempt, extra)}; ${currency ? 'it goes back by itself' : 'the shop cannot pay it back by itself'}`,
          checkoutId,
          providerOrderId,
          providerPaymentId: extra.id,
          amount: extra.amount,
          currency: extra.currency,
        },
        session,
      );
      if (!currency) return;
      const refund = { refundId, paymentId, checkoutId, userId, amount: extra.amount, currency };
      if (!(await this.request(refund, reason, session))) return;
      await this.refunds.change(refundId, { set: { provider, extraPaymentId: extra.id } }, session);
      const data = { ...refund, providerPaymentId: extra.id, reason, at: this.clock.now().toISOString() };
      await this.outbox.publish(session, payment.paymentReturned, { key: refundId, data });
    });
  }

  /**
   * Sets its amount aside at the payment, before the provider is asked. Answers the payment; `wait` while it is not known
   * as captured; `no` when there is not so much left to pay back, and then it has failed.
   */
  claim({ _id }: Refund): Promise<Attempt | 'wait' | 'no'> {
    return this.transactions.run(async (session) => {
      const refund = (await this.refunds.byId(_id, session))!;
      const attempt = await this.attempts.byId(refund.paymentId, session);
      if (attempt && refund.extraPaymentId) return attempt;
      if (attempt?.state !== 'captured') {
        const over = refund.requestedAt.getTime() + this.config.REFUND_PAYMENT_LIMIT <= this.clock.millis();
        if (!over) return 'wait';
        await this.#move(refund, { state: 'failed' }, 'There is no captured payment of it', session);
        return 'no';
      }
      if (refund.counted) return attempt;
      if (
        refund.currency !== attempt.currency ||
        !(await this.attempts.reserveRefund(attempt._id, refund.amount, session))
      ) {
        await this.#move({ ...refund, provider: attempt.provider }, { state: 'failed' }, 'More than was paid', session);
        return 'no';
      }
      await this.refunds.change(_id, { set: { counted: true, provider: attempt.provider } }, session);
      return attempt;
    });
  }

  /** Payments at the provider beside a payment of ours, whose money goes back or went. */
  extraPaymentsOf(paymentId: string): Promise<string[]> {
    return this.refunds.extraPaymentsOf(paymentId);
  }

  /** What the provider says of a refund that was asked for here. */
  async answered(
    id: string,
    said: Pick<ProviderRefund, 'state'> & Partial<ProviderRefund>,
    failure?: string,
  ): Promise<void> {
    await this.transactions.run(async (session) => {
      await this.#move((await this.refunds.byId(id, session))!, said, failure, session);
    });
  }

  /** What a provider's webhook or list says: of one of ours, or of one made in its dashboard. Answers what there is no payment for. */
  told(said: ToldRefund): Promise<'done' | 'unknown-payment'> {
    const { provider, providerPaymentId, refundId } = said;
    return this.transactions.run(async (session) => {
      const known =
        (await this.refunds.byProviderId(provider, said.id, session)) ??
        (refundId === undefined ? null : await this.refunds.byId(refundId, session));
      if (known) {
        await this.#move(known, said, FAILED_THERE, session);
        return 'done';
      }
      const attempt = await this.attempts.byPayment(provider, providerPaymentId);
      if (!attempt) return 'unknown-payment';
      // An authorisation that nobody captured: the provider gave it back, and the shop never had it.
      if (attempt.state !== 'captured') return 'done';
      const id = uuidOf(`${provider}/${said.id}`);
      const asked = { refundId: id, paymentId: attempt._id, checkoutId: attempt.checkoutId, userId: attempt.userId };
      const currency = said.currency as CurrencyCode;
      await this.request({ ...asked, amount: said.amount, currency }, 'dashboard', session);
      await this.attempts.countRefund(attempt._id, said.amount, session);
      await this.refunds.change(id, { set: { provider, counted: true, providerRefundId: said.id } }, session);
      await this.#move((await this.refunds.byId(id, session))!, said, FAILED_THERE, session);
      return 'done';
    });
  }

  async #move(
    refund: Refund,
    { id: providerRefundId, state: input }: Pick<ProviderRefund, 'state'> & Partial<ProviderRefund>,
    failure: string | undefined,
    session: ClientSession,
  ): Promise<void> {
    const to = refundStepOf(refund.state, input);
    if (to === 'no') return;
    const known = providerRefundId === undefined ? {} : { providerRefundId };
    const later = new Date(this.clock.millis() + this.config.PAYMENT_WATCH_EVERY);
    if (to === 'pending') {
      await this.refunds.change(refund._id, { set: { ...known, state: to, looks: 0, dueAt: later } }, session);
      return;
    }
    const why = failure ?? 'refused';
    const set = { ...known, state: to, ...(to === 'failed' && { failure: why, counted: false }) };
    await this.refunds.change(refund._id, { set, unset: ['dueAt'] }, session);
    this.#logger.log('A refund moved', { refundId: refund._id, paymentId: refund.paymentId, to });
    if (to === 'failed') {
      if (refund.counted) await this.attempts.countRefund(refund.paymentId, -refund.amount, session);
      await this.#raise(refund, why, session);
    }
    await this.#tell(refund, to, why, session);
  }

  async #tell(refund: Refund, to: RefundState, reason: string, session: ClientSession) {
    const { _id: refundId, paymentId, checkoutId, userId, amount, currency, extraPaymentId } = refund;
    const common = { refundId, paymentId, checkoutId, userId, amount, currency };
    const at = this.clock.now().toISOString();
    if (to === 'completed') {
      // That an extra payment goes back was told when it came.
      if (extraPaymentId) return;
      const data = { ...common, completedAt: at };
      await this.outbox.publish(session, payment.refundCompleted, { key: refundId, data });
    } else {
      const failed = extraPaymentId ? payment.paymentReturnFailed : payment.refundFailed;
      await this.outbox.publish(session, failed, { key: refundId, data: { ...common, reason, failedAt: at } });
    }
  }

  async #raise(refund: Refund, why: string, session: ClientSession): Promise<void> {
    const { _id: refundId, checkoutId, paymentId, provider = 'razorpay', amount, currency } = refund;
    const attempt = await this.attempts.byId(paymentId, session);
    await this.attention.raise(
      {
        key: `refund-failed/${refundId}`,
        provider: attempt?.provider ?? provider,
        reason: 'refund-failed',
        message: `A refund did not reach the buyer: ${why}`,
        checkoutId,
        providerOrderId: attempt?.providerOrderId ?? null,
        providerPaymentId: refund.extraPaymentId ?? attempt?.providerPaymentId ?? null,
        amount,
        currency,
      },
      session,
    );
  }
}

const FAILED_THERE = 'The provider could not pay it out';

/** The same for the same thing at the provider, so that what is told twice is one. A UUID of version 8. */
function uuidOf(text: string): string {
  const hex = crypto.createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
