import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '@shop/service-kit';
import { RenamesModule } from '../renames/renames.module.ts';
import { productSchema } from '../products/product.schema.ts';
import { TaxonomyService } from './taxonomy.service.ts';
import { taxonomyEntrySchema } from './taxonomy-entry.schema.ts';
import { TaxonomyRepository } from './taxonomy.repository.ts';
import { CategoriesController } from './categories.controller.ts';
import { MaterialsController } from './materials.controller.ts';

@Module({
  imports: [
    AuditModule,
    RenamesModule,
    MongooseModule.forFeature([
      { name: 'TaxonomyEntry', schema: taxonomyEntrySchema },
      { name: 'Product', schema: productSchema },
    ]),
  ],
  controllers: [CategoriesController, MaterialsController],
  providers: [TaxonomyService, TaxonomyRepository],
  exports: [TaxonomyService],
})
export class TaxonomyModule {}
