import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { BodyOf, content } from '@shop/contracts';
import {
  AuditTrail,
  Clock,
  CONFIG,
  Edits,
  invalidField,
  Jobs,
  JobSource,
  Outbox,
  type RunResult,
  Transactions,
  withVersion,
} from '@shop/service-kit';
import type { Model } from 'mongoose';
import { type FieldsOf, Showcase } from '../showcase/showcase.ts';
import type { Config } from '../variables.ts';
import { nextTurn, stateAt, stateOf } from './banner-times.rules.ts';
import type { Banner } from './banner.schema.ts';
import { fieldsOf } from './banner.view.ts';

/** A banner as an item of the job. */
type Turned = Omit<Banner, '_id'> & { _id: string };
/** As they are sent. */
type Times = Pick<BodyOf<typeof content.changeBanner>, 'from' | 'until'>;

const LEASE_MS = 60_000;

const dateOf = (sent: string | undefined): Date | null => (sent ? new Date(sent) : null);

/**
 * The banners at the top of the home page, oldest first. One with times is shown and hidden by a job, which writes it and tells the caches
 * as a change by staff does.
 */
@Injectable()
export class BannersService extends Showcase<Banner, content.StaffBanner> implements OnModuleInit {
  readonly #banners: Model<Banner>;
  readonly #transactions: Transactions;

  constructor(
    @InjectModel('Banner') banners: Model<Banner>,
    transactions: Transactions,
    outbox: Outbox,
    audit: AuditTrail,
    edits: Edits,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(banners, transactions, outbox, audit, edits, { name: 'banner', tag: 'banners', order: 1 });
    this.#banners = banners;
    this.#transactions = transactions;
  }

  onModuleInit(): void {
    this.jobs.add<Turned>({
      name: 'banners',
      source: new JobSource(this.#banners as unknown as Model<Turned>, { under: 'turn' }),
      pollMs: this.config.BANNER_SWEEP,
      leaseMs: LEASE_MS,
      retry: { firstMs: 1_000, maxMs: 60_000 },
      run: ({ _id }) => this.#turn(_id),
    });
  }

  /** Those of this time. */
  shown(): Promise<Banner[]> {
    return this.#banners
      .find({ isHidden: { $ne: true } })
      .sort({ _id: 1 })
      .lean<Banner[]>();
  }

  override viewOf(banner: Banner): content.StaffBanner {
    // The state changes by itself: a form that is open meets no conflict then.
    return withVersion({ ...fieldsOf(banner), state: stateOf(banner, this.clock.now()) }, ['state']);
  }

  /** What is stored of a new banner. @throws Failure `request.invalid` for an end that is over: it would never be shown */
  timesToBegin(sent: Times): Partial<FieldsOf<Banner>> {
    const times = this.timesOf(sent);
    if (times.until && times.until <= this.clock.now()) throw invalidField('until', 'This time is over');
    return times;
  }

  /** What is stored: nothing where no times are sent, `null` for an empty one. An end that is over hides a banner at once. */
  timesOf(sent: Times): Partial<FieldsOf<Banner>> {
    if (sent.from === undefined) return {};
    const times = { from: dateOf(sent.from), until: dateOf(sent.until) };
    const now = this.clock.now();
    const dueAt = nextTurn(times, now);
    // Another object takes the banner away from a run of the job that is under way.
    return { ...times, isHidden: stateAt(times, now) !== 'shown', turn: dueAt ? { dueAt } : null };
  }

  protected override auditedOf({ title, link, focus, image, from, until }: Banner): Record<string, unknown> {
    return {
      ...{ image, title, ...(link && { link }), ...(focus && { focus }) },
      ...{ ...(from && { from }), ...(until && { until }) },
    };
  }

  #turn(_id: string): Promise<RunResult<Turned>> {
    return this.#transactions.run(async (session): Promise<RunResult<Turned>> => {
      const banner = await this.#banners.findById(_id).session(session).lean<Banner>();
      if (!banner) return { outcome: 'done' };
      const now = this.clock.now();
      const isHidden = stateAt(banner, now) !== 'shown';
      if (isHidden !== (banner.isHidden ?? false)) {
        await this.#banners.updateOne({ _id }, { $set: { isHidden } }, { session });
        await this.publish(session);
      }
      const dueAt = nextTurn(banner, now);
      return { outcome: 'done', ...(dueAt && { dueAt }) };
    });
  }
}
