import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, type JobHandle, Jobs, Outbox, type RunResult, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { recipientIdOf } from '../alerts/recipient.rules.ts';
import { CheckoutsRepository } from '../checkouts/checkouts.repository.ts';
import { OrderNotesRepository } from '../notes/order-notes.repository.ts';
import type { Order } from '../orders/order.schema.ts';
import { OrdersRepository } from '../orders/orders.repository.ts';
import type { Config } from '../variables.ts';
import { BuyersRepository } from './buyers.repository.ts';
import type { Erasure } from './erasure.schema.ts';
import { sealed, unfinishedOf } from './sealing.rules.ts';

const LEASE_MS = 5 * 60_000;
const MAX_RETRY_MS = 3_600_000;
const TIDY_EVERY_MS = 24 * 3_600_000;

/**
 * The job that takes deleted accounts out of checkouts and orders. What is not finished waits: pieces on their way still need an
 * address.
 */
@Injectable()
export class ErasuresService implements OnModuleInit {
  #job!: JobHandle<Erasure>;

  constructor(
    private readonly buyers: BuyersRepository,
    private readonly orders: OrdersRepository,
    private readonly notes: OrderNotesRepository,
    private readonly checkouts: CheckoutsRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { ERASURE_SWEEP } = this.config;
    this.#job = this.jobs.add<Erasure>({
      name: 'erasures',
      source: this.buyers.erasureSource,
      pollMs: ERASURE_SWEEP,
      leaseMs: LEASE_MS,
      retry: { firstMs: ERASURE_SWEEP, maxMs: MAX_RETRY_MS },
      run: (erasure) => this.#run(erasure),
    });
    this.jobs.addRecurring({
      name: 'sealed-buyers-tidy',
      everyMs: TIDY_EVERY_MS,
      retry: { firstMs: 1_000, maxMs: TIDY_EVERY_MS },
      run: () => this.buyers.removeSealed(this.clock.now()),
    });
  }

  async begin(userId: string, session: ClientSession): Promise<void> {
    await this.buyers.beginErasure(userId, this.clock.now(), session);
    this.#job.wakeAfter(session);
  }

  async #run({ _id: userId }: Erasure): Promise<RunResult<Erasure>> {
    // First: what becomes an order from now on is among the orders.
    const live = await this.checkouts.liveOf(userId);
    const orders = await this.orders.allOf(userId);
    for (const order of orders) {
      if (order.sealedAt === undefined && unfinishedOf(order) === undefined) await this.#seal(order._id);
    }
    // Money that comes late for a checkout that is gone goes back by itself.
    await this.checkouts.removeEndedOf(userId);
    const isWaiting = live.length > 0 || orders.some((order) => unfinishedOf(order) !== undefined);
    const ids = orders.map(({ _id }) => _id);
    const isPublished = await this.outbox.forget([...ids, recipientIdOf({ userId })]);
    if (isWaiting || !isPublished) {
      return { outcome: 'postponed', dueAt: new Date(this.clock.millis() + this.config.ERASURE_WAIT) };
    }
    await this.buyers.endErasure(userId);
    return { outcome: 'settled' };
  }

  async #seal(orderId: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const order: Order | null = await this.orders.byId(orderId, session);
      if (!order || order.sealedAt !== undefined || unfinishedOf(order) !== undefined) return;
      const { buyer, fields } = sealed(order, this.clock.now());
      await this.buyers.seal(buyer, session);
      await this.orders.takeOut(orderId, fields, session);
      await this.notes.removeAll(orderId, session);
    });
  }
}
