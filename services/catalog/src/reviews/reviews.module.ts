import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule, PeopleModule } from '@shop/service-kit';
import { ProductsModule } from '../products/products.module.ts';
import { RememberPurchaseWhenOrderCreated } from './remember-purchase-when-order-created.ts';
import { purchaseSchema, reviewSchema } from './review.schema.ts';
import { ReviewsController } from './reviews.controller.ts';
import { ReviewsRepository } from './reviews.repository.ts';
import { ReviewsService } from './reviews.service.ts';

@Module({
  imports: [
    ProductsModule,
    PeopleModule,
    AuditModule,
    MongooseModule.forFeature([
      { name: 'Review', schema: reviewSchema },
      { name: 'Purchase', schema: purchaseSchema },
    ]),
  ],
  controllers: [ReviewsController, RememberPurchaseWhenOrderCreated],
  providers: [ReviewsService, ReviewsRepository],
})
export class ReviewsModule {}
