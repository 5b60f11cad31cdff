import { Controller } from '@nestjs/common';
import { type EventOf, payment } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

@Controller()
export class MailInstructionsWhenPaymentAwaited {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(payment.paymentAwaited, work('mail-instructions-when-payment-awaited', { idempotent: true }))
  async handle(event: EventOf<typeof payment.paymentAwaited>): Promise<void> {
    await this.mails.queue('payment-awaited', event);
  }
}
