import { Controller } from '@nestjs/common';
import { catalog, type EventOf } from '@shop/contracts';
import { broadcast, OnEvent } from '@shop/service-kit';
import { CatalogueIndex } from './catalogue-index.ts';

const HANDLER = broadcast('renew-index-when-catalogue-changed');

/** Events only name what to read again, so their order does not matter. */
@Controller()
export class RenewIndexWhenCatalogueChanged {
  constructor(private readonly index: CatalogueIndex) {}

  @OnEvent([catalog.productChanged, catalog.productRemoved], HANDLER)
  async product({ data }: EventOf<typeof catalog.productRemoved>): Promise<void> {
    await this.index.refresh([data.productId]);
  }

  @OnEvent(catalog.taxonomyChanged, HANDLER)
  async taxonomy({ data }: EventOf<typeof catalog.taxonomyChanged>): Promise<void> {
    // Products that have a new name of a category change as well, each by itself. `products` are all, after a bulk load.
    if (data.tag === 'products') await this.index.build();
    if (['categories', 'materials'].includes(data.tag)) await this.index.renewMenu();
  }
}
