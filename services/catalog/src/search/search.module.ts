import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { TaxModule } from '../tax/tax.module.ts';
import { SearchController } from './search.controller.ts';
import { SearchService } from './search.service.ts';

@Module({
  imports: [CatalogueModule, ProductsModule, TaxModule],
  controllers: [SearchController],
  providers: [SearchService],
})
export class SearchModule {}
