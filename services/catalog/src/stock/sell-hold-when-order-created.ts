import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { StockService } from './stock.service.ts';

@Controller()
export class SellHoldWhenOrderCreated {
  constructor(private readonly stock: StockService) {}

  // Idempotent: the state of the hold prevents selling it twice.
  @OnEvent(cartOrder.orderCreated, work('sell-hold-when-order-created', { idempotent: true }))
  async handle({ data }: EventOf<typeof cartOrder.orderCreated>): Promise<void> {
    await this.stock.sell(data.holdId, data);
  }
}
