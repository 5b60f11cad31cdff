import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, Jobs, type RunResult } from '@shop/service-kit';
import { Providers } from '../providers/providers.ts';
import type { Config } from '../shared-variables.ts';
import type { DisputeWatch } from './dispute-watch.schema.ts';
import { DisputeWatchesRepository } from './dispute-watches.repository.ts';
import { DisputesService } from './disputes.service.ts';

/** Providers list changes of the last 180 days. */
const MAX_HISTORY_MS = 179 * 24 * 3_600_000;
/** Lists may lag behind, and clocks differ. */
const OVERLAP_MS = 3_600_000;

/**
 * The job that asks providers for disputes whose webhook never came: the bank gives the shop a few days to respond, and no
 * response loses the dispute.
 */
@Injectable()
export class DisputeWatcher implements OnModuleInit {
  constructor(
    private readonly watches: DisputeWatchesRepository,
    private readonly disputes: DisputesService,
    private readonly providers: Providers,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { PAYMENT_SWEEP, PAYMENT_LEASE, PAYMENT_RETRY, DISPUTE_WATCH_EVERY } = this.config;
    const watched = this.providers.all().filter(({ disputes }) => disputes);
    this.jobs.add<DisputeWatch>({
      name: 'disputes',
      source: this.watches.jobSource,
      pollMs: PAYMENT_SWEEP,
      leaseMs: PAYMENT_LEASE,
      concurrency: watched.length,
      retry: { firstMs: PAYMENT_RETRY, maxMs: DISPUTE_WATCH_EVERY },
      prepare: async () => {
        const seenUntil = new Date(this.clock.millis() - MAX_HISTORY_MS);
        for (const { name: _id } of watched) await this.watches.create({ _id, seenUntil, dueAt: this.clock.now() });
      },
      run: (watch) => this.#check(watch),
    });
  }

  async #check({ _id: provider, seenUntil }: DisputeWatch): Promise<RunResult<DisputeWatch>> {
    const startedAt = this.clock.millis();
    const since = new Date(Math.max(seenUntil.getTime(), startedAt - MAX_HISTORY_MS));
    for (const dispute of await this.providers.of(provider).disputes!(since)) {
      await this.disputes.report(provider, dispute);
    }
    return {
      outcome: 'done',
      dueAt: new Date(startedAt + this.config.DISPUTE_WATCH_EVERY),
      set: { seenUntil: new Date(startedAt - OVERLAP_MS) },
    };
  }
}
