import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.ts';
import { TaxModule } from '../tax/tax.module.ts';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { ListingsController } from './listings.controller.ts';
import { ListingsRepository } from './listings.repository.ts';
import { ListingsService } from './listings.service.ts';

@Module({
  imports: [CatalogueModule, TaxModule, ProductsModule, TaxonomyModule],
  controllers: [ListingsController],
  providers: [ListingsService, ListingsRepository],
})
export class ListingsModule {}
