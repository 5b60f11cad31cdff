import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Clock, CONFIG, type JobHandle, Jobs, JobSource, Outbox, type RunResult } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import { AuditEntry, PERSONAL } from '../audit/audit.schema.ts';
import type { Notice } from '../notices/notice.schema.ts';
import type { Download } from '../own-data/download.schema.ts';
import type { Config } from '../variables.ts';
import type { View } from '../views/view.schema.ts';
import type { Erasure } from './erasure.schema.ts';

const LEASE_MS = 5 * 60_000;
const MAX_RETRY_MS = 3_600_000;

/**
 * The job that takes a deleted account out of downloads, views, notices, the audit trail and the events that were published of it. Some time
 * after the deletion, so that what was on its way then has arrived.
 */
@Injectable()
export class Erasures implements OnModuleInit {
  #job!: JobHandle<Erasure>;

  constructor(
    @InjectModel('Erasure') private readonly erasures: Model<Erasure>,
    @InjectModel('Download') private readonly downloads: Model<Download>,
    @InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>,
    @InjectModel('View') private readonly views: Model<View>,
    @InjectModel('Notice') private readonly notices: Model<Notice>,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { ERASURE_SWEEP } = this.config;
    this.#job = this.jobs.add<Erasure>({
      name: 'erasures',
      source: new JobSource(this.erasures),
      pollMs: ERASURE_SWEEP,
      leaseMs: LEASE_MS,
      retry: { firstMs: ERASURE_SWEEP, maxMs: MAX_RETRY_MS },
      run: (erasure) => this.#run(erasure),
    });
  }

  /** In the transaction of the deletion. */
  async begin(userId: string, session: ClientSession): Promise<void> {
    await this.erasures.updateOne({ _id: userId }, { $set: { dueAt: this.#later() } }, { session, upsert: true });
    this.#job.wakeAfter(session);
  }

  async #run({ _id: userId }: Erasure): Promise<RunResult<Erasure>> {
    await this.downloads.deleteMany({ userId });
    await this.notices.deleteMany({ userId });
    await this.views.deleteMany({ makerId: userId, shared: false });
    await this.views.updateMany({ defaultOf: userId }, { $pull: { defaultOf: userId } });
    const fields = ['before', 'after'].flatMap((side) => PERSONAL.map((field) => [`${side}.${field}`, 1]));
    await this.entries.updateMany(
      { subject: 'user', subjectId: userId },
      // With the salt goes what the mark of the entry says of them.
      { $unset: Object.fromEntries([...fields, ['mark.salt', 1]]) as never },
    );
    // What waits to be published is needed still.
    if (!(await this.outbox.forget([userId]))) return { outcome: 'postponed', dueAt: this.#later() };
    await this.erasures.deleteOne({ _id: userId });
    return { outcome: 'settled' };
  }

  #later(): Date {
    return new Date(this.clock.millis() + this.config.ERASURE_WAIT);
  }
}
