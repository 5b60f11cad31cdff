import { Inject, Res } from '@nestjs/common';
import { identity } from '@shop/contracts';
import { ContractController, CONFIG, Failure, ValidatedInput, type Input, Route } from '@shop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../variables.ts';
import { AuthService } from './auth.service.ts';
import type { CodeSent } from './codes.ts';
import {
  clearSessionCookies,
  clientInfoOf,
  type CookieRules,
  cookieRulesOf,
  readCookies,
  setChallengeCookie,
  setSessionCookies,
  setSignedInCookies,
} from './cookies.ts';

@ContractController()
export class AuthController {
  readonly #cookies: CookieRules;

  constructor(
    private readonly auth: AuthService,
    @Inject(CONFIG) config: Config,
  ) {
    this.#cookies = cookieRulesOf(config);
  }

  @Route(identity.sendCode)
  async sendCode(
    @ValidatedInput() { body, request }: Input<typeof identity.sendCode>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#sent(reply, await this.auth.signIn(body.email, body.password, clientInfoOf(request)));
  }

  @Route(identity.register)
  async register(
    @ValidatedInput() { body, request }: Input<typeof identity.register>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#sent(reply, await this.auth.register(body, clientInfoOf(request)));
  }

  @Route(identity.forgotPassword)
  async forgotPassword(
    @ValidatedInput() { body, request }: Input<typeof identity.forgotPassword>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#sent(reply, await this.auth.newPassword(body.email, body.password, clientInfoOf(request)));
  }

  @Route(identity.continueWithEmail)
  async continueWithEmail(
    @ValidatedInput() { body, request }: Input<typeof identity.continueWithEmail>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#sent(reply, await this.auth.continueWithEmail(body.email, clientInfoOf(request)));
  }

  @Route(identity.verifyCode)
  async verify(
    @ValidatedInput() { body, request }: Input<typeof identity.verifyCode>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const signedIn = await this.auth.verify(body, clientInfoOf(request));
    setSignedInCookies(reply, this.#cookies, signedIn);
    return { user: signedIn.user };
  }

  @Route(identity.refreshSession)
  async refresh(
    @ValidatedInput() { request }: Input<typeof identity.refreshSession>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    try {
      const { accessToken, refreshToken } = await this.auth.renew(readCookies(request).refresh);
      setSessionCookies(reply, this.#cookies, accessToken, refreshToken);
      return { success: true as const };
    } catch (error) {
      if (error instanceof Failure && error.code === 'session.required') clearSessionCookies(reply, this.#cookies);
      throw error;
    }
  }

  @Route(identity.logoutByLink)
  logoutByLink(
    @ValidatedInput() { request }: Input<typeof identity.logoutByLink>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // Browsers set this header and pages cannot forge it: rejects images and links on other sites.
    if (request.headers['sec-fetch-site'] !== 'same-origin') throw new Failure('request.foreign-origin');
    return this.#signOut(request, reply);
  }

  @Route(identity.logout)
  logout(
    @ValidatedInput() { request }: Input<typeof identity.logout>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#signOut(request, reply);
  }

  async #signOut(request: FastifyRequest, reply: FastifyReply) {
    await this.auth.signOut(readCookies(request).access);
    clearSessionCookies(reply, this.#cookies);
    return { success: true as const, message: 'Logged out successfully' };
  }

  #sent(reply: FastifyReply, { challengeId, answer }: CodeSent) {
    setChallengeCookie(reply, this.#cookies, challengeId);
    return answer;
  }
}
