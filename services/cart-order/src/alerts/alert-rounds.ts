import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { paiseFrom } from '@shop/contracts';
import type { cartOrder } from '@shop/contracts';
import { Clock, CONFIG, type JobHandle, Jobs, type RunResult, Transactions } from '@shop/service-kit';
import { Catalog } from '../clients/catalog.ts';
import type { Config } from '../variables.ts';
import { sizeOfRound } from './alert.rules.ts';
import type { AlertRound } from './alert.schema.ts';
import { AlertsRepository } from './alerts.repository.ts';

/** Alerts in one transaction. */
const BATCH = 200;

/**
 * The job that tells people about a piece. That it is back is told to a few for each free piece, those first who have waited for the
 * longest, and to the next after a while if it is still there; a lower price to everybody who agreed at a higher one.
 */
@Injectable()
export class AlertRounds implements OnModuleInit {
  #job!: JobHandle<AlertRound>;

  constructor(
    private readonly alerts: AlertsRepository,
    private readonly catalog: Catalog,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.#job = this.jobs.add<AlertRound>({
      name: 'alert-rounds',
      source: this.alerts.roundJobs,
      pollMs: this.config.ALERT_SWEEP,
      leaseMs: this.config.ALERT_LEASE,
      concurrency: 2,
      retry: { firstMs: 5_000, maxMs: 600_000 },
      run: (round) => this.#run(round),
    });
  }

  wake(): void {
    this.#job.wake();
  }

  async #run({ _id }: AlertRound): Promise<RunResult<AlertRound>> {
    const [kind, productId] = _id.split('.') as [cartOrder.AlertKind, string];
    // As it is now: the event may be late.
    const piece = (await this.catalog.cardsOf([productId])).get(productId);
    if (!piece || piece.stock < 1) return { outcome: 'done' };
    const above = kind === 'price-drop' ? paiseFrom(piece.price) : undefined;
    let room = kind === 'price-drop' ? Infinity : sizeOfRound(piece.stock, this.config.ALERT_PEOPLE_PER_PIECE);
    for (;;) {
      const waiting = await this.alerts.waiting(kind, productId, above, Math.min(BATCH, room) || 1);
      if (waiting.length === 0) return { outcome: 'done' };
      if (room === 0) {
        return { outcome: 'postponed', dueAt: new Date(this.clock.millis() + this.config.ALERT_ROUND) };
      }
      const soonestAt = new Date(this.clock.millis() + this.config.ALERT_GATHER);
      const pauseMs = this.config.ALERT_PAUSE;
      await this.transactions.run((session) => this.alerts.queue(waiting, { soonestAt, pauseMs }, session));
      room -= waiting.length;
    }
  }
}
