import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { RefundsService } from './refunds.service.ts';

const HANDLER = work('pay-money-back-when-refund-requested');

@Controller()
export class PayMoneyBackWhenRefundRequested {
  constructor(private readonly refunds: RefundsService) {}

  @OnEvent(cartOrder.refundRequested, HANDLER)
  async requested({ data }: EventOf<typeof cartOrder.refundRequested>, { session }: EventContext): Promise<void> {
    await this.refunds.request(data, data.reason, session);
  }

  @OnEvent(cartOrder.checkoutRefused, HANDLER)
  async refused({ data }: EventOf<typeof cartOrder.checkoutRefused>, { session }: EventContext): Promise<void> {
    await this.refunds.request(data, 'checkout-refused', session);
  }
}
