import { Module } from '@nestjs/common';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { RenewIndexWhenCatalogueChanged } from './renew-index-when-catalogue-changed.ts';
import { SearchController } from './search.controller.ts';
import { SearchService } from './search.service.ts';

@Module({
  imports: [ProductsModule, TaxonomyModule],
  controllers: [SearchController, RenewIndexWhenCatalogueChanged],
  providers: [SearchService],
})
export class SearchModule {}
