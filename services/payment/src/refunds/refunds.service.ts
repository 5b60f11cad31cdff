import crypto from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CURRENCIES, type cartOrder, type CurrencyCode, type DataOf, payment } from '@shop/contracts';
import { Clock, CONFIG, Outbox, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { z } from 'zod';
import type { Attempt } from '../attempts/attempt.schema.ts';
import { AttemptsRepository } from '../attempts/attempts.repository.ts';
import { AttentionService } from '../attention/attention.service.ts';
import type { ListedRefund, ProviderName, ProviderPayment, ProviderRefund } from '../providers/provider.ts';
import type { Config } from '../shared-variables.ts';
import { claimOf } from './claim.rules.ts';
import { type RefundState, refundStepOf } from './refund.machine.ts';
import type { Refund } from './refund.schema.ts';
import { RefundsRepository } from './refunds.repository.ts';

type Requested = Pick<
  DataOf<typeof cartOrder.refundRequested>,
  'refundId' | 'paymentId' | 'checkoutId' | 'userId' | 'amount' | 'currency' | 'keep'
>;

/** A refund whose amount is reserved, and the payment that it is of. */
export interface ClaimedRefund {
  attempt: Attempt;
  amount: number;
}

/** Why an extra payment is refunded. */
type ExtraReason = DataOf<typeof payment.paymentReturned>['reason'];

const EXTRA_MESSAGES: Record<ExtraReason, (attempt: Attempt, extra: ProviderPayment) => string> = {
  'paid-again': () => 'An order was paid a second time at the provider',
  'wrong-amount': (attempt, extra) =>
    `${extra.amount} ${extra.currency} was paid instead of ${attempt.amount} ${attempt.currency} (smallest unit)`,
};

/** A refund in a provider's webhook or list. */
export interface ReportedRefund extends ListedRefund {
  provider: ProviderName;
  providerPaymentId: string;
}

/** Applies `refund.machine.ts` to refunds and publishes events in the same transaction. */
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

  /** Stores a refund for `RefundSender`. Idempotent: returns false if it exists. */
  request(requested: Requested, reason: string, session: ClientSession): Promise<boolean> {
    const { refundId, paymentId, checkoutId, userId, amount, currency, keep } = requested;
    return this.refunds.add(
      {
        _id: refundId,
        paymentId,
        checkoutId,
        userId,
        amount,
        currency,
        ...(keep !== undefined && { keep }),
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

  /** Refunds an extra payment, which belongs to no order, and publishes the event that notifies the buyer. */
  async payBackExtra(attempt: Attempt, extra: ProviderPayment, reason: ExtraReason): Promise<void> {
    const { _id: paymentId, checkoutId, userId, provider, providerOrderId = null } = attempt;
    const refundId = uuidOf(`${provider}/${extra.id}`);
    const currency = CURRENCIES.find((code) => code === extra.currency);
    const refund = currency && { refundId, paymentId, checkoutId, userId, amount: extra.amount, currency };
    await this.transactions.run(async (session) => {
      // It goes back already, and staff were told why.
      if (refund && !(await this.request(refund, reason, session))) return;
      await this.attention.raise(
        {
          key: `${reason}/${provider}/${extra.id}`,
          provider,
          reason,
          message: `${EXTRA_MESSAGES[reason](attempt, extra)}; ${currency ? 'it goes back to the buyer' : 'the shop cannot send it back in this currency'}`,
          checkoutId,
          providerOrderId,
          providerPaymentId: extra.id,
          amount: extra.amount,
          currency: extra.currency,
        },
        session,
      );
      if (!refund) return;
      await this.refunds.change(refundId, { set: { provider, extraPaymentId: extra.id } }, session);
      const data = { ...refund, provider, providerPaymentId: extra.id, reason, at: this.clock.now().toISOString() };
      await this.outbox.publish(session, payment.paymentReturned, { key: refundId, data });
    });
  }

  /**
   * Reserves the amount at the payment before the provider is called. `wait` if the payment is not captured yet or an open
   * dispute withholds it; `no` if it cannot be refunded, in which case the refund has failed.
   */
  claim({ _id }: Refund): Promise<ClaimedRefund | 'wait' | 'no'> {
    return this.transactions.run(async (session) => {
      const refund = (await this.refunds.byId(_id, session))!;
      const attempt = await this.attempts.byId(refund.paymentId, session);
      if (attempt && refund.extraPaymentId) return { attempt, amount: refund.amount };
      if (attempt?.state !== 'captured') {
        const over = refund.requestedAt.getTime() + this.config.REFUND_PAYMENT_LIMIT <= this.clock.millis();
        if (!over) return 'wait';
        await this.#move(refund, { state: 'failed' }, 'Its payment was never captured', session);
        return 'no';
      }
      if (refund.counted) return { attempt, amount: refund.amount };
      const amount = claimOf(refund, attempt);
      if (amount === 'wait') return 'wait';
      const known = { ...refund, provider: attempt.provider };
      if (amount === 'too-much') {
        await this.#move(known, { state: 'failed' }, 'It exceeds what is left of the payment', session);
        return 'no';
      }
      if (amount === 'nothing-left') {
        await this.#end(known, session);
        return 'no';
      }
      await this.attempts.countRefund(attempt._id, amount, session);
      await this.refunds.change(_id, { set: { amount, counted: true, provider: attempt.provider } }, session);
      return { attempt, amount };
    });
  }

  /** A dispute of the payment changed: the refunds that wait for it are checked again. */
  checkSoon(paymentId: string, session: ClientSession): Promise<void> {
    return this.refunds.checkSoon(paymentId, this.clock.now(), session);
  }

  extraPaymentsOf(paymentId: string): Promise<string[]> {
    return this.refunds.extraPaymentsOf(paymentId);
  }

  /** Ends a refund whose money is back already. */
  async end(id: string): Promise<void> {
    await this.transactions.run(async (session) => this.#end((await this.refunds.byId(id, session))!, session));
  }

  /** Applies the provider's response to a refund requested here. */
  async applyResult(
    id: string,
    result: Pick<ProviderRefund, 'state'> & Partial<ProviderRefund>,
    failure?: string,
  ): Promise<void> {
    await this.transactions.run(async (session) => {
      await this.#move((await this.refunds.byId(id, session))!, result, failure, session);
    });
  }

  /**
   * Applies a provider's webhook or list entry, about a refund of ours or one made in its dashboard. `unknown-payment`: the
   * payment is not known as captured.
   */
  applyProviderRefund(reported: ReportedRefund): Promise<'done' | 'unknown-payment'> {
    const { provider, providerPaymentId, refundId } = reported;
    return this.transactions.run(async (session) => {
      const known =
        (await this.refunds.byProviderId(provider, reported.id, session)) ??
        (refundId === undefined ? null : await this.refunds.byId(refundId, session));
      if (known) {
        await this.#move(known, reported, FAILED_AT_PROVIDER, session);
        return 'done';
      }
      const attempt = await this.attempts.byPayment(provider, providerPaymentId);
      if (attempt?.state !== 'captured') return 'unknown-payment';
      // One of ours that is not known was made after the backup that this shop was restored from.
      const id = isOurs(refundId) ? refundId : uuidOf(`${provider}/${reported.id}`);
      const requested = {
        refundId: id,
        paymentId: attempt._id,
        checkoutId: attempt.checkoutId,
        userId: attempt.userId,
      };
      const currency = reported.currency as CurrencyCode;
      await this.request({ ...requested, amount: reported.amount, currency }, 'dashboard', session);
      await this.attempts.countRefund(attempt._id, reported.amount, session);
      await this.refunds.change(id, { set: { provider, counted: true, providerRefundId: reported.id } }, session);
      await this.#move((await this.refunds.byId(id, session))!, reported, FAILED_AT_PROVIDER, session);
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
    const reason = failure ?? 'refused';
    const set = { ...known, state: to, ...(to === 'failed' && { failure: reason, counted: false }) };
    await this.refunds.change(refund._id, { set, unset: ['dueAt'] }, session);
    this.#logger.log('A refund moved', { refundId: refund._id, paymentId: refund.paymentId, to });
    if (to === 'failed') {
      if (refund.counted) await this.attempts.countRefund(refund.paymentId, -refund.amount, session);
      await this.#raise(refund, reason, session);
    }
    await this.#publish(refund, to, reason, session);
  }

  /** Ends a refund of money that is back already, by other refunds or a lost dispute. */
  async #end(refund: Refund, session: ClientSession): Promise<void> {
    const reason = 'Nothing is left of the payment';
    await this.refunds.change(refund._id, { set: { state: 'failed', failure: reason }, unset: ['dueAt'] }, session);
    this.#logger.log('A refund is void', { refundId: refund._id, paymentId: refund.paymentId });
    // No order hears of an extra payment, which went back: its buyer was told that it does.
    if (refund.extraPaymentId) return this.#publish(refund, 'completed', reason, session);
    await this.#publish(refund, 'failed', reason, session, { nothingLeft: true });
  }

  async #publish(
    refund: Refund,
    to: RefundState,
    reason: string,
    session: ClientSession,
    more: { nothingLeft?: true } = {},
  ) {
    const { _id: refundId, paymentId, checkoutId, userId, amount, currency, extraPaymentId } = refund;
    const common = { refundId, paymentId, checkoutId, userId, amount, currency };
    const at = this.clock.now().toISOString();
    if (to === 'completed') {
      const completed = extraPaymentId ? payment.paymentReturnCompleted : payment.refundCompleted;
      await this.outbox.publish(session, completed, { key: refundId, data: { ...common, completedAt: at } });
    } else {
      const failed = extraPaymentId ? payment.paymentReturnFailed : payment.refundFailed;
      await this.outbox.publish(session, failed, { key: refundId, data: { ...common, reason, ...more, failedAt: at } });
    }
  }

  async #raise(refund: Refund, failure: string, session: ClientSession): Promise<void> {
    const { _id: refundId, checkoutId, paymentId, amount, currency } = refund;
    const attempt = await this.attempts.byId(paymentId, session);
    await this.attention.raise(
      {
        key: `refund-failed/${refundId}`,
        provider: attempt?.provider ?? refund.provider ?? providerFor(currency),
        reason: 'refund-failed',
        message: `A refund did not reach the buyer: ${failure}`,
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

/** Of a payment that is not known. */
const providerFor = (currency: CurrencyCode): ProviderName =>
  payment.PROVIDERS.find(({ currencies }) => currencies.includes(currency))!.name;

const FAILED_AT_PROVIDER = 'The provider could not pay it out';

/** People can write anything there in a dashboard. */
const isOurs = (refundId: string | undefined): refundId is string => z.uuid().safeParse(refundId).success;

/** A UUID (version 8) derived from the provider's id, so that a repeated report is the same refund. */
function uuidOf(text: string): string {
  const hex = crypto.createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
