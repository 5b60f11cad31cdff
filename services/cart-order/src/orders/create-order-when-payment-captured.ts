import { Controller } from '@nestjs/common';
import { type EventOf, payment } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { CapturesService } from './captures.service.ts';

@Controller()
export class CreateOrderWhenPaymentCaptured {
  constructor(private readonly captures: CapturesService) {}

  @OnEvent(payment.paymentCaptured, work('create-order-when-payment-captured'))
  async handle({ data }: EventOf<typeof payment.paymentCaptured>, { session }: EventContext): Promise<void> {
    await this.captures.captured(data, session);
  }
}
