import { Controller } from '@nestjs/common';
import { catalog, type EventOf } from '@shop/contracts';
import { OnEvent, Transactions, work } from '@shop/service-kit';
import { ProductSnapshotsService } from './product-snapshots.service.ts';

// Snapshots carry the version of the last event, so a redelivery changes nothing.
const HANDLER = work('renew-piece-when-catalogue-changed', { idempotent: true });

@Controller()
export class RefreshProductSnapshotWhenCatalogueChanged {
  constructor(
    private readonly snapshots: ProductSnapshotsService,
    private readonly transactions: Transactions,
  ) {}

  @OnEvent(catalog.productChanged, HANDLER)
  async changed({ data, version }: EventOf<typeof catalog.productChanged>): Promise<void> {
    await this.transactions.run((session) => this.snapshots.productChanged({ ...data, version }, session));
  }

  @OnEvent(catalog.productRemoved, HANDLER)
  async removed({ data, version }: EventOf<typeof catalog.productRemoved>): Promise<void> {
    await this.transactions.run((session) => this.snapshots.productRemoved({ ...data, version }, session));
  }

  @OnEvent(catalog.stockChanged, HANDLER)
  async stock({ data, version }: EventOf<typeof catalog.stockChanged>): Promise<void> {
    await this.snapshots.stockChanged({ ...data, version });
  }
}
