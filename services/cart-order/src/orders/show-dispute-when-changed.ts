import { Controller } from '@nestjs/common';
import { type EventOf, payment } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { OrdersService } from './orders.service.ts';

@Controller()
export class ShowDisputeWhenChanged {
  constructor(private readonly orders: OrdersService) {}

  @OnEvent(payment.disputeChanged, work('show-dispute-when-changed'))
  async changed({ data }: EventOf<typeof payment.disputeChanged>, { session }: EventContext): Promise<void> {
    await this.orders.applyDispute(data, session);
  }
}
