import crypto from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, Failure, BatchWriter } from '@shop/service-kit';
import { type Attempt, isCaptured } from '../attempts/attempt.schema.ts';
import { AttemptLanes } from '../attempts/attempt-lanes.ts';
import { AttemptsRepository } from '../attempts/attempts.repository.ts';
import { AttemptsService } from '../attempts/attempts.service.ts';
import { SettlingService } from '../attempts/settling.service.ts';
import { AttentionService } from '../attention/attention.service.ts';
import { DisputesService } from '../disputes/disputes.service.ts';
import { type Due, DueWork } from '../due-work/due-work.ts';
import { PayPalSignatures } from '../providers/paypal/paypal-signatures.ts';
import { type ProviderName, ProviderUnavailable } from '../providers/provider.ts';
import { RazorpaySignatures } from '../providers/razorpay/razorpay-signatures.ts';
import { RefundsService } from '../refunds/refunds.service.ts';
import type { Config } from '../variables.ts';
import type { Notice } from './notice.ts';
import { paypalNotice } from './paypal-notice.ts';
import { razorpayNotice } from './razorpay-notice.ts';
import type { Webhook } from './webhook.schema.ts';
import { type FinishedWebhook, WebhooksRepository } from './webhooks.repository.ts';

type Headers = Record<string, unknown>;
type About<A extends Notice['about']> = Extract<Notice, { about: A }>;

/** What became of a webhook: done, or something that only people can settle. */
type Outcome = { state: 'done' | 'needs-attention'; outcome: string };

/** Far shorter than the lease after which another instance works them off. */
const MARK_WITHIN_MS = 250;

const done = (outcome: string): Outcome => ({ state: 'done', outcome });

/**
 * Takes the providers' webhooks: checked, kept, acknowledged, and worked off after that. They come late, twice and out of
 * order, which does not matter: each says only that something is to be looked at.
 */
@Injectable()
export class WebhooksService implements OnModuleInit, OnApplicationShutdown {
  readonly #logger = new Logger(WebhooksService.name);
  /** Worked off, and not marked: one whose mark gets lost is worked off again, and finds everything done. */
  readonly #finished = new BatchWriter<FinishedWebhook>((finished) => this.webhooks.finish(finished), MARK_WITHIN_MS);
  #work!: Due<Webhook>;

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly attempts: AttemptsRepository,
    private readonly machine: AttemptsService,
    private readonly lanes: AttemptLanes,
    private readonly settling: SettlingService,
    private readonly refunds: RefundsService,
    private readonly disputes: DisputesService,
    private readonly attention: AttentionService,
    private readonly razorpay: RazorpaySignatures,
    private readonly paypal: PayPalSignatures,
    private readonly due: DueWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.#work = this.due.register<Webhook>({
      what: 'webhooks',
      take: () => this.webhooks.takeDue(this.clock.now(), this.#in(this.config.PAYMENT_LEASE)),
      work: (webhook) => this.#workOff(webhook),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#finished.flush().catch((error: unknown) => this.#logger.debug('Webhooks were not marked', error));
  }

  /** @throws Failure `payment.wrong-signature` */
  async fromRazorpay(rawBody: Buffer, headers: Headers, { event }: { event?: unknown }): Promise<void> {
    const signature = headers['x-razorpay-signature'];
    if (typeof signature !== 'string' || !this.razorpay.isOfWebhook(rawBody, signature)) {
      throw new Failure('payment.wrong-signature');
    }
    await this.#keep('razorpay', headers['x-razorpay-event-id'], event, rawBody);
  }

  /** @throws Failure `payment.wrong-signature`; `payment.provider-unavailable` when PayPal cannot be asked: it comes again */
  async fromPaypal(
    rawBody: Buffer,
    headers: Headers,
    { id, event_type: event }: { id?: unknown; event_type?: unknown },
  ): Promise<void> {
    let genuine: boolean;
    try {
      genuine = await this.paypal.isOfWebhook(rawBody, headers);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      throw new Failure('payment.provider-unavailable', { cause: error, headers: { 'retry-after': '30' } });
    }
    if (!genuine) throw new Failure('payment.wrong-signature');
    await this.#keep('paypal', id, event, rawBody);
  }

  /** Under the provider's id of the event; by what it says where it has none. */
  async #keep(provider: ProviderName, id: unknown, event: unknown, rawBody: Buffer): Promise<void> {
    const eventId =
      typeof id === 'string' && id !== '' ? id : crypto.createHash('sha256').update(rawBody).digest('hex');
    const now = this.clock.now();
    // Worked off by this process right away, if it can: then it falls due only after that has died.
    const { hasRoom } = this.#work;
    const webhook: Webhook = {
      _id: `${provider}/${eventId}`,
      provider,
      event: typeof event === 'string' ? event : 'unknown',
      body: rawBody.toString('utf8'),
      receivedAt: now,
      state: 'waiting',
      dueAt: hasRoom ? this.#in(this.config.PAYMENT_LEASE) : now,
      looks: 0,
    };
    const isNew = await this.webhooks.keep(webhook);
    if (isNew && hasRoom) this.#work.work(webhook);
  }

  async #workOff(webhook: Webhook): Promise<void> {
    const { _id, provider, event, receivedAt, looks } = webhook;
    try {
      const result = await this.#handle(provider, noticeIn(webhook));
      this.#finished.add({ _id, ...result, keepUntil: this.#in(this.config.WEBHOOK_KEEP) });
    } catch (error) {
      const why = error instanceof Error ? error.message : 'unknown';
      this.#logger.warn('A webhook could not be worked off yet', { webhook: _id, event, why });
      if (receivedAt.getTime() + this.config.WEBHOOK_LIMIT > this.clock.millis()) {
        const { PAYMENT_RETRY, PAYMENT_RETRY_LONGEST } = this.config;
        const pause = Math.min(PAYMENT_RETRY * 2 ** Math.min(looks, 20), PAYMENT_RETRY_LONGEST);
        return this.webhooks.tryAgain(_id, this.#in(pause));
      }
      const message = `An event (${event}) could not be worked off: ${why}`;
      await this.attention.raise({ key: `webhook/${_id}`, provider, reason: 'webhook-failed', message });
      const keepUntil = this.#in(this.config.WEBHOOK_KEEP);
      this.#finished.add({ _id, state: 'needs-attention', outcome: why, keepUntil });
    }
  }

  async #handle(provider: ProviderName, notice: Notice): Promise<Outcome> {
    switch (notice.about) {
      case 'order': {
        const { providerOrderId } = notice;
        const work = () => this.#order(provider, notice);
        return providerOrderId === undefined ? work() : this.lanes.run(provider, providerOrderId, work);
      }
      case 'refund':
        return this.#refund(provider, notice);
      case 'dispute':
        return this.#dispute(provider, notice);
      case 'nothing':
        return done('nothing to do');
    }
  }

  async #order(provider: ProviderName, notice: About<'order'>): Promise<Outcome> {
    const attempt = await this.#attemptOf(provider, notice);
    if (!attempt) return this.#unknown('unknown-order', provider, notice);
    if (notice.approvedAt && attempt.state !== 'captured') {
      // The buyer is on the way back and takes the last step; if not, the reconciler does.
      await this.attempts.approved(attempt._id, notice.approvedAt, this.#in(this.config.PAYMENT_APPROVED_GRACE));
      return done('approved');
    }
    if (isCaptured(attempt, notice.providerPaymentId)) return done('captured');
    const { attempt: settled } = await this.settling.settle(attempt, { take: false });
    return done(settled.state);
  }

  async #attemptOf(
    provider: ProviderName,
    { providerOrderId, paymentId }: About<'order'>,
  ): Promise<Attempt | undefined> {
    if (providerOrderId === undefined) return undefined;
    const known = await this.machine.byOrder(provider, providerOrderId);
    if (known) return known;
    // The answer to its creation got lost, and the order carries our id.
    const creating = paymentId === undefined ? null : await this.attempts.byId(paymentId);
    if (creating?.provider !== provider || creating.providerOrderId !== undefined) return undefined;
    return this.machine.apply(creating, 'ordered', { order: { providerOrderId } });
  }

  async #refund(provider: ProviderName, notice: About<'refund'>): Promise<Outcome> {
    const { refund, refundId, providerPaymentId, amount, currency } = notice;
    const outcome = await this.refunds.told({ ...refund, provider, refundId, providerPaymentId, amount, currency });
    return outcome === 'done' ? done(`refund ${refund.state}`) : this.#unknown('unknown-payment', provider, notice);
  }

  async #dispute(provider: ProviderName, { about: _, ...dispute }: About<'dispute'>): Promise<Outcome> {
    await this.disputes.told(provider, dispute);
    return { state: 'needs-attention', outcome: `dispute ${dispute.status}` };
  }

  /** Money that belongs to nothing here: acknowledged, kept, and shown to staff. */
  async #unknown(
    reason: 'unknown-order' | 'unknown-payment',
    provider: ProviderName,
    notice: About<'order'> | About<'refund'>,
  ): Promise<Outcome> {
    const providerOrderId = notice.about === 'order' ? (notice.providerOrderId ?? null) : null;
    const { providerPaymentId = null, amount, currency } = notice;
    await this.attention.raise({
      key: `${reason}/${provider}/${providerOrderId ?? providerPaymentId ?? ''}`,
      provider,
      reason,
      message: `The provider tells of ${notice.about === 'order' ? 'an order' : 'a refund of a payment'} that the shop does not know`,
      providerOrderId,
      providerPaymentId,
      amount,
      currency,
    });
    return { state: 'needs-attention', outcome: reason };
  }

  #in(ms: number): Date {
    return new Date(this.clock.millis() + ms);
  }
}

function noticeIn({ provider, body }: Webhook): Notice {
  const parsed: unknown = JSON.parse(body);
  return provider === 'razorpay' ? razorpayNotice(parsed) : paypalNotice(parsed);
}
