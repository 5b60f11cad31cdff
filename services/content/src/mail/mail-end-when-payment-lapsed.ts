import { Controller } from '@nestjs/common';
import { type EventOf, payment } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

@Controller()
export class MailEndWhenPaymentLapsed {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(payment.paymentLapsed, work('mail-end-when-payment-lapsed', { idempotent: true }))
  async handle(event: EventOf<typeof payment.paymentLapsed>): Promise<void> {
    await this.mails.queue('payment-lapsed', event);
  }
}
