import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { ReviewsRepository } from './reviews.repository.ts';

/** Stores who bought what: reviews are marked as those of buyers. */
@Controller()
export class RememberPurchaseWhenOrderCreated {
  constructor(private readonly reviews: ReviewsRepository) {}

  @OnEvent(cartOrder.orderCreated, work('remember-purchase-when-order-created', { idempotent: true }))
  async handle({ data }: EventOf<typeof cartOrder.orderCreated>): Promise<void> {
    const bought = new Set(data.lines.map(({ productId }) => productId));
    await this.reviews.upsertPurchases(data.userId, [...bought]);
  }
}
