import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { ReviewsRepository } from './reviews.repository.ts';

/** So that a review can say that its writer bought the piece here. */
@Controller()
export class RememberPurchaseWhenOrderCreated {
  constructor(private readonly reviews: ReviewsRepository) {}

  @OnEvent(cartOrder.orderCreated, work('remember-purchase-when-order-created', { idempotent: true }))
  async handle({ data }: EventOf<typeof cartOrder.orderCreated>): Promise<void> {
    const bought = new Set(data.lines.map(({ productId }) => productId));
    await this.reviews.rememberPurchases(data.userId, [...bought]);
  }
}
