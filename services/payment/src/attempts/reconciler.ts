import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, Jobs, type RunResult } from '@shop/service-kit';
import { CONCURRENCY } from '../job-concurrency.ts';
import { ListedRefunds } from '../refunds/listed-refunds.ts';
import { Providers } from '../providers/providers.ts';
import type { Config } from '../shared-variables.ts';
import type { Attempt } from './attempt.schema.ts';
import { AttemptsRepository } from './attempts.repository.ts';
import { AttemptsService } from './attempts.service.ts';
import { SettlingService } from './settling.service.ts';

/**
 * The job that asks the provider about every undecided attempt: lost answers, buyers who left after approving, missing
 * webhooks, ended checkouts, late authorisations. Captured attempts are followed for a while: a refund in the provider's
 * dashboard or a second payment may never be reported.
 */
@Injectable()
export class Reconciler implements OnModuleInit {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly machine: AttemptsService,
    private readonly settling: SettlingService,
    private readonly listedRefunds: ListedRefunds,
    private readonly providers: Providers,
    private readonly jobs: Jobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.add<Attempt>({
      name: 'attempts',
      source: this.attempts.jobSource,
      pollMs: this.config.PAYMENT_SWEEP,
      leaseMs: this.config.PAYMENT_LEASE,
      concurrency: CONCURRENCY,
      retry: (attempt) => this.machine.nextCheckAt(attempt),
      run: (attempt) => this.#check(attempt),
    });
  }

  /** An attempt that moves is rescheduled by its move, and the result has no effect. */
  async #check(attempt: Attempt): Promise<RunResult<Attempt>> {
    // Its provider cannot be asked any more. One that is undecided fails here until it can.
    if (isDecided(attempt) && this.providers.isRetired(attempt.provider)) return { outcome: 'done' };
    // A declined attempt waits for its buyer: the card is not charged again without a new approval.
    const { attempt: settled } = await this.settling.settle(attempt, { take: attempt.declinedAt === undefined });
    if (settled.state === 'captured') await this.listedRefunds.apply(settled);
    const dueAt = this.machine.nextCheckAt(attempt);
    if (dueAt) return { outcome: 'postponed', dueAt };
    // It failed before failed attempts were deleted.
    const isKeptForEver = attempt.state === 'failed' && !attempt.keepUntil;
    return { outcome: 'done', ...(isKeptForEver && { set: { keepUntil: this.machine.keepFailedUntil() } }) };
  }
}

const isDecided = ({ state }: Attempt): boolean => state === 'captured' || state === 'failed';
