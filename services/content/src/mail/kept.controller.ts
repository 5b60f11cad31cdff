import { content } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

/** For identity: what is kept of an account, for its owner. */
@ContractController()
export class KeptController {
  constructor(private readonly mails: MailsService) {}

  @Route(content.getKept)
  async kept(@ValidatedInput() { params }: Input<typeof content.getKept>) {
    return { kept: { mails: await this.mails.keptOf(params.userId) } };
  }
}
