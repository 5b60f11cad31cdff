import { Inject, Injectable, Logger } from '@nestjs/common';
import type { payment } from '@shop/contracts';
import { CallError, Clock, CONFIG, Failure } from '@shop/service-kit';
import type { z } from 'zod';
import { type ProviderName, ProviderUnavailable } from '../providers/provider.ts';
import { RazorpaySignatures } from '../providers/razorpay/razorpay-signatures.ts';
import type { Config } from '../variables.ts';
import { type Attempt, isCaptured } from './attempt.schema.ts';
import { AttemptLanes } from './attempt-lanes.ts';
import { AttemptsRepository } from './attempts.repository.ts';
import { AttemptsService } from './attempts.service.ts';
import { SettlingService } from './settling.service.ts';

interface DialogProof {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
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
    private readonly signatures: RazorpaySignatures,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Failure of the contract */
  verify(userId: string, proof: DialogProof): Promise<Attempt> {
    return this.lanes.run('razorpay', proof.razorpay_order_id, () => this.#verify(userId, proof));
  }

  /** @throws Failure of the contract */
  capture(userId: string, providerOrderId: string): Promise<Attempt> {
    return this.lanes.run('paypal', providerOrderId, async () =>
      this.#settle(await this.#requireOwn('paypal', userId, providerOrderId)),
    );
  }

  /** The attempt of a checkout that is furthest along. */
  async ofCheckout(userId: string, checkoutId: string): Promise<Attempt | undefined> {
    const all = await this.attempts.ofCheckout(userId, checkoutId);
    return all.find(({ state }) => state === 'captured') ?? all.find(({ state }) => state !== 'failed') ?? all[0];
  }

  async #verify(userId: string, proof: DialogProof): Promise<Attempt> {
    const attempt = await this.#requireOwn('razorpay', userId, proof.razorpay_order_id);
    const { razorpay_payment_id: paymentId, razorpay_signature: signature } = proof;
    if (!this.signatures.isValidDialog(attempt.providerOrderId!, paymentId, signature)) {
      throw new Failure('payment.wrong-signature');
    }
    return isCaptured(attempt, paymentId) ? attempt : this.#settle(attempt);
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
