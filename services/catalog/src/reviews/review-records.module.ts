import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { purchaseSchema, reviewSchema } from './review.schema.ts';
import { ReviewsRepository } from './reviews.repository.ts';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: 'Review', schema: reviewSchema },
      { name: 'Purchase', schema: purchaseSchema },
    ]),
  ],
  providers: [ReviewsRepository],
  exports: [ReviewsRepository],
})
export class ReviewRecordsModule {}
