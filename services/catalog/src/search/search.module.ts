import { Module } from '@nestjs/common';
import { AssortmentModule } from '../assortment/assortment.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { RenewIndexWhenCatalogueChanged } from './renew-index-when-catalogue-changed.ts';
import { SearchController } from './search.controller.ts';
import { SearchService } from './search.service.ts';

@Module({
  imports: [ProductsModule, AssortmentModule],
  controllers: [SearchController, RenewIndexWhenCatalogueChanged],
  providers: [SearchService],
})
export class SearchModule {}
