import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, Jobs, Measures, retryDelay, type RunResult } from '@shop/service-kit';
import { AttemptsRepository } from '../attempts/attempts.repository.ts';
import { CONCURRENCY } from '../job-concurrency.ts';
import { type ListedRefund, ProviderRefused } from '../providers/provider.ts';
import { Providers } from '../providers/providers.ts';
import type { Config } from '../shared-variables.ts';
import { isExact } from './claim.rules.ts';
import { ListedRefunds } from './listed-refunds.ts';
import { refundMeasurement } from './refund-metrics.ts';
import type { Refund } from './refund.schema.ts';
import { RefundsRepository } from './refunds.repository.ts';
import { RefundsService } from './refunds.service.ts';

/**
 * The job that sends refunds to providers and polls pending ones. A refund is paid once however often it is sent: its id is
 * the provider's idempotency key.
 */
@Injectable()
export class RefundSender implements OnModuleInit {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly service: RefundsService,
    private readonly attempts: AttemptsRepository,
    private readonly listed: ListedRefunds,
    private readonly providers: Providers,
    private readonly jobs: Jobs,
    private readonly measures: Measures,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.measures.add(refundMeasurement, () => this.refunds.undecided(this.clock.now()));
    this.jobs.add<Refund>({
      name: 'refunds',
      source: this.refunds.jobSource,
      pollMs: this.config.PAYMENT_SWEEP,
      leaseMs: this.config.PAYMENT_LEASE,
      concurrency: CONCURRENCY,
      retry: (refund) => this.#nextCheckAt(refund),
      run: (refund) => this.#check(refund),
    });
  }

  /** A refund that moves is rescheduled by its move, and the result has no effect. */
  async #check(refund: Refund): Promise<RunResult<Refund>> {
    await (refund.state === 'requested' ? this.#send(refund) : this.#poll(refund));
    return { outcome: 'postponed', dueAt: this.#nextCheckAt(refund) };
  }

  async #send(refund: Refund): Promise<void> {
    if (!isExact(refund) && !refund.counted) await this.#learnRefunds(refund);
    const claimed = await this.service.claim(refund);
    if (typeof claimed === 'string') return;
    const { attempt, amount } = claimed;
    const provider = this.providers.of(attempt.provider);
    const { _id: refundId, currency, reason } = refund;
    const providerPaymentId = refund.extraPaymentId ?? attempt.providerPaymentId!;
    try {
      await this.service.applyResult(
        refundId,
        await provider.refund({ refundId, providerPaymentId, amount, currency, reason }),
      );
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      // An earlier try may have succeeded although its answer was lost.
      const all = await provider
        .refundsOf({ providerOrderId: attempt.providerOrderId!, providerPaymentId })
        .catch(noneIfRefused);
      const made = all.find((one) => one.refundId === refundId);
      if (refund.extraPaymentId && !made && isBack(all, amount)) return this.service.end(refundId);
      await this.service.applyResult(refundId, made ?? { state: 'failed' }, error.message);
    }
  }

  /** A refund of what is left has to know of those that were made in the dashboard a moment ago. */
  async #learnRefunds({ paymentId }: Refund): Promise<void> {
    const attempt = await this.attempts.byId(paymentId);
    if (attempt?.state === 'captured') await this.listed.apply(attempt).catch(noneIfRefused);
  }

  /** No answer, or a refund that the provider does not find, says nothing about the money. */
  async #poll({ _id, provider, providerRefundId }: Refund): Promise<void> {
    if (!provider || !providerRefundId) return;
    await this.service.applyResult(_id, await this.providers.of(provider).fetchRefund(providerRefundId));
  }

  #nextCheckAt({ state, looks }: Refund): Date {
    const { PAYMENT_RETRY: firstMs, PAYMENT_RETRY_LONGEST: maxMs, PAYMENT_WATCH_EVERY } = this.config;
    const delay = state === 'requested' ? retryDelay({ firstMs, maxMs }, looks + 1) : PAYMENT_WATCH_EVERY;
    return new Date(this.clock.millis() + delay);
  }
}

/** An extra payment is refunded whole: somebody did it in the dashboard. */
const isBack = (refunds: ListedRefund[], amount: number): boolean =>
  refunds.reduce((sum, one) => sum + (one.state === 'failed' ? 0 : one.amount), 0) >= amount;

function noneIfRefused(error: unknown): [] {
  if (error instanceof ProviderRefused) return [];
  throw error;
}
