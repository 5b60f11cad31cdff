import { Controller } from '@nestjs/common';
import { type EventOf, payment } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { CheckoutsService } from './checkouts.service.ts';

@Controller()
export class LetAnotherPaymentBeginWhenPaymentFailed {
  constructor(private readonly checkouts: CheckoutsService) {}

  @OnEvent(payment.paymentFailed, work('let-another-payment-begin-when-payment-failed'))
  async handle({ data }: EventOf<typeof payment.paymentFailed>, { session }: EventContext): Promise<void> {
    await this.checkouts.paymentFailed(data.checkoutId, data, session);
  }
}
