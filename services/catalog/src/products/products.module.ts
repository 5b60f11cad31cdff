import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '@shop/service-kit';
import { AssortmentModule } from '../assortment/assortment.module.ts';
import { DETAILS_SCHEMAS, detailsSchema } from './details.schema.ts';
import { productSchema } from './product.schema.ts';
import { ProductsController } from './products.controller.ts';
import { ProductsRepository } from './products.repository.ts';
import { ProductsService } from './products.service.ts';
import { StaffProductsController } from './staff-products.controller.ts';
import { StaffProductsService } from './staff-products.service.ts';

@Module({
  imports: [
    AssortmentModule,
    AuditModule,
    MongooseModule.forFeature([
      { name: 'Product', schema: productSchema },
      {
        name: 'Details',
        schema: detailsSchema,
        discriminators: Object.entries(DETAILS_SCHEMAS).map(([name, schema]) => ({ name, schema })),
      },
    ]),
  ],
  controllers: [ProductsController, StaffProductsController],
  providers: [ProductsService, ProductsRepository, StaffProductsService],
  exports: [ProductsService, ProductsRepository, MongooseModule],
})
export class ProductsModule {}
