import { Module } from '@nestjs/common';
import { OptionsModule } from '../options/options.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.ts';
import { CatalogueIndex } from './catalogue-index.ts';
import { FormerFilters } from './former-filters.ts';
import { RenewIndexWhenCatalogueChanged } from './renew-index-when-catalogue-changed.ts';

@Module({
  imports: [OptionsModule, ProductsModule, TaxonomyModule],
  controllers: [RenewIndexWhenCatalogueChanged],
  providers: [CatalogueIndex, FormerFilters],
  exports: [CatalogueIndex, FormerFilters],
})
export class CatalogueModule {}
