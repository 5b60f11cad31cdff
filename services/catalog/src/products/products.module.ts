import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { catalog } from '@shop/contracts';
import { AuditModule } from '@shop/service-kit';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.ts';
import { detailsSchemasOf } from './details.schema.ts';
import { productSchema } from './product.schema.ts';
import { ProductsController } from './products.controller.ts';
import { ProductsRepository } from './products.repository.ts';
import { ProductsService } from './products.service.ts';
import { StaffProductsController } from './staff-products.controller.ts';
import { StaffProductsService } from './staff-products.service.ts';

@Module({
  imports: [
    TaxonomyModule,
    AuditModule,
    MongooseModule.forFeature([
      { name: 'Product', schema: productSchema },
      { name: 'Details', ...detailsSchemasOf(catalog.DETAIL_FIELDS) },
    ]),
  ],
  controllers: [ProductsController, StaffProductsController],
  providers: [ProductsService, ProductsRepository, StaffProductsService],
  exports: [ProductsService, ProductsRepository, MongooseModule],
})
export class ProductsModule {}
