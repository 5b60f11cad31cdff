import { Injectable } from '@nestjs/common';
import { payment } from '@shop/contracts';
import { Clock, Outbox, Transactions } from '@shop/service-kit';
import { AttemptsRepository } from '../attempts/attempts.repository.ts';
import { AttentionService } from '../attention/attention.service.ts';
import type { ProviderDispute, ProviderName } from '../providers/provider.ts';

/** Shows disputes to staff, on the attention list and on the order. */
@Injectable()
export class DisputesService {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly attention: AttentionService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Reports a status of a dispute, from a webhook or polling. Idempotent per status. */
  async report(provider: ProviderName, dispute: ProviderDispute): Promise<void> {
    const { disputeId, status, disputeStatus, providerPaymentId, amount, currency } = dispute;
    const attempt = providerPaymentId === undefined ? null : await this.attempts.byPayment(provider, providerPaymentId);
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
      if (!isNews || !attempt || !disputeStatus) return;
      const { _id: paymentId, checkoutId, userId } = attempt;
      const data = {
        paymentId,
        provider,
        checkoutId,
        userId,
        disputeId,
        status: disputeStatus,
        amount: currency === attempt.currency ? amount : null,
        currency: attempt.currency,
        at: this.clock.now().toISOString(),
      };
      await this.outbox.publish(session, payment.disputeChanged, { key: disputeId, data });
    });
  }
}
