import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type cartOrder, catalog, type DataOf, DEFAULT_TAX } from '@shop/contracts';
import { isNewer, Jobs, Outbox, Transactions } from '@shop/service-kit';
import type { ClientSession, Model, mongo } from 'mongoose';
import { CartOrder } from './cart-order.ts';
import type { Tax } from './tax.schema.ts';

const HOUR_MS = 3_600_000;

/** The GST rate and which prices shoppers see, from cart-order's events. */
@Injectable()
export class TaxService implements OnModuleInit {
  constructor(
    @InjectModel('Tax') private readonly tax: Model<Tax>,
    private readonly cartOrder: CartOrder,
    private readonly jobs: Jobs,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit(): void {
    // A new database has missed the events so far. Until cart-order answers, its defaults hold.
    this.jobs.addRecurring({
      name: 'tax',
      everyMs: HOUR_MS,
      retry: { firstMs: 500, maxMs: 15_000 },
      run: () => this.#ask(),
    });
  }

  /** Read again by every request: after a change no instance may answer, and so have cached, what was before. */
  async current(): Promise<cartOrder.TaxSettings> {
    // Through the driver, without mongoose's overhead.
    const collection = this.tax.collection as unknown as mongo.Collection<Tax>;
    return (await collection.findOne({ _id: 'tax' })) ?? DEFAULT_TAX;
  }

  /** Caches are dropped again: what they fetched since the event was answered with the settings before. */
  async changed({ tag, ...tax }: DataOf<typeof cartOrder.taxChanged>, version: number, session: ClientSession) {
    const known = await this.tax.findById('tax').session(session).lean<Tax>();
    if (!isNewer({ version }, known?.version)) return;
    await this.tax.replaceOne({ _id: 'tax' }, { ...tax, version }, { session, upsert: true });
    await this.outbox.publish(session, catalog.taxonomyChanged, { key: tag, data: { tag } });
  }

  async #ask(): Promise<void> {
    if (await this.tax.exists({ _id: 'tax' })) return;
    const tax = await this.cartOrder.tax();
    await this.transactions.run(async (session) => {
      // An event that came in the meantime is newer.
      const { upsertedCount } = await this.tax.updateOne(
        { _id: 'tax' },
        { $setOnInsert: { ...tax, version: 0 } },
        { session, upsert: true },
      );
      if (upsertedCount === 0) return;
      await this.outbox.publish(session, catalog.taxonomyChanged, { key: 'tax', data: { tag: 'tax' } });
    });
  }
}
