import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

@Controller()
export class MailProgressWhenOrderMovedOn {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(cartOrder.orderStatusChanged, work('mail-progress-when-order-moved-on', { idempotent: true }))
  async handle(event: EventOf<typeof cartOrder.orderStatusChanged>): Promise<void> {
    // One topic per order: a late "on its way" is not sent after "delivered".
    await this.mails.queue('order-moved-on', event, `progress of ${event.data.orderId}`);
  }
}
