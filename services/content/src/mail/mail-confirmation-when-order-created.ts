import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

@Controller()
export class MailConfirmationWhenOrderCreated {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(cartOrder.orderCreated, work('mail-confirmation-when-order-created', { idempotent: true }))
  async handle(event: EventOf<typeof cartOrder.orderCreated>): Promise<void> {
    await this.mails.queue('order-created', event);
  }
}
