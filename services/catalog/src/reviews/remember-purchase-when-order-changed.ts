import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { Types } from 'mongoose';
import { ReviewsService } from './reviews.service.ts';

/** Stores who bought what and did not cancel it: reviews are marked as those of buyers. */
@Controller()
export class RememberPurchaseWhenOrderChanged {
  constructor(private readonly reviews: ReviewsService) {}

  @OnEvent(cartOrder.orderCreated, work('remember-purchase-when-order-created'))
  async created({ data }: EventOf<typeof cartOrder.orderCreated>, { session }: EventContext): Promise<void> {
    const productIds = [...new Set(data.lines.map(({ productId }) => productId))].map((id) => new Types.ObjectId(id));
    await this.reviews.rememberPurchase(data.orderId, { userId: data.userId, productIds }, session);
  }

  @OnEvent(cartOrder.orderCancelled, work('forget-purchase-when-order-cancelled'))
  async cancelled({ data }: EventOf<typeof cartOrder.orderCancelled>, { session }: EventContext): Promise<void> {
    await this.reviews.rememberPurchase(data.orderId, { cancelled: true }, session);
  }
}
