import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '@shop/service-kit';
import { collectionSchema } from '../collections/collection.schema.ts';
import { customizationSchema } from '../customizations/customization.schema.ts';
import { productSchema } from '../products/product.schema.ts';
import { CollectionFilters } from './collection-filters.ts';
import { OptionUses } from './option-uses.ts';
import { renameSchema } from './rename.schema.ts';
import { RenamesService } from './renames.service.ts';

@Module({
  imports: [
    AuditModule,
    MongooseModule.forFeature([
      { name: 'Rename', schema: renameSchema },
      { name: 'Product', schema: productSchema },
      { name: 'Customization', schema: customizationSchema },
      { name: 'Collection', schema: collectionSchema },
    ]),
  ],
  providers: [RenamesService, OptionUses, CollectionFilters],
  exports: [RenamesService, OptionUses, CollectionFilters],
})
export class RenamesModule {}
