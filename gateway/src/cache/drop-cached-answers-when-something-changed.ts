import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { catalog, content, type EventOf } from '@shop/contracts';
import { broadcast, EventBus } from '@shop/service-kit';
import { PageCache } from './page-cache.ts';

const HANDLER = broadcast('drop-cached-answers-when-something-changed');

/** Which cached answers an event makes old: their tags, as the contracts of the calls name them (`cache.tags`). */
@Controller()
export class DropCachedAnswersWhenSomethingChanged {
  constructor(
    private readonly cache: PageCache,
    bus: EventBus,
  ) {
    bus.onGap(() => cache.dropAll());
  }

  @EventPattern(catalog.productChanged.name, HANDLER)
  productChanged(@Payload() { data }: EventOf<typeof catalog.productChanged>): void {
    this.cache.drop(['products', ...product(data)]);
  }

  @EventPattern(catalog.productRemoved.name, HANDLER)
  productRemoved(@Payload() { data }: EventOf<typeof catalog.productRemoved>): void {
    this.cache.drop(['products', ...product(data)]);
  }

  @EventPattern(catalog.stockChanged.name, HANDLER)
  stockChanged(@Payload() { data }: EventOf<typeof catalog.stockChanged>): void {
    // Listings tell only whether there is any.
    this.cache.drop(data.availabilityChanged ? ['products', ...product(data)] : product(data));
  }

  @EventPattern(catalog.reviewPosted.name, HANDLER)
  reviewPosted(@Payload() { data }: EventOf<typeof catalog.reviewPosted>): void {
    this.cache.drop(['products', `rating:${data.productId}`, ...product(data)]);
  }

  @EventPattern(catalog.assortmentChanged.name, HANDLER)
  assortmentChanged(@Payload() { data }: EventOf<typeof catalog.assortmentChanged>): void {
    this.cache.drop([data.tag]);
  }

  @EventPattern(content.contentChanged.name, HANDLER)
  contentChanged(@Payload() { data }: EventOf<typeof content.contentChanged>): void {
    this.cache.drop([data.tag]);
  }
}

/** A product page is asked for by its group code or by the id of a product. */
const product = ({ productGroup, productId }: { productGroup: string; productId: string }): string[] => [
  `product:${productGroup}`,
  `product:${productId}`,
];
