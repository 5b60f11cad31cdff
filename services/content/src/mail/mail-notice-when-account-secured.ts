import { Controller } from '@nestjs/common';
import { type EventOf, identity } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

@Controller()
export class MailNoticeWhenAccountSecured {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(identity.accountSecured, work('mail-notice-when-account-secured', { idempotent: true }))
  async handle(event: EventOf<typeof identity.accountSecured>): Promise<void> {
    await this.mails.notify(event);
  }
}
