import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '@shop/service-kit';
import { productSchema } from '../products/product.schema.ts';
import { AssortmentService } from './assortment.service.ts';
import { branchSchema } from './branch.schema.ts';
import { BranchesRepository } from './branches.repository.ts';
import { CategoriesController } from './categories.controller.ts';
import { MaterialsController } from './materials.controller.ts';

@Module({
  imports: [
    AuditModule,
    MongooseModule.forFeature([
      { name: 'Branch', schema: branchSchema },
      { name: 'Product', schema: productSchema },
    ]),
  ],
  controllers: [CategoriesController, MaterialsController],
  providers: [AssortmentService, BranchesRepository],
  exports: [AssortmentService],
})
export class AssortmentModule {}
