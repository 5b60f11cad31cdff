import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { catalog } from '@shop/contracts';
import { AuditModule } from '@shop/service-kit';
import { TaxModule } from '../tax/tax.module.ts';
import { CustomizationsModule } from '../customizations/customizations.module.ts';
import { OptionsModule } from '../options/options.module.ts';
import { RenamesModule } from '../renames/renames.module.ts';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.ts';
import { Offerings } from '../prices/offerings.ts';
import { StockLedger } from '../stock/stock-ledger.ts';
import { stockMovementSchema } from '../stock/stock-movement.schema.ts';
import { AttentionService } from './attention.service.ts';
import { ReviewRecordsModule } from '../reviews/review-records.module.ts';
import { detailsSchemasOf } from './details.schema.ts';
import { GroupRatings } from './group-ratings.ts';
import { productSchema } from './product.schema.ts';
import { Pieces } from './pieces.ts';
import { ProductsController } from './products.controller.ts';
import { ProductsRepository } from './products.repository.ts';
import { ProductsService } from './products.service.ts';
import { StaffProductsController } from './staff-products.controller.ts';
import { StaffProductsService } from './staff-products.service.ts';

@Module({
  imports: [
    TaxModule,
    TaxonomyModule,
    OptionsModule,
    CustomizationsModule,
    RenamesModule,
    ReviewRecordsModule,
    AuditModule,
    MongooseModule.forFeature([
      { name: 'Product', schema: productSchema },
      { name: 'StockMovement', schema: stockMovementSchema },
      { name: 'Details', ...detailsSchemasOf(catalog.DETAIL_FIELDS) },
    ]),
  ],
  controllers: [ProductsController, StaffProductsController],
  providers: [
    ProductsService,
    ProductsRepository,
    StaffProductsService,
    AttentionService,
    Offerings,
    GroupRatings,
    StockLedger,
    Pieces,
  ],
  exports: [
    ProductsService,
    StaffProductsService,
    ProductsRepository,
    GroupRatings,
    StockLedger,
    Pieces,
    MongooseModule,
  ],
})
export class ProductsModule {}
