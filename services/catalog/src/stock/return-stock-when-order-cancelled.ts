import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { StockService } from './stock.service.ts';

@Controller()
export class ReturnStockWhenOrderCancelled {
  constructor(private readonly stock: StockService) {}

  @OnEvent(cartOrder.orderCancelled, work('return-stock-when-order-cancelled'))
  async handle({ data }: EventOf<typeof cartOrder.orderCancelled>, { session }: EventContext): Promise<void> {
    await this.stock.move(data.holdId, 'return', session, data.orderId);
  }
}
