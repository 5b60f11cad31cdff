import { identity } from '@shop/contracts';
import { ContractController, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { NoticesService } from './notices.service.ts';

@ContractController()
export class NoticesController {
  constructor(private readonly notices: NoticesService) {}

  @Route(identity.listNotices)
  list(@ValidatedInput() { session }: Input<typeof identity.listNotices>) {
    return this.notices.list(session);
  }

  @Route(identity.readNotices)
  read(@ValidatedInput() { session, body }: Input<typeof identity.readNotices>) {
    return this.notices.read(session, body);
  }

  @Route(identity.getNoticeChoices)
  async choices(@ValidatedInput() { session }: Input<typeof identity.getNoticeChoices>) {
    return { choices: await this.notices.choices(session) };
  }

  @Route(identity.saveNoticeChoices)
  async saveChoices(@ValidatedInput() { session, body }: Input<typeof identity.saveNoticeChoices>) {
    return { choices: await this.notices.saveChoices(session, body) };
  }
}
