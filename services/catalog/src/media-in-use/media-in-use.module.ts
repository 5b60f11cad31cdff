import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { collectionSchema } from '../collections/collection.schema.ts';
import { optionSchema } from '../options/option.schema.ts';
import { productSchema } from '../products/product.schema.ts';
import { reviewSchema } from '../reviews/review.schema.ts';
import { taxonomyEntrySchema } from '../taxonomy/taxonomy-entry.schema.ts';
import { ProductsModule } from '../products/products.module.ts';
import { CollectionsModule } from '../collections/collections.module.ts';
import { OptionsModule } from '../options/options.module.ts';
import { ReviewsModule } from '../reviews/reviews.module.ts';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.ts';
import { MediaReplacement } from './media-replacement.ts';
import { MediaInUseController } from './media-in-use.controller.ts';

@Module({
  imports: [
    ProductsModule,
    CollectionsModule,
    OptionsModule,
    ReviewsModule,
    TaxonomyModule,
    MongooseModule.forFeature([
      { name: 'Product', schema: productSchema },
      { name: 'Option', schema: optionSchema },
      { name: 'Review', schema: reviewSchema },
      { name: 'Collection', schema: collectionSchema },
      { name: 'TaxonomyEntry', schema: taxonomyEntrySchema },
    ]),
  ],
  controllers: [MediaInUseController],
  providers: [MediaReplacement],
})
export class MediaInUseModule {}
