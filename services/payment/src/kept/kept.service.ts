import { Injectable } from '@nestjs/common';
import type { KeptOfUser } from '@shop/contracts';
import type { Attempt } from '../attempts/attempt.schema.ts';
import { AttemptsRepository } from '../attempts/attempts.repository.ts';
import type { Refund } from '../refunds/refund.schema.ts';
import { RefundsRepository } from '../refunds/refunds.repository.ts';

/** What is kept of an account, for its owner. */
@Injectable()
export class KeptService {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly refunds: RefundsRepository,
  ) {}

  /** @param checkoutIds the account's: an order that joined it was paid by another id */
  async of(checkoutIds: string[]): Promise<KeptOfUser> {
    const attempts = await this.attempts.ofCheckouts(checkoutIds);
    const refunds = await this.refunds.ofPayments(attempts.map(({ _id }) => _id));
    return { payments: attempts.map(attemptView), refunds: refunds.map(refundView) };
  }
}

/** Amounts are in the smallest unit of their currency. */
const attemptView = (attempt: Attempt) => ({
  checkout: attempt.checkoutId,
  provider: attempt.provider,
  state: attempt.state,
  amountInSmallestUnit: attempt.amount,
  currency: attempt.currency,
  providerOrderId: attempt.providerOrderId ?? null,
  providerPaymentId: attempt.providerPaymentId ?? null,
  startedAt: attempt.createdAt.toISOString(),
  capturedAt: attempt.capturedAt?.toISOString() ?? null,
});

const refundView = (refund: Refund) => ({
  checkout: refund.checkoutId,
  state: refund.state,
  amountInSmallestUnit: refund.amount,
  currency: refund.currency,
  reason: refund.reason,
  requestedAt: refund.requestedAt.toISOString(),
});
