import { Controller } from '@nestjs/common';
import { catalog, content, type EventOf } from '@shop/contracts';
import { broadcast, EventBus, OnEvent } from '@shop/service-kit';
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
    // Listings tell only whether there is any.
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

  @OnEvent(content.contentChanged, HANDLER)
  contentChanged({ data }: EventOf<typeof content.contentChanged>): void {
    this.cache.drop([data.tag]);
  }
}

/** A product page is asked for by its group code or by the id of a product. */
const product = ({ productGroup, productId }: { productGroup: string; productId: string }): string[] => [
  `product:${productGroup}`,
  `product:${productId}`,
];
