import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { collectionSchema } from '../collections/collection.schema.ts';
import { optionSchema } from '../options/option.schema.ts';
import { productSchema } from '../products/product.schema.ts';
import { reviewSchema } from '../reviews/review.schema.ts';
import { taxonomyEntrySchema } from '../taxonomy/taxonomy-entry.schema.ts';
import { MediaInUseController } from './media-in-use.controller.ts';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: 'Product', schema: productSchema },
      { name: 'Option', schema: optionSchema },
      { name: 'Review', schema: reviewSchema },
      { name: 'Collection', schema: collectionSchema },
      { name: 'TaxonomyEntry', schema: taxonomyEntrySchema },
    ]),
  ],
  controllers: [MediaInUseController],
})
export class MediaInUseModule {}
