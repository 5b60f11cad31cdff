import { Inject, Injectable, Logger } from '@nestjs/common';
import type { payment } from '@shop/contracts';
import { CallError, Clock, CONFIG, Failure } from '@shop/service-kit';
import type { z } from 'zod';
import { type ProviderName, ProviderUnavailable } from '../providers/provider.ts';
import type { Config } from '../shared-variables.ts';
import { type Attempt, isCaptured } from './attempt.schema.ts';
import { AttemptLanes } from './attempt-lanes.ts';
import { AttemptsRepository } from './attempts.repository.ts';
import { AttemptsService } from './attempts.service.ts';
import { SettlingService } from './settling.service.ts';

/** What the buyer's browser brings from the provider. */
interface PaymentProof {
  providerPaymentId: string;
  isGenuine(storedOrderId: string): boolean;
}

/** Handles the buyer's return from the provider. */
@Injectable()
export class PaymentCallbacksService {
  readonly #logger = new Logger(PaymentCallbacksService.name);

  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly machine: AttemptsService,
    private readonly lanes: AttemptLanes,
    private readonly settling: SettlingService,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Settles an own payment. @throws Failure of the contract: `payment.wrong-signature` for a `proof` that is not genuine */
  settle(provider: ProviderName, userId: string, providerOrderId: string, proof?: PaymentProof): Promise<Attempt> {
    return this.lanes.run(provider, providerOrderId, async () => {
      const attempt = await this.#requireOwn(provider, userId, providerOrderId);
      if (proof && !proof.isGenuine(attempt.providerOrderId!)) throw new Failure('payment.wrong-signature');
      return isCaptured(attempt, proof?.providerPaymentId) ? attempt : this.#settle(attempt);
    });
  }

  /** The attempt of a checkout that is furthest along; before any payment, the newest. */
  async ofCheckout(userId: string, checkoutId: string): Promise<Attempt | undefined> {
    const all = await this.attempts.ofCheckout(userId, checkoutId);
    return (
      all.find(({ state }) => state === 'captured') ??
      all.find(({ state }) => state === 'capturing' || state === 'pending') ??
      all[0]
    );
  }

  async #requireOwn(provider: ProviderName, userId: string, providerOrderId: string): Promise<Attempt> {
    const attempt = await this.machine.byOrder(provider, providerOrderId);
    if (attempt?.userId !== userId) throw new Failure('payment.not-found');
    return attempt;
  }

  async #settle(attempt: Attempt): Promise<Attempt> {
    try {
      const { attempt: settled, reason } = await this.settling.settle(attempt, { take: true });
      if (reason && settled.state !== 'captured') throw reason;
      return settled;
    } catch (error) {
      if (!(error instanceof ProviderUnavailable) && !(error instanceof CallError)) throw error;
      // Unknown, not failed: the reconciler retries.
      this.#logger.warn('The outcome of a payment is not known yet', { paymentId: attempt._id });
      await this.attempts.checkSoon(attempt._id, new Date(this.clock.millis() + this.config.PAYMENT_RETRY));
      return (await this.attempts.byId(attempt._id))!;
    }
  }
}

/** The state as the buyer sees it. */
export function stateFor({ state }: Attempt): z.infer<typeof payment.paymentState> {
  return state === 'captured' || state === 'failed' ? state : 'open';
}
