import { Header, StreamableFile } from '@nestjs/common';
import { catalog } from '@shop/contracts';
import { ContractController, Route } from '@shop/service-kit';
import { MerchantFeed } from './merchant-feed.ts';

@ContractController()
export class FeedsController {
  constructor(private readonly feed: MerchantFeed) {}

  @Route(catalog.getMerchantFeed)
  @Header('cache-control', 'public, max-age=60')
  async merchant() {
    return new StreamableFile(await this.feed.read(), { type: 'application/xml; charset=utf-8' });
  }
}
