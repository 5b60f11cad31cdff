import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule, PeopleModule } from '@shop/service-kit';
import { ProductsModule } from '../products/products.module.ts';
import { RenamesModule } from '../renames/renames.module.ts';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.ts';
import { ProductEditRunner } from './product-edit-runner.ts';
import { productEditRowSchema, productEditSchema } from './product-edit.schema.ts';
import { ProductEditsController } from './product-edits.controller.ts';
import { ProductEditsRepository } from './product-edits.repository.ts';
import { ProductEditsService } from './product-edits.service.ts';
import { TidyProductEdits } from './tidy-product-edits.ts';

@Module({
  imports: [
    ProductsModule,
    TaxonomyModule,
    RenamesModule,
    AuditModule,
    PeopleModule,
    MongooseModule.forFeature([
      { name: 'ProductEdit', schema: productEditSchema },
      { name: 'ProductEditRow', schema: productEditRowSchema },
    ]),
  ],
  controllers: [ProductEditsController],
  providers: [ProductEditsService, ProductEditsRepository, ProductEditRunner, TidyProductEdits],
})
export class ProductEditsModule {}
