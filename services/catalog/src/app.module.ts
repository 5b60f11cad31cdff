import { Module } from '@nestjs/common';
import { catalog } from '@shop/contracts';
import { AuditModule, OperationsModule } from '@shop/service-kit';
import { TaxModule } from './tax/tax.module.ts';
import { TaxonomyModule } from './taxonomy/taxonomy.module.ts';
import { CollectionsModule } from './collections/collections.module.ts';
import { CustomizationsModule } from './customizations/customizations.module.ts';
import { FeedsModule } from './feeds/feeds.module.ts';
import { ListingsModule } from './listings/listings.module.ts';
import { MediaInUseModule } from './media-in-use/media-in-use.module.ts';
import { MenuModule } from './menu/menu.module.ts';
import { OptionsModule } from './options/options.module.ts';
import { PlannedChangesModule } from './planned-changes/planned-changes.module.ts';
import { PricesModule } from './prices/prices.module.ts';
import { ProductEditsModule } from './product-edits/product-edits.module.ts';
import { ProductGroupsModule } from './product-groups/product-groups.module.ts';
import { ProductImportsModule } from './product-imports/product-imports.module.ts';
import { ProductsModule } from './products/products.module.ts';
import { ReviewsModule } from './reviews/reviews.module.ts';
import { SearchModule } from './search/search.module.ts';
import { StockModule } from './stock/stock.module.ts';
import { SynonymsModule } from './synonyms/synonyms.module.ts';

@Module({
  imports: [
    TaxModule,
    TaxonomyModule,
    ProductsModule,
    ProductEditsModule,
    ProductGroupsModule,
    ProductImportsModule,
    PlannedChangesModule,
    ListingsModule,
    CollectionsModule,
    MenuModule,
    FeedsModule,
    SearchModule,
    SynonymsModule,
    OptionsModule,
    CustomizationsModule,
    PricesModule,
    StockModule,
    ReviewsModule,
    MediaInUseModule,
    OperationsModule.of(catalog, AuditModule),
  ],
})
export class AppModule {}
