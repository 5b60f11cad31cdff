import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CatalogueModule } from '../catalogue/catalogue.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { SynonymsModule } from '../synonyms/synonyms.module.ts';
import { TaxModule } from '../tax/tax.module.ts';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.ts';
import { popularSearchSchema } from './popular-search.schema.ts';
import { PopularSearches } from './popular-searches.ts';
import { SearchController } from './search.controller.ts';
import { SearchService } from './search.service.ts';

@Module({
  imports: [
    CatalogueModule,
    ProductsModule,
    SynonymsModule,
    TaxModule,
    TaxonomyModule,
    MongooseModule.forFeature([{ name: 'PopularSearch', schema: popularSearchSchema }]),
  ],
  controllers: [SearchController],
  providers: [SearchService, PopularSearches],
})
export class SearchModule {}
