import { Injectable } from '@nestjs/common';
import type { Attempt } from '../attempts/attempt.schema.ts';
import { Providers } from '../providers/providers.ts';
import { RefundsService } from './refunds.service.ts';

/**
 * Finds refunds of a captured payment whose webhook is lost or late: those made in the provider's dashboard, and those that
 * failed days later.
 */
@Injectable()
export class ListedRefunds {
  constructor(
    private readonly refunds: RefundsService,
    private readonly providers: Providers,
  ) {}

  /** @throws ProviderUnavailable, ProviderRefused if the provider no longer knows the payment */
  async apply({ _id, provider, providerOrderId, providerPaymentId }: Attempt): Promise<void> {
    if (!providerOrderId || !providerPaymentId) return;
    for (const paymentId of [providerPaymentId, ...(await this.refunds.extraPaymentsOf(_id))]) {
      const listed = await this.providers.of(provider).refundsOf({ providerOrderId, providerPaymentId: paymentId });
      for (const refund of listed)
        await this.refunds.applyProviderRefund({ ...refund, provider, providerPaymentId: paymentId });
    }
  }
}
