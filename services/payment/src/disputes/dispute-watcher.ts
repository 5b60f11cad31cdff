import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG } from '@shop/service-kit';
import { DueWork } from '../due-work/due-work.ts';
import type { ProviderName } from '../providers/provider.ts';
import { Providers } from '../providers/providers.module.ts';
import type { Config } from '../variables.ts';
import type { DisputeWatch } from './dispute-watch.schema.ts';
import { DisputeWatchesRepository } from './dispute-watches.repository.ts';
import { DisputesService } from './disputes.service.ts';

const PROVIDERS: ProviderName[] = ['razorpay', 'paypal'];
/** Providers list what moved within 180 days. */
const LONGEST_MS = 179 * 24 * 3_600_000;
/** A list may lag behind, and clocks differ. */
const OVERLAP_MS = 3_600_000;

/**
 * Asks the providers for disputes whose webhook never came: a bank gives the shop some days to answer, and who does not has
 * lost.
 */
@Injectable()
export class DisputeWatcher implements OnModuleInit {
  readonly #logger = new Logger(DisputeWatcher.name);
  #begun = false;

  constructor(
    private readonly watches: DisputeWatchesRepository,
    private readonly disputes: DisputesService,
    private readonly providers: Providers,
    private readonly due: DueWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.due.register<DisputeWatch>({
      what: 'disputes',
      take: () => this.#take(),
      work: (watch) => this.#look(watch),
    });
  }

  async #take(): Promise<DisputeWatch | null> {
    const now = this.clock.now();
    if (!this.#begun) {
      const seenUntil = this.#ago(LONGEST_MS);
      for (const _id of PROVIDERS) await this.watches.begin({ _id, seenUntil, dueAt: now });
      this.#begun = true;
    }
    return this.watches.takeDue(now, this.#ago(-this.config.PAYMENT_LEASE));
  }

  async #look({ _id: provider, seenUntil }: DisputeWatch): Promise<void> {
    const next = { _id: provider, dueAt: this.#ago(-this.config.DISPUTE_WATCH_EVERY) };
    const looked = this.#ago(OVERLAP_MS);
    try {
      const since = new Date(Math.max(seenUntil.getTime(), this.#ago(LONGEST_MS).getTime()));
      for (const dispute of await this.providers.of(provider).disputes(since)) {
        await this.disputes.told(provider, dispute);
      }
      await this.watches.lookAgain({ ...next, seenUntil: looked });
    } catch (error) {
      const why = error instanceof Error ? error.message : 'unknown';
      this.#logger.warn('The disputes of a provider could not be looked through', { provider, why });
      await this.watches.lookAgain(next);
    }
  }

  #ago(ms: number): Date {
    return new Date(this.clock.millis() - ms);
  }
}
