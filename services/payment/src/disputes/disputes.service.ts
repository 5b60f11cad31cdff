import { Injectable } from '@nestjs/common';
import { payment } from '@shop/contracts';
import { Clock, Outbox, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { isCaptured } from '../attempts/attempt.schema.ts';
import { FindingService } from '../attempts/finding.service.ts';
import { AttemptsRepository } from '../attempts/attempts.repository.ts';
import { AttentionService } from '../attention/attention.service.ts';
import type { ProviderDispute, ProviderName } from '../providers/provider.ts';
import { RefundsService } from '../refunds/refunds.service.ts';

/** Shows disputes to staff, on the attention list and on the order, and withholds what they are about from refunds. */
@Injectable()
export class DisputesService {
  constructor(
    private readonly finding: FindingService,
    private readonly attempts: AttemptsRepository,
    private readonly refunds: RefundsService,
    private readonly attention: AttentionService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Reports a status of a dispute, from a webhook or polling. Idempotent per status.
   * @throws ProviderUnavailable, CallError: it is reported again later
   */
  async report(provider: ProviderName, dispute: ProviderDispute): Promise<void> {
    const { disputeId, status, disputeStatus, providerPaymentId, amount, currency } = dispute;
    const attempt =
      providerPaymentId === undefined ? undefined : await this.finding.ofPayment(provider, providerPaymentId);
    const isOfAttempt = attempt !== undefined && isCaptured(attempt, providerPaymentId);
    const entry = {
      key: `dispute/${provider}/${disputeId}/${status}`,
      provider,
      reason: 'dispute',
      message: `The buyer disputes a payment: ${disputeId} is ${status.toLowerCase().replaceAll('_', ' ')}`,
      checkoutId: attempt?.checkoutId ?? null,
      providerOrderId: attempt?.providerOrderId ?? null,
      providerPaymentId: providerPaymentId ?? null,
      amount,
      currency,
    };
    await this.transactions.run(async (session) => {
      const isNews = await this.attention.raise(entry, session);
      if (!isOfAttempt || !disputeStatus) return;
      const { _id: paymentId, checkoutId, userId } = attempt;
      const known = {
        disputeId,
        status: disputeStatus,
        amount: currency === attempt.currency ? amount : null,
      };
      await this.#withhold(paymentId, known, session);
      if (!isNews) return;
      const data = {
        paymentId,
        provider,
        checkoutId,
        userId,
        ...known,
        currency: attempt.currency,
        at: this.clock.now().toISOString(),
      };
      await this.outbox.publish(session, payment.disputeChanged, { key: disputeId, data });
    });
  }

  async #withhold(paymentId: string, dispute: payment.KnownDispute, session: ClientSession): Promise<void> {
    const { disputes: before = [] } = (await this.attempts.byId(paymentId, session))!;
    const disputes = payment.withDispute(before, dispute);
    if (disputes === before) return;
    await this.attempts.setDisputes(paymentId, [...disputes], session);
    await this.refunds.checkSoon(paymentId, session);
  }
}
