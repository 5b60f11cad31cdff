import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AuditTrail, Clock, Edits, Jobs, JobSource, Outbox, type RunResult, Transactions } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { type FieldsOf, Showcase } from '../showcase/showcase.ts';
import { nextTurn, stateOf } from './banner-times.rules.ts';
import type { Banner } from './banner.schema.ts';

/** A banner as an item of the job. */
type Turned = Omit<Banner, '_id'> & { _id: string };

const POLL_MS = 1_000;
const LEASE_MS = 60_000;

/**
 * The banners at the top of the home page, oldest first. One with times is shown and hidden by a job, which writes it and tells the caches
 * as a change by staff does.
 */
@Injectable()
export class BannersService extends Showcase<Banner> implements OnModuleInit {
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
  ) {
    super(banners, transactions, outbox, audit, edits, { name: 'banner', tag: 'banners', order: 1 });
    this.#banners = banners;
    this.#transactions = transactions;
  }

  onModuleInit(): void {
    this.jobs.add<Turned>({
      name: 'banners',
      source: new JobSource(this.#banners as unknown as Model<Turned>, { under: 'turn' }),
      pollMs: POLL_MS,
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

  stateOf(banner: Banner): 'coming' | 'shown' | 'over' {
    return stateOf(banner, this.clock.now());
  }

  /** What is stored for times as they are sent: nothing where none are, `null` for an empty one. */
  timesOf(sent: { from?: string | undefined; until?: string | undefined }): Partial<FieldsOf<Banner>> {
    if (sent.from === undefined) return {};
    const from = sent.from ? new Date(sent.from) : null;
    const until = sent.until ? new Date(sent.until) : null;
    const now = this.clock.now();
    const dueAt = nextTurn({ from, until }, now);
    return { from, until, isHidden: stateOf({ from, until }, now) !== 'shown', turn: dueAt ? { dueAt } : null };
  }

  protected override auditedOf({ title, link, image, from, until }: Banner): Record<string, unknown> {
    return { image, title, ...(link && { link }), ...(from && { from }), ...(until && { until }) };
  }

  #turn(_id: string): Promise<RunResult<Turned>> {
    return this.#transactions.run(async (session): Promise<RunResult<Turned>> => {
      const banner = await this.#banners.findById(_id).session(session).lean<Banner>();
      if (!banner) return { outcome: 'done' };
      const now = this.clock.now();
      const isHidden = stateOf(banner, now) !== 'shown';
      if (isHidden !== (banner.isHidden ?? false)) {
        await this.#banners.updateOne({ _id }, { $set: { isHidden } }, { session });
        await this.publish(session);
      }
      const dueAt = nextTurn(banner, now);
      return { outcome: 'done', ...(dueAt && { dueAt }) };
    });
  }
}
