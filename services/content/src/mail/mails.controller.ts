import { content } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

@ContractController()
export class MailsController {
  constructor(private readonly mails: MailsService) {}

  @Route(content.listMails)
  list(@ValidatedInput() { query }: Input<typeof content.listMails>) {
    return this.mails.list(query);
  }

  @Route(content.retryMail)
  async retry(@ValidatedInput() { session, params }: Input<typeof content.retryMail>) {
    return { mail: await this.mails.retry(session, params.id) };
  }
}
