import { Inject, Injectable, Logger } from '@nestjs/common';
import { type BodyOf, type identity, staffRoleOf } from '@shop/contracts';
import { CONFIG, Failure, Outbox, Transactions } from '@shop/service-kit';
import type { Config } from '../variables.ts';
import { Keys } from '../keys/keys.ts';
import { announceCreated, announceUpdated } from '../users/user.announcements.ts';
import { Guests } from '../users/guests.ts';
import { NO_NAME, type UserDocument } from '../users/user.schema.ts';
import { takenField, UsersRepository } from '../users/users.repository.ts';
import { Authenticators } from './authenticators.ts';
import { BrowserSessions, type SignedIn } from './browser-sessions.ts';
import { Challenges, type Purpose } from './challenges.ts';
import { type ClientInfo, Codes, type CodeSent } from './codes.ts';
import { Credentials } from './credentials.ts';
import { NewPasswords } from './new-passwords.ts';
import { hashPassword, rejectCommonPassword, verifyPassword } from './passwords.ts';
import { accountOf, Sessions } from '../sessions/sessions.ts';
import { SignInLimits } from './sign-in-limits.ts';

/**
 * The four flows (sign in, register, new password, continue with e-mail), each completed with a one-time code. No response reveals whether an
 * account exists.
 */
@Injectable()
export class AuthService {
  readonly #logger = new Logger(AuthService.name);

  constructor(
    private readonly users: UsersRepository,
    private readonly guests: Guests,
    private readonly challenges: Challenges,
    private readonly codes: Codes,
    private readonly credentials: Credentials,
    private readonly sessions: Sessions,
    private readonly browserSessions: BrowserSessions,
    private readonly newPasswords: NewPasswords,
    private readonly authenticators: Authenticators,
    private readonly keys: Keys,
    private readonly limits: SignInLimits,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Checks the password and mails a code. @throws Failure `auth.wrong-credentials`, `auth.code-too-soon`, `auth.code-not-sent` */
  async signIn(login: string, password: string, client: ClientInfo): Promise<CodeSent> {
    this.codes.requireRedis();
    const user = await this.users.byLogin(login);
    const caller = this.codes.callerOf(login, client, user);
    await this.limits.countPassword(caller);
    if (!(await verifyPassword(user?.passwordHash, password)) || !user) throw new Failure('auth.wrong-credentials');
    await this.codes.admit('sign-in', caller, client);
    const purpose: Purpose = {
      ...{ kind: 'sign-in', userId: user.id, credential: this.credentials.of(user) },
      ...(user.authenticator && { byApp: true }),
    };
    const { mailing, mail } = await this.codes.start('sign-in', purpose, caller, client);
    if (user.authenticator) return this.codes.askedOfApp(mailing.challengeId);
    await this.codes.mail(mailing, user.email, user.name, mail);
    return this.codes.sent(mailing.challengeId, user.email);
  }

  /** Mails a code that completes the registration; if the account exists, notifies its owner instead. */
  async register(
    { name, email, password }: { name: string; email: string; password: string },
    client: ClientInfo,
  ): Promise<CodeSent> {
    rejectCommonPassword(password);
    const caller = this.codes.callerOf(email, client);
    await this.codes.admit('register', caller, client);
    const passwordHash = await hashPassword(password);
    const owner = await this.users.byLogin(email);
    const purpose: Purpose = owner
      ? { kind: 'nothing' }
      : { kind: 'register', name, email: email.toLowerCase(), passwordHash };
    const { mailing, mail } = await this.codes.start('register', purpose, caller, client);
    await this.codes.mail(mailing, email, owner?.name ?? name, owner ? { kind: 'account-exists' } : mail);
    return this.codes.sent(mailing.challengeId, email);
  }

  /** Mails a code that sets the new password; without an account, responds the same and mails nothing. */
  async newPassword(login: string, password: string, client: ClientInfo): Promise<CodeSent> {
    rejectCommonPassword(password);
    const caller = this.codes.callerOf(login, client);
    await this.codes.admit('new-password', caller, client);
    const passwordHash = await hashPassword(password);
    const user = await this.users.byLogin(login);
    const purpose: Purpose = user
      ? { kind: 'new-password', userId: user.id, credential: this.credentials.of(user), passwordHash }
      : { kind: 'nothing' };
    const { mailing, mail } = await this.codes.start('new-password', purpose, caller, client);
    if (user) {
      // Not awaited: the response time would reveal that the account exists. A lost mail can be requested again.
      this.codes
        .mail(mailing, user.email, user.name, mail)
        .catch((error: unknown) => this.#logger.warn('A code for a new password could not be sent', error));
    }
    // As typed, not as stored, so that a stranger learns nothing.
    return this.codes.sent(mailing.challengeId, login);
  }

  /** Mails a code to the address, whether or not an account has it. @throws Failure `auth.code-too-soon`, `auth.code-not-sent` */
  async continueWithEmail(written: string, client: ClientInfo): Promise<CodeSent> {
    const email = written.toLowerCase();
    const caller = this.codes.callerOf(email, client);
    await this.codes.admit('continue', caller, client);
    const account = await this.users.byLogin(email);
    const purpose: Purpose = { kind: 'continue', email, credential: account && this.credentials.of(account) };
    const { mailing, mail } = await this.codes.start('continue', purpose, caller, client);
    await this.codes.mail(mailing, email, '', mail);
    return this.codes.sent(mailing.challengeId, email);
  }

  /** Redeems the code and starts the session. @throws Failure `auth.wrong-code`, `auth.sign-in-again` */
  async verify({ email: login, ...code }: BodyOf<typeof identity.verifyCode>, client: ClientInfo): Promise<SignedIn> {
    this.codes.requireRedis();
    const purpose = await this.challenges.redeem(
      client.challengeId,
      login,
      code.otp ?? '',
      ['sign-in', 'register', 'new-password', 'continue'],
      async (userId) => {
        const owner = await this.users.byId(userId);
        return owner !== null && this.authenticators.isRight(owner, code);
      },
    );
    if (purpose.kind === 'continue') return this.#continue(purpose, login, client);
    const user = await this.#accountOf(purpose);
    const caller = this.codes.callerOf(login, client, user);
    await this.limits.forgetPasswords(caller);
    await this.limits.uncountCode(purpose.kind, caller);
    // The mailbox alone must not open what an app guards.
    if (user.authenticator && !(purpose.kind === 'sign-in' && purpose.byApp)) throw new Failure('auth.sign-in-again');
    const signedIn = await this.browserSessions.start(user, client);
    if (user.role === 'admin') await this.#announceAgain(user.id as string);
    return signedIn;
  }

  /**
   * The first owner is there before the queues of services that start later, which then do not know who changes and writes in them. Staff
   * are told of with each sign-in, so that every copy of their names becomes right, also one that missed an event.
   */
  async #announceAgain(userId: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const user = await this.users.byId(userId, session);
      if (user) await announceUpdated(this.outbox, session, user);
    });
  }

  /** New tokens for a refresh token. @throws Failure `session.required` when it is not valid any more */
  async renew(refreshToken: string | undefined): Promise<{ accessToken: string; refreshToken: string }> {
    this.codes.requireRedis();
    const session = await this.sessions.renew(refreshToken);
    const user = session && (await this.users.ownerById(session.userId));
    const account = user?.joins === undefined ? user : await this.users.byId(user.joins);
    // One from before the account became staff stays a shopper's.
    const asStaff = session && staffRoleOf(session);
    if (
      !session ||
      !user ||
      (asStaff !== undefined && staffRoleOf(user) !== asStaff) ||
      !account ||
      !this.credentials.isCurrent(session, account)
    ) {
      // The account was deleted or its password or role of the staff changed, and ending its sessions failed then.
      if (session) await this.sessions.end(session.sid, accountOf(session));
      throw new Failure('session.required');
    }
    return { accessToken: await this.keys.sign(session), refreshToken: session.refreshToken };
  }

  /** Ends the session of an access token, even one that has expired. */
  async signOut(accessToken: string | undefined): Promise<void> {
    const claims = accessToken && (await this.keys.read(accessToken, this.config.SESSION_LIFETIME));
    if (!claims) return;
    this.codes.requireRedis();
    await this.sessions.end(claims.sid, accountOf(claims));
  }

  async #accountOf(
    purpose: Extract<Purpose, { kind: 'sign-in' | 'register' | 'new-password' }>,
  ): Promise<UserDocument> {
    if (purpose.kind === 'register') {
      const { name, email, passwordHash } = purpose;
      return this.#create({ name, email, passwordHash });
    }
    const user = await this.users.byId(purpose.userId);
    // Deleted since the code was mailed, or its password or e-mail address was changed.
    if (!user || this.credentials.of(user) !== purpose.credential) throw new Failure('auth.wrong-code');
    return purpose.kind === 'new-password' ? this.newPasswords.set(user, purpose.passwordHash) : user;
  }

  /**
   * With a new account without password, or beside the account that has the address: as a guest of its own, so that no service finds
   * anything of the account by the session's id.
   */
  async #continue(
    { kind, email, credential }: Extract<Purpose, { kind: 'continue' }>,
    login: string,
    client: ClientInfo,
  ): Promise<SignedIn> {
    const account = await this.users.byLogin(email);
    // Registered, deleted, or another password was set since the code was mailed.
    if ((account && this.credentials.of(account)) !== credential) throw new Failure('auth.wrong-code');
    // Wrong passwords count still: the password was not shown.
    await this.limits.uncountCode(kind, this.codes.callerOf(login, client));
    if (!account) return this.browserSessions.start(await this.#create({ name: NO_NAME, email }), client);
    return this.browserSessions.start(await this.guests.create(account), client, account);
  }

  async #create(fields: { name: string; email: string; passwordHash?: string }): Promise<UserDocument> {
    try {
      return await this.transactions.run(async (session) => {
        const user = await this.users.create({ ...fields, role: 'user' }, session);
        await announceCreated(this.outbox, session, user);
        return user;
      });
    } catch (error) {
      // Registered concurrently in another window: the user signs in with that account's password.
      if (takenField(error)) throw new Failure('auth.wrong-code', { cause: error });
      throw error;
    }
  }
}
