import { Inject, Injectable, Logger } from '@nestjs/common';
import type { identity } from '@shop/contracts';
import { CONFIG, Failure, Outbox, Redis, Transactions } from '@shop/service-kit';
import type { Config } from '../variables.ts';
import { Keys } from '../keys/keys.ts';
import { announceCreated } from '../users/user.announcements.ts';
import type { UserDocument } from '../users/user.schema.ts';
import { viewOf } from '../users/user.view.ts';
import { takenField, UsersRepository } from '../users/users.repository.ts';
import { Challenges, type Purpose } from './challenges.ts';
import { type CodeMail, Mailer } from './mailer.ts';
import { hashPassword, isCommonPassword, verifyPassword } from './passwords.ts';
import { Sessions } from '../sessions/sessions.ts';
import { SignInLimits } from './sign-in-limits.ts';

/** The requesting browser: its IP address and its pending challenge. */
export interface ClientInfo {
  address: string;
  challengeId: string | undefined;
}

export interface CodeSent {
  challengeId: string;
  answer: { message: string; sentTo: string; resendAfterS: number };
}

export interface SignedIn {
  user: identity.User;
  accessToken: string;
  refreshToken: string;
}

/**
 * The three flows (sign in, register, new password), each completed with a one-time code. No response reveals whether an
 * account exists.
 */
@Injectable()
export class AuthService {
  readonly #logger = new Logger(AuthService.name);

  constructor(
    private readonly users: UsersRepository,
    private readonly challenges: Challenges,
    private readonly sessions: Sessions,
    private readonly keys: Keys,
    private readonly limits: SignInLimits,
    private readonly mailer: Mailer,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Checks the password and mails a code. @throws Failure `auth.wrong-credentials`, `auth.code-too-soon`, `auth.code-not-sent` */
  async signIn(login: string, password: string, client: ClientInfo): Promise<CodeSent> {
    await this.#admit(login, client);
    const user = await this.users.byLogin(login);
    if (!(await verifyPassword(user?.passwordHash, password)) || !user) throw new Failure('auth.wrong-credentials');
    const { id, code } = await this.challenges.start({ kind: 'sign-in', userId: user.id }, login, client.challengeId);
    await this.#mail(id, user.email, user.name, this.#codeMail('sign-in', code));
    return this.#sent(id, user.email);
  }

  /** Mails a code that completes the registration; if the account exists, notifies its owner instead. */
  async register(
    { name, email, password }: { name: string; email: string; password: string },
    client: ClientInfo,
  ): Promise<CodeSent> {
    rejectCommonPassword(password);
    await this.#admit(email, client);
    const passwordHash = await hashPassword(password);
    const owner = await this.users.byLogin(email);
    const purpose: Purpose = owner
      ? { kind: 'nothing' }
      : { kind: 'register', name, email: email.toLowerCase(), passwordHash };
    const { id, code } = await this.challenges.start(purpose, email, client.challengeId);
    await this.#mail(
      id,
      email,
      owner?.name ?? name,
      owner ? { kind: 'account-exists' } : this.#codeMail('register', code),
    );
    return this.#sent(id, email);
  }

  /** Mails a code that sets the new password; without an account, responds the same and mails nothing. */
  async newPassword(login: string, password: string, client: ClientInfo): Promise<CodeSent> {
    rejectCommonPassword(password);
    await this.#admit(login, client);
    await this.limits.countNewPassword(login);
    const passwordHash = await hashPassword(password);
    const user = await this.users.byLogin(login);
    const purpose: Purpose = user ? { kind: 'new-password', userId: user.id, passwordHash } : { kind: 'nothing' };
    const { id, code } = await this.challenges.start(purpose, login, client.challengeId);
    if (user) {
      // Not awaited: the response time would reveal that the account exists. A lost mail can be requested again.
      this.#mail(id, user.email, user.name, this.#codeMail('new-password', code)).catch((error: unknown) =>
        this.#logger.warn('A code for a new password could not be sent', error),
      );
    }
    // As typed, not as stored, so that a stranger learns nothing.
    return this.#sent(id, login);
  }

  /** Redeems the code and starts the session. @throws Failure `auth.wrong-code` */
  async verify(login: string, code: string, client: ClientInfo): Promise<SignedIn> {
    this.#requireRedis();
    const purpose = await this.challenges.redeem(client.challengeId, login, code);
    const user = await this.#accountOf(purpose);
    await this.limits.reset(login);
    const { sid, refreshToken } = await this.sessions.start({ userId: user.id, role: user.role });
    const accessToken = await this.keys.sign({ userId: user.id, sid, role: user.role });
    return { user: viewOf(user), accessToken, refreshToken };
  }

  /** New tokens for a refresh token. @throws Failure `session.required` when it is not valid any more */
  async renew(refreshToken: string | undefined): Promise<{ accessToken: string; refreshToken: string }> {
    this.#requireRedis();
    const session = await this.sessions.renew(refreshToken);
    const user = session && (await this.users.byId(session.userId));
    if (!session || user?.role !== session.role) {
      // The account was deleted or its role changed, and ending its sessions failed then.
      if (session) await this.sessions.end(session.sid, session.userId);
      throw new Failure('session.required');
    }
    return { accessToken: await this.keys.sign(session), refreshToken: session.refreshToken };
  }

  /** Ends the session of an access token, even one that has expired. */
  async signOut(accessToken: string | undefined): Promise<void> {
    const claims = accessToken && (await this.keys.read(accessToken, this.config.SESSION_LIFETIME));
    if (!claims) return;
    this.#requireRedis();
    await this.sessions.end(claims.sid, claims.userId);
  }

  async #accountOf(purpose: Exclude<Purpose, { kind: 'nothing' }>): Promise<UserDocument> {
    if (purpose.kind === 'register') return this.#create(purpose);
    const user = await this.users.byId(purpose.userId);
    // Deleted since the code was mailed.
    if (!user) throw new Failure('auth.wrong-code');
    if (purpose.kind === 'new-password') {
      // First, so that no session outlives the password it was started with.
      await this.sessions.endAll(user.id);
      user.passwordHash = purpose.passwordHash;
      await user.save();
    }
    return user;
  }

  async #create({ name, email, passwordHash }: Extract<Purpose, { kind: 'register' }>): Promise<UserDocument> {
    try {
      return await this.transactions.run(async (session) => {
        const user = await this.users.create({ name, email, passwordHash, role: 'user' }, session);
        await announceCreated(this.outbox, session, user);
        return user;
      });
    } catch (error) {
      // Registered concurrently in another window: the user signs in with that account's password.
      if (takenField(error)) throw new Failure('auth.wrong-code', { cause: error });
      throw error;
    }
  }

  async #admit(login: string, { address }: ClientInfo): Promise<void> {
    this.#requireRedis();
    await this.limits.count(login, address);
  }

  /** Without Redis no code can be verified: responds with 503 before sending one. */
  #requireRedis(): void {
    if (!this.redis.client.isReady) throw new Failure('session.unavailable', { headers: { 'retry-after': '2' } });
  }

  #codeMail(kind: 'sign-in' | 'register' | 'new-password', code: string): CodeMail {
    return { kind, code, validForMinutes: Math.max(1, Math.round(this.config.CODE_LIFETIME / 60_000)) };
  }

  async #mail(challengeId: string, to: string, name: string, mail: CodeMail): Promise<void> {
    try {
      await this.mailer.send({ to, name, mail });
    } catch (error) {
      // So that the retry is not rejected as too soon.
      await this.challenges.drop(challengeId);
      throw new Failure('auth.code-not-sent', { cause: error });
    }
  }

  #sent(challengeId: string, sentTo: string): CodeSent {
    return {
      challengeId,
      answer: {
        message: 'OTP sent!',
        sentTo: masked(sentTo),
        resendAfterS: Math.ceil(this.config.CODE_RESEND_AFTER / 1000),
      },
    };
  }
}

function rejectCommonPassword(password: string): void {
  if (!isCommonPassword(password)) return;
  throw new Failure('auth.weak-password', { errors: { password: 'This is among the most common passwords' } });
}

/** `asha@example.com` → `a•••@example.com`; a username is returned as typed. */
function masked(login: string): string {
  const at = login.lastIndexOf('@');
  return at > 0 ? `${login[0]}•••${login.slice(at)}` : login;
}
