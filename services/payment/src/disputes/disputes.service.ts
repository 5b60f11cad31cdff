import { Injectable } from '@nestjs/common';
import { payment } from '@shop/contracts';
import { Clock, Outbox, Transactions } from '@shop/service-kit';
import { AttemptsRepository } from '../attempts/attempts.repository.ts';
import { AttentionService } from '../attention/attention.service.ts';
import type { ProviderDispute, ProviderName } from '../providers/provider.ts';

/** Shows staff what became of a disputed payment, on the list of what needs attention and on its order. */
@Injectable()
export class DisputesService {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly attention: AttentionService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** A step of a dispute, by a webhook or found at the provider: whoever comes first tells of it. */
  async told(provider: ProviderName, dispute: ProviderDispute): Promise<void> {
    const { disputeId, status, standing, providerPaymentId, amount, currency } = dispute;
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
      if (!isNews || !attempt || !standing) return;
      const { _id: paymentId, checkoutId, userId } = attempt;
      const data = {
        paymentId,
        provider,
        checkoutId,
        userId,
        disputeId,
        status: standing,
        amount: currency === attempt.currency ? amount : null,
        currency: attempt.currency,
        at: this.clock.now().toISOString(),
      };
      await this.outbox.publish(session, payment.disputeChanged, { key: disputeId, data });
    });
  }
}
