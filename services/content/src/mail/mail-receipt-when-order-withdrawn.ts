import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

@Controller()
export class MailReceiptWhenOrderWithdrawn {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(cartOrder.orderWithdrawn, work('mail-receipt-when-order-withdrawn', { idempotent: true }))
  async handle(event: EventOf<typeof cartOrder.orderWithdrawn>): Promise<void> {
    await this.mails.queue('order-withdrawn', event);
  }
}
