import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

const HANDLER = work('mail-alerts-when-raised', { idempotent: true });

@Controller()
export class MailAlertsWhenRaised {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(cartOrder.alertRequested, HANDLER)
  async requested(event: EventOf<typeof cartOrder.alertRequested>): Promise<void> {
    await this.mails.queue('alert-requested', { ...event, data: addressed(event.data) });
  }

  @OnEvent(cartOrder.alertRaised, HANDLER)
  async raised(event: EventOf<typeof cartOrder.alertRaised>): Promise<void> {
    await this.mails.queue('alert-raised', { ...event, data: addressed(event.data) });
  }
}

/** A recipient without an account is known by its id; the mail is about no order. */
const addressed = <Data extends { recipientId: string; userId?: string | undefined }>(data: Data) => ({
  ...data,
  userId: data.userId ?? data.recipientId,
  orderId: data.recipientId,
});
