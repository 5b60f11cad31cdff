import { Controller } from '@nestjs/common';
import { cartOrder, catalog, content, type EventOf } from '@shop/contracts';
import { broadcast, EventBus, OnEvent } from '@shop/service-kit';
import { PageCache } from './page-cache.ts';

const HANDLER = broadcast('drop-cached-answers-when-something-changed');

/** Drops the cached answers that an event makes stale, by the tags in the contracts of the calls (`cache.tags`). */
@Controller()
export class DropCachedAnswersWhenSomethingChanged {
  constructor(
    private readonly cache: PageCache,
    bus: EventBus,
  ) {
    bus.onGap(() => cache.dropAll());
  }

  @OnEvent(catalog.productChanged, HANDLER)
  productChanged({ data }: EventOf<typeof catalog.productChanged>): void {
    this.cache.drop(['products', ...product(data)]);
  }

  @OnEvent(catalog.productRemoved, HANDLER)
  productRemoved({ data }: EventOf<typeof catalog.productRemoved>): void {
    this.cache.drop(['products', ...product(data)]);
  }

  @OnEvent(catalog.stockChanged, HANDLER)
  stockChanged({ data }: EventOf<typeof catalog.stockChanged>): void {
    // Listings only show whether a product is in stock.
    this.cache.drop(data.availabilityChanged ? ['products', ...product(data)] : product(data));
  }

  @OnEvent(catalog.reviewPosted, HANDLER)
  reviewPosted({ data }: EventOf<typeof catalog.reviewPosted>): void {
    this.cache.drop(['products', `rating:${data.productId}`, ...product(data)]);
  }

  @OnEvent(catalog.taxonomyChanged, HANDLER)
  taxonomyChanged({ data }: EventOf<typeof catalog.taxonomyChanged>): void {
    this.cache.drop([data.tag]);
  }

  @OnEvent(cartOrder.taxChanged, HANDLER)
  taxChanged({ data }: EventOf<typeof cartOrder.taxChanged>): void {
    this.cache.drop([data.tag]);
  }

  @OnEvent(content.contentChanged, HANDLER)
  contentChanged({ data }: EventOf<typeof content.contentChanged>): void {
    this.cache.drop([data.tag]);
  }
}

/** A product page is requested by its group code or by a product's id. */
const product = ({ productGroup, productId }: { productGroup: string; productId: string }): string[] => [
  `product:${productGroup}`,
  `product:${productId}`,
];
