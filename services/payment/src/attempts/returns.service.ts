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

/** What becomes of an attempt when its buyer comes back from the provider. */
@Injectable()
export class ReturnsService {
  readonly #logger = new Logger(ReturnsService.name);

  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly machine: AttemptsService,
    private readonly lanes: AttemptLanes,
    private readonly settling: SettlingService,
    private readonly signatures: RazorpaySignatures,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Failure as the contract says */
  verify(userId: string, proof: DialogProof): Promise<Attempt> {
    return this.lanes.run('razorpay', proof.razorpay_order_id, () => this.#verify(userId, proof));
  }

  /** @throws Failure as the contract says */
  capture(userId: string, providerOrderId: string): Promise<Attempt> {
    return this.lanes.run('paypal', providerOrderId, async () =>
      this.#settle(await this.#own('paypal', userId, providerOrderId)),
    );
  }

  /** How paying a checkout goes, by the attempt that got furthest. */
  async ofCheckout(userId: string, checkoutId: string): Promise<Attempt | undefined> {
    const all = await this.attempts.ofCheckout(userId, checkoutId);
    return all.find(({ state }) => state === 'captured') ?? all.find(({ state }) => state !== 'failed') ?? all[0];
  }

  async #verify(userId: string, proof: DialogProof): Promise<Attempt> {
    const attempt = await this.#own('razorpay', userId, proof.razorpay_order_id);
    const { razorpay_payment_id: paymentId, razorpay_signature: signature } = proof;
    if (!this.signatures.isOfDialog(attempt.providerOrderId!, paymentId, signature)) {
      throw new Failure('payment.wrong-signature');
    }
    return isCaptured(attempt, paymentId) ? attempt : this.#settle(attempt);
  }

  async #own(provider: ProviderName, userId: string, providerOrderId: string): Promise<Attempt> {
    const attempt = await this.machine.byOrder(provider, providerOrderId);
    if (attempt?.userId !== userId) throw new Failure('payment.not-found');
    return attempt;
  }

  async #settle(attempt: Attempt): Promise<Attempt> {
    try {
      const { attempt: settled, why } = await this.settling.settle(attempt, { take: true });
      if (why && settled.state !== 'captured') throw why;
      return settled;
    } catch (error) {
      if (!(error instanceof ProviderUnavailable) && !(error instanceof CallError)) throw error;
      // Nobody knows: not a failure. The reconciler asks again.
      this.#logger.warn('What became of a payment is not known yet', { paymentId: attempt._id });
      await this.attempts.lookSoon(attempt._id, new Date(this.clock.millis() + this.config.PAYMENT_RETRY));
      return (await this.attempts.byId(attempt._id))!;
    }
  }
}

/** As its buyer may know it. */
export function stateFor({ state }: Attempt): z.infer<typeof payment.paymentState> {
  return state === 'captured' || state === 'failed' ? state : 'open';
}
