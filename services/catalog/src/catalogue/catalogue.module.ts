import { Module } from '@nestjs/common';
import { ProductsModule } from '../products/products.module.ts';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.ts';
import { CatalogueIndex } from './catalogue-index.ts';
import { RenewIndexWhenCatalogueChanged } from './renew-index-when-catalogue-changed.ts';

@Module({
  imports: [ProductsModule, TaxonomyModule],
  controllers: [RenewIndexWhenCatalogueChanged],
  providers: [CatalogueIndex],
  exports: [CatalogueIndex],
})
export class CatalogueModule {}
