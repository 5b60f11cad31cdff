import { content } from '@shop/contracts';
import { CallController, Given, type Input, Route } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

@CallController()
export class MailsController {
  constructor(private readonly mails: MailsService) {}

  @Route(content.listMails)
  list(@Given() { query }: Input<typeof content.listMails>) {
    return this.mails.list(query);
  }

  @Route(content.retryMail)
  async retry(@Given() { session, params }: Input<typeof content.retryMail>) {
    return { mail: await this.mails.retry(session, params.id) };
  }
}
