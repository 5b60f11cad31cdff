import { Inject, Res } from '@nestjs/common';
import { identity } from '@shop/contracts';
import { ContractController, CONFIG, ValidatedInput, type Input, Route } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import type { Config } from '../variables.ts';
import { AccountService } from './account.service.ts';
import type { SignedIn } from './browser-sessions.ts';
import type { CodeSent } from './codes.ts';
import { clientInfoOf, type CookieRules, cookieRulesOf, setChallengeCookie, setSignedInCookies } from './cookies.ts';

/** Password and e-mail address, as their owner changes them. */
@ContractController()
export class AccountController {
  readonly #cookies: CookieRules;

  constructor(
    private readonly account: AccountService,
    @Inject(CONFIG) config: Config,
  ) {
    this.#cookies = cookieRulesOf(config);
  }

  @Route(identity.sendProofCode)
  async sendProofCode(
    @ValidatedInput() { session, request }: Input<typeof identity.sendProofCode>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#sent(reply, await this.account.sendProofCode(session, clientInfoOf(request)));
  }

  @Route(identity.proveAgain)
  proveAgain(@ValidatedInput() { session, body, request }: Input<typeof identity.proveAgain>) {
    return this.account.proveAgain(session, body, clientInfoOf(request));
  }

  @Route(identity.changePassword)
  async changePassword(
    @ValidatedInput() { session, body, request }: Input<typeof identity.changePassword>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#signedIn(reply, await this.account.changePassword(session, body, clientInfoOf(request)));
  }

  @Route(identity.requestEmail)
  async requestEmail(
    @ValidatedInput() { session, body, request }: Input<typeof identity.requestEmail>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#sent(reply, await this.account.requestEmail(session, body, clientInfoOf(request)));
  }

  @Route(identity.confirmEmail)
  async confirmEmail(
    @ValidatedInput() { session, body, request }: Input<typeof identity.confirmEmail>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#signedIn(reply, await this.account.confirmEmail(session, body.otp, clientInfoOf(request)));
  }

  #sent(reply: FastifyReply, { challengeId, answer }: CodeSent) {
    setChallengeCookie(reply, this.#cookies, challengeId);
    return answer;
  }

  #signedIn(reply: FastifyReply, signedIn: SignedIn) {
    setSignedInCookies(reply, this.#cookies, signedIn);
    return { user: signedIn.user };
  }
}
