import { Controller } from '@nestjs/common';
import { type EventOf, identity } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

@Controller()
export class MailStaffWhenNoticeRequested {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(identity.noticeMailRequested, work('mail-staff-when-notice-requested', { idempotent: true }))
  async handle(event: EventOf<typeof identity.noticeMailRequested>): Promise<void> {
    // It is not one of the mails about an order, which its buyer got.
    await this.mails.queue('staff-notice', { ...event, data: { ...event.data, orderId: '' } });
  }
}
