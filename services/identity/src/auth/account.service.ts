import { Inject, Injectable } from '@nestjs/common';
import type { BodyOf, identity } from '@shop/contracts';
import { CONFIG, Failure, invalidField, Outbox, proofKey, Redis, type Session, Transactions } from '@shop/service-kit';
import { Sessions } from '../sessions/sessions.ts';
import { announceSecured, announceUpdated } from '../users/user.announcements.ts';
import type { UserDocument } from '../users/user.schema.ts';
import { takenField, UsersRepository } from '../users/users.repository.ts';
import type { Config } from '../variables.ts';
import { BrowserSessions, type SignedIn } from './browser-sessions.ts';
import { Challenges, type Purpose } from './challenges.ts';
import { type ClientInfo, Codes, type CodeSent } from './codes.ts';
import { Credentials } from './credentials.ts';
import { NewPasswords } from './new-passwords.ts';
import { hashPassword, rejectCommonPassword, verifyPassword } from './passwords.ts';
import { SignInLimits } from './sign-in-limits.ts';

/** What its owner changes about how an account is signed in to, each with a proof that it is the owner. */
@Injectable()
export class AccountService {
  constructor(
    private readonly users: UsersRepository,
    private readonly challenges: Challenges,
    private readonly codes: Codes,
    private readonly credentials: Credentials,
    private readonly limits: SignInLimits,
    private readonly sessions: Sessions,
    private readonly browserSessions: BrowserSessions,
    private readonly newPasswords: NewPasswords,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Mails the code of a proof to the account's own address. @throws Failure `auth.code-too-soon`, `auth.code-not-sent` */
  async sendProofCode({ userId }: Session, client: ClientInfo): Promise<CodeSent> {
    const user = await this.#require(userId);
    const caller = this.codes.callerOf(loginOf('proof', userId), client);
    await this.codes.admit('proof', caller, client);
    const purpose: Purpose = { kind: 'proof', userId, credential: this.credentials.of(user) };
    const { mailing, mail } = await this.codes.start('proof', purpose, caller, client);
    await this.codes.mail(mailing, user.email, user.name, mail);
    return this.codes.sent(mailing.challengeId, user.email);
  }

  /**
   * The account of a session whose owner proves himself: by the password, or by a mailed code where the account has none.
   * @throws Failure `auth.wrong-password`, `auth.wrong-code`, `request.invalid`
   */
  async prove({ userId }: Session, { password, otp }: identity.Proof, client: ClientInfo): Promise<UserDocument> {
    this.codes.requireRedis();
    const user = await this.#require(userId);
    if (user.passwordHash !== undefined) {
      if (password === undefined) throw invalidField('password', 'Password is required');
      const caller = this.codes.callerOf(user.email, client, user);
      await this.limits.countPassword(caller);
      if (!(await verifyPassword(user.passwordHash, password))) {
        throw new Failure('auth.wrong-password', { errors: { password: 'This is not your password' } });
      }
      await this.limits.forgetPasswords(caller);
      return user;
    }
    if (otp === undefined) throw invalidField('otp', 'The code from the mail is required');
    await this.#redeem('proof', user, otp, client);
    return user;
  }

  /** For some minutes the session may make the calls that ask for a proof. @throws Failure of `prove` */
  async proveAgain(session: Session, proof: identity.Proof, client: ClientInfo): Promise<{ validForS: number }> {
    await this.prove(session, proof, client);
    const { PROOF_LIFETIME } = this.config;
    await this.redis.client.set(this.redis.key(proofKey(session.sessionId)), '1', { PX: PROOF_LIFETIME });
    return { validForS: Math.floor(PROOF_LIFETIME / 1000) };
  }

  /** @throws Failure of `prove`, `auth.weak-password` */
  async changePassword(
    session: Session,
    { newPassword, ...proof }: BodyOf<typeof identity.changePassword>,
    client: ClientInfo,
  ): Promise<SignedIn> {
    rejectCommonPassword(newPassword, 'newPassword');
    const user = await this.prove(session, proof, client);
    const changed = await this.newPasswords.set(user, await hashPassword(newPassword));
    return this.browserSessions.start(changed, client);
  }

  /** Mails a code to the new address; if another account has it, tells its owner instead and answers the same. @throws Failure of `prove` */
  async requestEmail(
    session: Session,
    { email: written, ...proof }: BodyOf<typeof identity.requestEmail>,
    client: ClientInfo,
  ): Promise<CodeSent> {
    const user = await this.prove(session, proof, client);
    const email = written.toLowerCase();
    if (email === user.email) {
      throw new Failure('auth.same-email', { errors: { email: 'This is your e-mail address already' } });
    }
    const caller = this.codes.callerOf(loginOf('new-email', user.id), client);
    await this.codes.admit('new-email', caller, client);
    const owner = await this.users.byLogin(email);
    const purpose: Purpose = owner
      ? { kind: 'nothing' }
      : { kind: 'new-email', userId: user.id, credential: this.credentials.of(user), email };
    const { mailing, mail } = await this.codes.start('new-email', purpose, caller, client);
    await this.codes.mail(mailing, email, owner?.name ?? user.name, owner ? { kind: 'email-taken' } : mail);
    return this.codes.sent(mailing.challengeId, email);
  }

  /** @throws Failure `auth.wrong-code` */
  async confirmEmail({ userId }: Session, otp: string, client: ClientInfo): Promise<SignedIn> {
    this.codes.requireRedis();
    const user = await this.#require(userId);
    const { email } = await this.#redeem('new-email', user, otp, client);
    const changed = await this.#replaceEmail(user, email);
    // What began with the old address; a session that is left is not renewed.
    await this.sessions.endAll(userId);
    return this.browserSessions.start(changed, client);
  }

  async #replaceEmail(user: UserDocument, email: string): Promise<UserDocument> {
    try {
      return await this.transactions.run(async (session) => {
        const changed = await this.users.replaceEmail(user, email, session);
        if (!changed) throw new Failure('auth.wrong-code');
        await announceUpdated(this.outbox, session, changed);
        await announceSecured(this.outbox, session, user, 'email-changed');
        return changed;
      });
    } catch (error) {
      // Registered by somebody since the code was mailed.
      if (takenField(error)) throw new Failure('auth.wrong-code', { cause: error });
      throw error;
    }
  }

  async #redeem<Kind extends 'proof' | 'new-email'>(kind: Kind, user: UserDocument, otp: string, client: ClientInfo) {
    const login = loginOf(kind, user.id);
    const purpose = await this.challenges.redeem(client.challengeId, login, otp, [kind]);
    // Its password or e-mail address was changed since the code was mailed.
    const { userId, credential }: Extract<Purpose, { kind: 'proof' | 'new-email' }> = purpose;
    if (userId !== user.id || credential !== this.credentials.of(user)) {
      throw new Failure('auth.wrong-code');
    }
    await this.limits.uncountCode(kind, this.codes.callerOf(login, client));
    return purpose;
  }

  async #require(userId: string): Promise<UserDocument> {
    const user = await this.users.byId(userId);
    if (!user) throw new Failure('session.required');
    return user;
  }
}

/** A code that only the signed-in account asks for has no login that is typed. */
const loginOf = (kind: 'proof' | 'new-email', userId: string): string => `${kind} ${userId}`;
