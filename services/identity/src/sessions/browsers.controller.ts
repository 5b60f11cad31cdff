import { identity } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { BrowsersService } from './browsers.service.ts';

/** Where an account is signed in. */
@ContractController()
export class BrowsersController {
  constructor(private readonly browsers: BrowsersService) {}

  @Route(identity.listSessions)
  async list(@ValidatedInput() { session }: Input<typeof identity.listSessions>) {
    return { sessions: await this.browsers.list(session) };
  }

  @Route(identity.endSession)
  async end(@ValidatedInput() { session, params }: Input<typeof identity.endSession>) {
    await this.browsers.end(session, params.id);
    return { success: true as const };
  }

  @Route(identity.endOtherSessions)
  async endOthers(@ValidatedInput() { session }: Input<typeof identity.endOtherSessions>) {
    return { ended: await this.browsers.endOthers(session) };
  }
}
