import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG } from '@shop/service-kit';
import { DueWork } from '../due-work/due-work.ts';
import { ProviderRefused } from '../providers/provider.ts';
import { Providers } from '../providers/providers.module.ts';
import type { Config } from '../variables.ts';
import type { Refund } from './refund.schema.ts';
import { RefundsRepository } from './refunds.repository.ts';
import { RefundsService } from './refunds.service.ts';

/**
 * Has providers pay money back: once per refund, however often it asks, because the refund's id is the provider's
 * idempotency key. Pending ones are asked about.
 */
@Injectable()
export class RefundSender implements OnModuleInit {
  readonly #logger = new Logger(RefundSender.name);

  constructor(
    private readonly refunds: RefundsRepository,
    private readonly service: RefundsService,
    private readonly providers: Providers,
    private readonly due: DueWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.due.register<Refund>({
      what: 'refunds',
      take: () => this.refunds.takeDue(this.clock.now(), new Date(this.clock.millis() + this.config.PAYMENT_LEASE)),
      work: (refund) => this.#lookAfter(refund),
    });
  }

  async #lookAfter(refund: Refund): Promise<void> {
    try {
      await (refund.state === 'requested' ? this.#send(refund) : this.#ask(refund));
    } catch (error) {
      this.#logger.warn('What became of a refund is not known yet', {
        refundId: refund._id,
        why: error instanceof Error ? error.message : 'unknown',
      });
    }
    await this.refunds.lookAgain(refund, this.#nextLook(refund));
  }

  async #send(refund: Refund): Promise<void> {
    const attempt = await this.service.claim(refund);
    if (typeof attempt === 'string') return;
    const provider = this.providers.of(attempt.provider);
    const { _id: refundId, amount, currency } = refund;
    const providerPaymentId = refund.extraPaymentId ?? attempt.providerPaymentId!;
    try {
      await this.service.answered(refundId, await provider.refund({ refundId, providerPaymentId, amount, currency }));
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      // A try before may have come through without an answer.
      const all = await provider
        .refundsOf({ providerOrderId: attempt.providerOrderId!, providerPaymentId })
        .catch(noneIfRefused);
      const made = all.find((one) => one.refundId === refundId);
      await this.service.answered(refundId, made ?? { state: 'failed' }, error.message);
    }
  }

  /** That the provider does not answer what it is asked, or does not find it, says nothing of the money. */
  async #ask({ _id, provider, providerRefundId }: Refund): Promise<void> {
    if (!provider || !providerRefundId) return;
    await this.service.answered(_id, await this.providers.of(provider).lookAtRefund(providerRefundId));
  }

  #nextLook({ state, looks }: Refund): Date {
    const { PAYMENT_RETRY, PAYMENT_RETRY_LONGEST, PAYMENT_WATCH_EVERY } = this.config;
    const pause =
      state === 'requested'
        ? Math.min(PAYMENT_RETRY * 2 ** Math.min(looks, 20), PAYMENT_RETRY_LONGEST)
        : PAYMENT_WATCH_EVERY;
    return new Date(this.clock.millis() + pause);
  }
}

function noneIfRefused(error: unknown): [] {
  if (error instanceof ProviderRefused) return [];
  throw error;
}
