import crypto from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { BatchWriter, Clock, CONFIG, type JobHandle, Jobs, type RunResult } from '@shop/service-kit';
import { isCaptured } from '../attempts/attempt.schema.ts';
import { AttemptLanes } from '../attempts/attempt-lanes.ts';
import { AttemptsRepository } from '../attempts/attempts.repository.ts';
import { FindingService } from '../attempts/finding.service.ts';
import { SettlingService } from '../attempts/settling.service.ts';
import { AttentionService } from '../attention/attention.service.ts';
import { DisputesService } from '../disputes/disputes.service.ts';
import { CONCURRENCY } from '../job-concurrency.ts';
import type { ProviderName, WebhookNotification } from '../providers/provider.ts';
import { Providers } from '../providers/providers.ts';
import { RefundsService } from '../refunds/refunds.service.ts';
import type { Config } from '../shared-variables.ts';
import type { Webhook } from './webhook.schema.ts';
import { type FinishedWebhook, WebhooksRepository } from './webhooks.repository.ts';

type About<A extends WebhookNotification['about']> = Extract<WebhookNotification, { about: A }>;

/** `needs-attention`: only staff can settle it. */
type Outcome = { state: 'done' | 'needs-attention'; outcome: string };

/** A webhook that its provider's controller verified. What it says is not validated yet. */
export interface ReceivedWebhook {
  eventId: unknown;
  event: unknown;
  rawBody: Buffer;
}

/** Far shorter than the lease after which another instance processes them again. */
const MARK_WITHIN_MS = 250;

const done = (outcome: string): Outcome => ({ state: 'done', outcome });

/**
 * Receives the providers' webhooks: verified, stored, acknowledged, and processed after that. They arrive late, twice and out
 * of order, which does not matter: each one only makes the shop ask the provider.
 */
@Injectable()
export class WebhooksService implements OnModuleInit, OnApplicationShutdown {
  readonly #logger = new Logger(WebhooksService.name);
  /** Processed, not yet marked. One whose mark is lost is processed again, which is idempotent. */
  readonly #finished = new BatchWriter<FinishedWebhook>((finished) => this.webhooks.finish(finished), MARK_WITHIN_MS);
  #job!: JobHandle<Webhook>;

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly attempts: AttemptsRepository,
    private readonly finding: FindingService,
    private readonly lanes: AttemptLanes,
    private readonly settling: SettlingService,
    private readonly refunds: RefundsService,
    private readonly disputes: DisputesService,
    private readonly attention: AttentionService,
    private readonly providers: Providers,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { PAYMENT_SWEEP, PAYMENT_LEASE, PAYMENT_RETRY, PAYMENT_RETRY_LONGEST } = this.config;
    this.#job = this.jobs.add<Webhook>({
      name: 'webhooks',
      source: this.webhooks.jobSource,
      pollMs: PAYMENT_SWEEP,
      leaseMs: PAYMENT_LEASE,
      concurrency: CONCURRENCY,
      retry: { firstMs: PAYMENT_RETRY, maxMs: PAYMENT_RETRY_LONGEST },
      run: (webhook) => this.#process(webhook),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#finished.flush().catch((error: unknown) => this.#logger.debug('Webhooks were not marked', error));
  }

  /** Stores a genuine webhook under the provider's event id, or a hash of the body if there is none. */
  async store(provider: ProviderName, { eventId, event, rawBody }: ReceivedWebhook): Promise<void> {
    const id =
      typeof eventId === 'string' && eventId !== ''
        ? eventId
        : crypto.createHash('sha256').update(rawBody).digest('hex');
    await this.#job.create(async (due) => {
      const webhook: Webhook = {
        _id: `${provider}/${id}`,
        provider,
        event: typeof event === 'string' ? event : 'unknown',
        body: rawBody.toString('utf8'),
        receivedAt: this.clock.now(),
        state: 'waiting',
        ...due,
        looks: 0,
      };
      return (await this.webhooks.insert(webhook)) ? webhook : null;
    });
  }

  /** Retried until `WEBHOOK_LIMIT`, then handed to staff. */
  async #process(webhook: Webhook): Promise<RunResult<Webhook>> {
    const { _id, provider, event, receivedAt } = webhook;
    const keepUntil = this.#in(this.config.WEBHOOK_KEEP);
    try {
      const result = await this.#handle(provider, this.#notificationIn(webhook));
      this.#finished.add({ _id, ...result, keepUntil });
    } catch (error) {
      if (receivedAt.getTime() + this.config.WEBHOOK_LIMIT > this.clock.millis()) throw error;
      const why = error instanceof Error ? error.message : 'unknown';
      this.#logger.warn('A webhook is given up', { webhook: _id, event, why });
      const message = `An event (${event}) could not be worked off: ${why}`;
      await this.attention.raise({ key: `webhook/${_id}`, provider, reason: 'webhook-failed', message });
      this.#finished.add({ _id, state: 'needs-attention', outcome: why, keepUntil });
    }
    return { outcome: 'settled' };
  }

  async #handle(provider: ProviderName, notification: WebhookNotification): Promise<Outcome> {
    switch (notification.about) {
      case 'order': {
        const { providerOrderId } = notification;
        const handle = () => this.#order(provider, notification);
        return providerOrderId === undefined ? handle() : this.lanes.run(provider, providerOrderId, handle);
      }
      case 'refund':
        return this.#refund(provider, notification);
      case 'dispute':
        return this.#dispute(provider, notification);
      case 'nothing':
        return done('nothing to do');
    }
  }

  async #order(provider: ProviderName, notification: About<'order'>): Promise<Outcome> {
    const { providerOrderId, paymentId: attemptId } = notification;
    const attempt = providerOrderId && (await this.finding.ofOrder(provider, { providerOrderId, attemptId }));
    if (!attempt) return this.#unknown('unknown-order', provider, notification);
    if (notification.approvedAt && attempt.state !== 'captured') {
      // The returning buyer's browser captures; the reconciler does if it does not come.
      await this.attempts.approved(attempt._id, notification.approvedAt, this.#in(this.config.PAYMENT_APPROVED_GRACE));
      return done('approved');
    }
    if (isCaptured(attempt, notification.providerPaymentId)) return done('captured');
    const { attempt: settled } = await this.settling.settle(attempt, { take: false });
    return done(settled.state);
  }

  async #refund(provider: ProviderName, notification: About<'refund'>): Promise<Outcome> {
    const { refund, refundId, providerPaymentId, amount, currency } = notification;
    const reported = { ...refund, provider, refundId, providerPaymentId, amount, currency };
    const applied = done(`refund ${refund.state}`);
    if ((await this.refunds.applyProviderRefund(reported)) === 'done') return applied;
    const attempt = await this.finding.ofPayment(provider, providerPaymentId);
    if (!attempt) return this.#unknown('unknown-payment', provider, notification);
    const outcome = await this.refunds.applyProviderRefund(reported);
    // An authorisation that was never captured was reversed, or an extra payment, which has no order, was refunded.
    return outcome === 'done' ? applied : done('refund without an order');
  }

  async #dispute(provider: ProviderName, { about: _, ...dispute }: About<'dispute'>): Promise<Outcome> {
    await this.disputes.report(provider, dispute);
    return { state: 'needs-attention', outcome: `dispute ${dispute.status}` };
  }

  /** Money without a payment of the shop: acknowledged, stored and shown to staff. */
  async #unknown(
    reason: 'unknown-order' | 'unknown-payment',
    provider: ProviderName,
    notification: About<'order'> | About<'refund'>,
  ): Promise<Outcome> {
    const providerOrderId = notification.about === 'order' ? (notification.providerOrderId ?? null) : null;
    const { providerPaymentId = null, amount, currency } = notification;
    await this.attention.raise({
      key: `${reason}/${provider}/${providerOrderId ?? providerPaymentId ?? ''}`,
      provider,
      reason,
      message: `The provider tells of ${notification.about === 'order' ? 'an order' : 'a refund of a payment'} that the shop does not know`,
      providerOrderId,
      providerPaymentId,
      amount,
      currency,
    });
    return { state: 'needs-attention', outcome: reason };
  }

  #notificationIn({ provider, body = '' }: Webhook): WebhookNotification {
    return this.providers.of(provider).parseNotification!(JSON.parse(body));
  }

  #in(ms: number): Date {
    return new Date(this.clock.millis() + ms);
  }
}
