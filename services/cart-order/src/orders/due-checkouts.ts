import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, Jobs, type RunResult } from '@shop/service-kit';
import type { Checkout } from '../checkouts/checkout.schema.ts';
import { CheckoutsRepository } from '../checkouts/checkouts.repository.ts';
import { CheckoutsService } from '../checkouts/checkouts.service.ts';
import type { Config } from '../variables.ts';
import { CapturesService } from './captures.service.ts';

const CONCURRENCY = 4;
/** Short, so that a buyer of a killed process does not wait: two runs of one checkout at once are harmless. */
const LEASE_MS = 10_000;
const MAX_RETRY_MS = 60_000;
const TIDY_EVERY_MS = 3_600_000;

/**
 * The job of due checkouts: expired ones, reservations of a process that died, and those that were paid late. Another one
 * removes those that ended long ago.
 */
@Injectable()
export class DueCheckouts implements OnModuleInit {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly checkoutsService: CheckoutsService,
    private readonly captures: CapturesService,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { CHECKOUT_SWEEP } = this.config;
    this.jobs.add<Checkout>({
      name: 'checkouts',
      source: this.checkouts.jobSource,
      pollMs: CHECKOUT_SWEEP,
      leaseMs: LEASE_MS,
      concurrency: CONCURRENCY,
      retry: { firstMs: CHECKOUT_SWEEP, maxMs: MAX_RETRY_MS },
      run: (checkout) => this.#run(checkout),
    });
    this.jobs.addRecurring({
      name: 'checkouts-tidy',
      everyMs: TIDY_EVERY_MS,
      retry: { firstMs: 1_000, maxMs: TIDY_EVERY_MS },
      run: () => this.checkoutsService.tidy(),
    });
  }

  /** Every move of a checkout sets or unsets when it is due. */
  async #run(checkout: Checkout): Promise<RunResult<Checkout>> {
    if (checkout.state !== 'retaking') await this.checkoutsService.expire(checkout);
    else if (!(await this.captures.retake(checkout))) {
      return { outcome: 'postponed', dueAt: new Date(this.clock.millis() + this.config.CHECKOUT_SWEEP) };
    }
    return { outcome: 'rescheduled' };
  }
}
