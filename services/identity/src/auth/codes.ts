import { Inject, Injectable } from '@nestjs/common';
import { CallError, CONFIG, Failure, Redis } from '@shop/service-kit';
import type { UserDocument } from '../users/user.schema.ts';
import type { Config } from '../variables.ts';
import { Challenges, type Purpose } from './challenges.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { type CodeMail, Mailer } from './mailer.ts';
import { type Caller, type CodeKind, SignInLimits } from './sign-in-limits.ts';

/** The requesting browser: its IP address, its pending challenge, its cookie of `KnownBrowsers`, and how it names itself. */
export interface ClientInfo {
  address: string;
  challengeId: string | undefined;
  knownBrowser: string | undefined;
  userAgent: string | undefined;
}

export interface CodeSent {
  challengeId: string;
  answer: { message: string; sentTo: string; resendAfterS: number; by?: 'app' };
}

/** A code that is being mailed. */
interface Mailing {
  challengeId: string;
  kind: CodeKind;
  caller: Caller;
}

/** Starts codes within their limits, and mails them. */
@Injectable()
export class Codes {
  constructor(
    private readonly challenges: Challenges,
    private readonly limits: SignInLimits,
    private readonly knownBrowsers: KnownBrowsers,
    private readonly mailer: Mailer,
    private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  callerOf(login: string, { address, knownBrowser }: ClientInfo, user?: UserDocument | null): Caller {
    return { login, address, knownBrowser: user ? this.knownBrowsers.find(knownBrowser, user) : undefined };
  }

  /** @throws Failure `auth.code-too-soon`, `request.too-many`, `session.unavailable` */
  async admit(kind: CodeKind, caller: Caller, client: ClientInfo): Promise<void> {
    this.requireRedis();
    // First, because a code that is not sent does not count.
    await this.challenges.requireDue(caller.login, client.challengeId);
    await this.limits.countCode(kind, caller);
  }

  /** A code in place of the browser's earlier one, as the mail that tells it. */
  async start(
    kind: Extract<CodeMail, { code: string }>['kind'],
    purpose: Purpose,
    caller: Caller,
    client: ClientInfo,
  ): Promise<{ mailing: Mailing; mail: CodeMail }> {
    const { id, code } = await this.challenges.start(purpose, caller.login, client.challengeId);
    const validForMinutes = Math.max(1, Math.round(this.config.CODE_LIFETIME / 60_000));
    return { mailing: { challengeId: id, kind, caller }, mail: { kind, code, validForMinutes } };
  }

  /** @throws Failure `auth.code-not-sent`, or `request.invalid` where the mail server refuses a new address */
  async mail({ challengeId, kind, caller }: Mailing, to: string, name: string, mail: CodeMail): Promise<void> {
    try {
      await this.mailer.send({ to, name, mail });
    } catch (error) {
      // So that the retry is neither too soon nor one too many.
      await this.challenges.drop(challengeId);
      await this.limits.uncountCode(kind, caller);
      const isNewAddress = kind === 'register' || kind === 'new-email' || kind === 'continue';
      if (isNewAddress && error instanceof CallError && error.code === 'mail.recipient-refused') {
        throw new Failure('request.invalid', { errors: { email: error.problem!.message }, cause: error });
      }
      throw new Failure('auth.code-not-sent', { cause: error });
    }
  }

  /** In place of a mail: the code is in the account's authenticator app. */
  askedOfApp(challengeId: string): CodeSent {
    const answer = {
      message: 'Enter the code of your authenticator app',
      sentTo: '',
      resendAfterS: 0,
      by: 'app' as const,
    };
    return { challengeId, answer };
  }

  sent(challengeId: string, sentTo: string): CodeSent {
    return {
      challengeId,
      answer: {
        message: 'OTP sent!',
        sentTo: masked(sentTo),
        resendAfterS: Math.ceil(this.config.CODE_RESEND_AFTER / 1000),
      },
    };
  }

  /** Without Redis no code can be verified: responds with 503 before sending one. */
  requireRedis(): void {
    if (!this.redis.client.isReady) throw new Failure('session.unavailable', { headers: { 'retry-after': '2' } });
  }
}

/** `asha@example.com` → `a•••@example.com`; a username is returned as typed. */
function masked(login: string): string {
  const at = login.lastIndexOf('@');
  return at > 0 ? `${login[0]}•••${login.slice(at)}` : login;
}
