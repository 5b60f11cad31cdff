import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Consumer, ServiceFailures } from '@shop/contracts';
import { AuditTrail } from '../audit/audit-trail.ts';
import { Transactions } from '../database/transactions.ts';
import { NotConfirmed } from '../events/broker.ts';
import { OthersLook } from '../events/dead-letters.ts';
import { EventBus } from '../events/event-bus.ts';
import { CONSUMER } from '../events/options.ts';
import { Failure } from '../http/failure.ts';
import { Jobs } from '../jobs/jobs.ts';
import type { Session } from '../session/session.ts';

const MAX_EVENTS_LISTED = 100;
const MAX_REPLAYED = 1_000;

/** What went wrong in this service, and lets staff try it again: each time is in the audit trail. */
@Injectable()
export class Operations {
  readonly #logger = new Logger(Operations.name);

  constructor(
    private readonly bus: EventBus,
    private readonly jobs: Jobs,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    @Inject(CONSUMER) private readonly service: Consumer,
  ) {}

  async failures(): Promise<ServiceFailures> {
    const [dead, jobs] = await Promise.all([this.#deadLetters(), this.#failingJobs()]);
    return { events: dead?.letters ?? null, eventCount: dead?.count ?? null, jobs };
  }

  /** @throws Failure `operation.handler-unknown`, `operation.event-gone`, `operation.queues-away` */
  async replay(
    staff: Pick<Session, 'userId'>,
    { handler, eventId }: { handler: string; eventId?: string | undefined },
  ): Promise<{ replayed: number; left: number }> {
    if (!this.bus.workHandlers.includes(handler)) throw new Failure('operation.handler-unknown');
    try {
      const done = await this.bus.replay(handler, { eventId, limit: MAX_REPLAYED }, (events) =>
        this.#record(staff, {
          action: 'event.replayed',
          subject: 'event',
          subjectId: eventId ?? handler,
          after: { service: this.service, handler, events },
        }),
      );
      if (done.replayed === 0 && eventId !== undefined) throw new Failure('operation.event-gone');
      return done;
    } catch (error) {
      if (error instanceof NotConfirmed || error instanceof OthersLook)
        throw new Failure('operation.queues-away', { cause: error });
      throw error;
    }
  }

  /** @throws Failure `operation.job-unknown` */
  async retry(
    staff: Pick<Session, 'userId'>,
    { job, id }: { job: string; id?: string | undefined },
  ): Promise<{ retried: number }> {
    const failed = await this.jobs.failed(job, id);
    if (!failed) throw new Failure('operation.job-unknown');
    if (failed.length === 0) return { retried: 0 };
    await this.#record(staff, {
      action: 'job.retried',
      subject: 'job',
      subjectId: job,
      after: { service: this.service, item: id ?? 'all that failed' },
    });
    return { retried: (await this.jobs.retry(job, id)) ?? 0 };
  }

  async #deadLetters() {
    try {
      return await this.bus.deadLetters(MAX_EVENTS_LISTED);
    } catch (error) {
      this.#logger.warn('The queues could not be asked for what was given up', error);
      return undefined;
    }
  }

  async #failingJobs(): Promise<ServiceFailures['jobs']> {
    const failing = (await this.jobs.overview()).filter((job) => job.failing > 0);
    return Promise.all(
      failing
        .toSorted((one, other) => one.job.localeCompare(other.job))
        .map(async ({ job, failing: count }) => ({
          job,
          failing: count,
          items: ((await this.jobs.failed(job)) ?? []).map(({ id, failures, lastError, nextAt }) => ({
            ...{ id, failures, reason: lastError, nextAt: nextAt?.toISOString() ?? null },
          })),
        })),
    );
  }

  /** Before it is done: what could not be written down is not done. */
  #record(
    staff: Pick<Session, 'userId'>,
    change: { action: string; subject: string; subjectId: string; after: Record<string, unknown> },
  ): Promise<void> {
    return this.transactions.run((session) => this.audit.record(session, staff, { ...change, before: null }));
  }
}
