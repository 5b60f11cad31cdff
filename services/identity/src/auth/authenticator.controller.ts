import { identity } from '@shop/contracts';
import { ContractController, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { Authenticators } from './authenticators.ts';
import { clientInfoOf } from './cookies.ts';

@ContractController()
export class AuthenticatorController {
  constructor(private readonly authenticators: Authenticators) {}

  @Route(identity.getAuthenticator)
  async get(@ValidatedInput() { session }: Input<typeof identity.getAuthenticator>) {
    return { authenticator: await this.authenticators.of(session) };
  }

  @Route(identity.beginAuthenticator)
  begin(@ValidatedInput() { session, body, request }: Input<typeof identity.beginAuthenticator>) {
    return this.authenticators.begin(session, body, clientInfoOf(request));
  }

  @Route(identity.confirmAuthenticator)
  async confirm(@ValidatedInput() { session, body, request }: Input<typeof identity.confirmAuthenticator>) {
    return { recoveryCodes: await this.authenticators.confirm(session, body.otp, clientInfoOf(request)) };
  }

  @Route(identity.removeAuthenticator)
  async remove(@ValidatedInput() { session, body, request }: Input<typeof identity.removeAuthenticator>) {
    await this.authenticators.remove(session, body, clientInfoOf(request));
    return { authenticator: null };
  }

  @Route(identity.resetAuthenticator)
  async reset(@ValidatedInput() { session, params }: Input<typeof identity.resetAuthenticator>) {
    await this.authenticators.reset(session, params.id);
    return { id: params.id };
  }
}
