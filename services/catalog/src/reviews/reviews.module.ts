import { Module } from '@nestjs/common';
import { AuditModule, PeopleModule } from '@shop/service-kit';
import { PicturesModule } from '../pictures/pictures.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { RememberPurchaseWhenOrderChanged } from './remember-purchase-when-order-changed.ts';
import { RenewReviewsWhenUserChanged } from './renew-reviews-when-user-changed.ts';
import { ReviewRecordsModule } from './review-records.module.ts';
import { ReviewsController } from './reviews.controller.ts';
import { ReviewsService } from './reviews.service.ts';
import { SentPhotos } from './sent-photos.ts';

@Module({
  imports: [PicturesModule, ProductsModule, PeopleModule, AuditModule, ReviewRecordsModule],
  controllers: [ReviewsController, RememberPurchaseWhenOrderChanged, RenewReviewsWhenUserChanged],
  providers: [ReviewsService, SentPhotos],
  exports: [ReviewsService],
})
export class ReviewsModule {}
