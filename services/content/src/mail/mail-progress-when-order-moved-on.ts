import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

@Controller()
export class MailProgressWhenOrderMovedOn {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(cartOrder.orderStatusChanged, work('mail-progress-when-order-moved-on'))
  async handle(event: EventOf<typeof cartOrder.orderStatusChanged>, { session }: EventContext): Promise<void> {
    // After "delivered" nobody wants to read "on its way".
    await this.mails.queue('order-moved-on', event, session, `progress of ${event.data.orderId}`);
  }
}
