import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { StockService } from './stock.service.ts';

@Controller()
export class SellHoldWhenOrderCreated {
  constructor(private readonly stock: StockService) {}

  @OnEvent(cartOrder.orderCreated, work('sell-hold-when-order-created'))
  async handle({ data }: EventOf<typeof cartOrder.orderCreated>, { session }: EventContext): Promise<void> {
    await this.stock.move(data.holdId, 'sell', session);
  }
}
