import { Module } from '@nestjs/common';
import { ProductsModule } from '../products/products.module.ts';
import { TaxModule } from '../tax/tax.module.ts';
import { DropFeedWhenCatalogueChanged } from './drop-feed-when-catalogue-changed.ts';
import { FeedsController } from './feeds.controller.ts';
import { MerchantFeed } from './merchant-feed.ts';

@Module({
  imports: [ProductsModule, TaxModule],
  controllers: [FeedsController, DropFeedWhenCatalogueChanged],
  providers: [MerchantFeed],
})
export class FeedsModule {}
