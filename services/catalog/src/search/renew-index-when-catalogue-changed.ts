import { Controller } from '@nestjs/common';
import { catalog, type EventOf } from '@shop/contracts';
import { broadcast, OnEvent } from '@shop/service-kit';
import { SearchService } from './search.service.ts';

const HANDLER = broadcast('renew-index-when-catalogue-changed');

/** Events only say what to look at again, so their order does not matter. */
@Controller()
export class RenewIndexWhenCatalogueChanged {
  constructor(private readonly search: SearchService) {}

  @OnEvent([catalog.productChanged, catalog.productRemoved], HANDLER)
  async product({ data }: EventOf<typeof catalog.productRemoved>): Promise<void> {
    await this.search.renew(data.productId);
  }

  @OnEvent(catalog.taxonomyChanged, HANDLER)
  async assortment({ data }: EventOf<typeof catalog.taxonomyChanged>): Promise<void> {
    // A renamed branch stands in its products too; `products` is a whole catalogue that came in at once.
    if (['categories', 'materials', 'products'].includes(data.tag)) await this.search.build();
  }
}
