import { Controller } from '@nestjs/common';
import { catalog, type EventOf } from '@shop/contracts';
import { broadcast, EventBus, OnEvent } from '@shop/service-kit';
import { KeptQuotes } from './kept-quotes.ts';

const HANDLER = broadcast('forget-quotes-when-catalogue-changed');

/** Events only name what to ask for again, so their order does not matter. */
@Controller()
export class ForgetQuotesWhenCatalogueChanged {
  constructor(
    private readonly kept: KeptQuotes,
    bus: EventBus,
  ) {
    bus.onGap(() => kept.forgetAll());
  }

  @OnEvent([catalog.productChanged, catalog.productRemoved, catalog.stockChanged], HANDLER)
  product({ data }: EventOf<typeof catalog.productRemoved>): void {
    this.kept.forget(data.productId);
  }

  /** Options and customizations have prices, and `products` stands for the whole catalogue. */
  @OnEvent(catalog.taxonomyChanged, HANDLER)
  taxonomy(): void {
    this.kept.forgetAll();
  }
}
