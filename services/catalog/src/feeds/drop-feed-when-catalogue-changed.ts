import { Controller } from '@nestjs/common';
import { catalog, type EventOf } from '@shop/contracts';
import { broadcast, EventBus, OnEvent } from '@shop/service-kit';
import { MerchantFeed } from './merchant-feed.ts';

const HANDLER = broadcast('drop-feed-when-catalogue-changed');

@Controller()
export class DropFeedWhenCatalogueChanged {
  constructor(
    private readonly feed: MerchantFeed,
    bus: EventBus,
  ) {
    bus.onGap(() => this.feed.drop());
  }

  /** Prices before and with tax are among them: `taxonomy.changed` names the tax too. */
  @OnEvent([catalog.productChanged, catalog.productRemoved, catalog.taxonomyChanged], HANDLER)
  async changed(): Promise<void> {
    this.feed.drop();
  }

  @OnEvent(catalog.stockChanged, HANDLER)
  async stock({ data }: EventOf<typeof catalog.stockChanged>): Promise<void> {
    if (data.availabilityChanged) this.feed.drop();
  }
}
