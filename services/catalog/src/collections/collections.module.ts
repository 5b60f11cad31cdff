import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '@shop/service-kit';
import { CatalogueModule } from '../catalogue/catalogue.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { TaxModule } from '../tax/tax.module.ts';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.ts';
import { CollectionParts } from './collection-parts.ts';
import { collectionSchema } from './collection.schema.ts';
import { CollectionsController } from './collections.controller.ts';
import { CollectionsRepository } from './collections.repository.ts';
import { CollectionsService } from './collections.service.ts';
import { StaffCollectionsService } from './staff-collections.service.ts';

@Module({
  imports: [
    AuditModule,
    CatalogueModule,
    ProductsModule,
    TaxModule,
    TaxonomyModule,
    MongooseModule.forFeature([{ name: 'Collection', schema: collectionSchema }]),
  ],
  controllers: [CollectionsController],
  providers: [CollectionsService, StaffCollectionsService, CollectionsRepository, CollectionParts],
  exports: [CollectionsService, StaffCollectionsService],
})
export class CollectionsModule {}
