import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

@Controller()
export class MailLinkWhenOrderLinkRequested {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(cartOrder.orderLinkRequested, work('mail-link-when-order-link-requested', { idempotent: true }))
  async handle(event: EventOf<typeof cartOrder.orderLinkRequested>): Promise<void> {
    await this.mails.queue('order-link', event);
  }
}
