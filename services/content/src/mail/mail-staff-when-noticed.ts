import { Controller } from '@nestjs/common';
import { type EventOf, identity } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

@Controller()
export class MailStaffWhenNoticed {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(identity.noticesMailed, work('mail-staff-when-noticed', { idempotent: true }))
  async handle(event: EventOf<typeof identity.noticesMailed>): Promise<void> {
    // Those of an order are what its buyer gets.
    await this.mails.queue('staff-notice', { ...event, data: { ...event.data, orderId: '' } });
  }
}
