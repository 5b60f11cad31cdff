import { Inject, Injectable, Logger } from '@nestjs/common';
import type { identity } from '@shop/contracts';
import { CallError, CONFIG, Failure, Outbox, Redis, Transactions } from '@shop/service-kit';
import type { Config } from '../variables.ts';
import { Keys } from '../keys/keys.ts';
import { announceCreated } from '../users/user.announcements.ts';
import type { UserDocument } from '../users/user.schema.ts';
import { viewOf } from '../users/user.view.ts';
import { takenField, UsersRepository } from '../users/users.repository.ts';
import { Challenges, type Purpose } from './challenges.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { type CodeMail, Mailer } from './mailer.ts';
import { hashPassword, isCommonPassword, verifyPassword } from './passwords.ts';
import { keyedHash } from '../secrets.ts';
import { Sessions } from '../sessions/sessions.ts';
import { type Caller, type CodeKind, SignInLimits } from './sign-in-limits.ts';

/** The requesting browser: its IP address, its pending challenge, and its cookie of `KnownBrowsers`. */
export interface ClientInfo {
  address: string;
  challengeId: string | undefined;
  knownBrowser: string | undefined;
}

export interface CodeSent {
  challengeId: string;
  answer: { message: string; sentTo: string; resendAfterS: number };
}

export interface SignedIn {
  user: identity.User;
  accessToken: string;
  refreshToken: string;
  /** The cookie by which this browser is known from now on. */
  knownBrowser: string;
}

/** A code that is being mailed. */
interface Mailing {
  challengeId: string;
  kind: CodeKind;
  caller: Caller;
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
    private readonly knownBrowsers: KnownBrowsers,
    private readonly mailer: Mailer,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Checks the password and mails a code. @throws Failure `auth.wrong-credentials`, `auth.code-too-soon`, `auth.code-not-sent` */
  async signIn(login: string, password: string, client: ClientInfo): Promise<CodeSent> {
    this.#requireRedis();
    const user = await this.users.byLogin(login);
    const caller = this.#callerOf(login, client, user);
    await this.limits.countPassword(caller);
    if (!(await verifyPassword(user?.passwordHash, password)) || !user) throw new Failure('auth.wrong-credentials');
    await this.#admitCode('sign-in', caller, client);
    const purpose: Purpose = { kind: 'sign-in', userId: user.id, credential: this.#credentialOf(user) };
    const { id, code } = await this.challenges.start(purpose, login, client.challengeId);
    const mailing: Mailing = { challengeId: id, kind: 'sign-in', caller };
    await this.#mail(mailing, user.email, user.name, this.#codeMail('sign-in', code));
    return this.#sent(id, user.email);
  }

  /** Mails a code that completes the registration; if the account exists, notifies its owner instead. */
  async register(
    { name, email, password }: { name: string; email: string; password: string },
    client: ClientInfo,
  ): Promise<CodeSent> {
    rejectCommonPassword(password);
    const caller = this.#callerOf(email, client);
    await this.#admitCode('register', caller, client);
    const passwordHash = await hashPassword(password);
    const owner = await this.users.byLogin(email);
    const purpose: Purpose = owner
      ? { kind: 'nothing' }
      : { kind: 'register', name, email: email.toLowerCase(), passwordHash };
    const { id, code } = await this.challenges.start(purpose, email, client.challengeId);
    await this.#mail(
      { challengeId: id, kind: 'register', caller },
      email,
      owner?.name ?? name,
      owner ? { kind: 'account-exists' } : this.#codeMail('register', code),
    );
    return this.#sent(id, email);
  }

  /** Mails a code that sets the new password; without an account, responds the same and mails nothing. */
  async newPassword(login: string, password: string, client: ClientInfo): Promise<CodeSent> {
    rejectCommonPassword(password);
    const caller = this.#callerOf(login, client);
    await this.#admitCode('new-password', caller, client);
    const passwordHash = await hashPassword(password);
    const user = await this.users.byLogin(login);
    const purpose: Purpose = user
      ? { kind: 'new-password', userId: user.id, credential: this.#credentialOf(user), passwordHash }
      : { kind: 'nothing' };
    const { id, code } = await this.challenges.start(purpose, login, client.challengeId);
    if (user) {
      // Not awaited: the response time would reveal that the account exists. A lost mail can be requested again.
      const mailing: Mailing = { challengeId: id, kind: 'new-password', caller };
      this.#mail(mailing, user.email, user.name, this.#codeMail('new-password', code)).catch((error: unknown) =>
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
    const caller = this.#callerOf(login, client, user);
    await this.limits.forgetPasswords(caller);
    await this.limits.uncountCode(purpose.kind, caller);
    const credential = this.#credentialOf(user);
    const { id: userId, role, email } = user;
    const { sid, refreshToken } = await this.sessions.start({ userId, role, email, credential });
    // A new password that was set concurrently ended the sessions that it found, without this one.
    if (!this.#isCurrent({ credential }, await this.users.byId(user.id))) {
      await this.sessions.end(sid, user.id);
      throw new Failure('auth.wrong-code');
    }
    const accessToken = await this.keys.sign({ userId: user.id, sid, role: user.role });
    const knownBrowser = this.knownBrowsers.remember(client.knownBrowser, user);
    return { user: viewOf(user), accessToken, refreshToken, knownBrowser };
  }

  /** New tokens for a refresh token. @throws Failure `session.required` when it is not valid any more */
  async renew(refreshToken: string | undefined): Promise<{ accessToken: string; refreshToken: string }> {
    this.#requireRedis();
    const session = await this.sessions.renew(refreshToken);
    const user = session && (await this.users.byId(session.userId));
    if (!session || user?.role !== session.role || !this.#isCurrent(session, user)) {
      // The account was deleted or its role or password changed, and ending its sessions failed then.
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
    // Deleted since the code was mailed, or its password or e-mail address was changed.
    if (!user || this.#credentialOf(user) !== purpose.credential) throw new Failure('auth.wrong-code');
    return purpose.kind === 'new-password' ? this.#replacePassword(user, purpose.passwordHash) : user;
  }

  async #replacePassword(user: UserDocument, passwordHash: string): Promise<UserDocument> {
    // First, so that no session outlives the password it was started with.
    await this.sessions.endAll(user.id);
    const changed = await this.users.replacePassword(user, passwordHash);
    // Another code set another password at the same time.
    if (!changed) throw new Failure('auth.wrong-code');
    // Those that began in between; one that is left is not renewed.
    await this.sessions
      .endAll(user.id)
      .catch((error: unknown) => this.#logger.warn('Sessions of an old password could not be ended', error));
    return changed;
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

  #callerOf(login: string, { address, knownBrowser }: ClientInfo, user?: UserDocument | null): Caller {
    return { login, address, knownBrowser: user ? this.knownBrowsers.find(knownBrowser, user) : undefined };
  }

  async #admitCode(kind: CodeKind, caller: Caller, client: ClientInfo): Promise<void> {
    this.#requireRedis();
    // First, because a code that is not sent does not count.
    await this.challenges.requireDue(caller.login, client.challengeId);
    await this.limits.countCode(kind, caller);
  }

  /** What a code or session was begun with; it ends with a new password, and with a new e-mail address. */
  #credentialOf({ passwordHash, email }: UserDocument): string {
    return keyedHash(this.config.IDENTITY_SECRET, `credential ${passwordHash} ${email}`);
  }

  /** Sessions that began before credentials were recorded have none. */
  #isCurrent({ credential }: { credential?: string }, user: UserDocument | null): boolean {
    return credential === undefined || (user !== null && credential === this.#credentialOf(user));
  }

  /** Without Redis no code can be verified: responds with 503 before sending one. */
  #requireRedis(): void {
    if (!this.redis.client.isReady) throw new Failure('session.unavailable', { headers: { 'retry-after': '2' } });
  }

  #codeMail(kind: 'sign-in' | 'register' | 'new-password', code: string): CodeMail {
    return { kind, code, validForMinutes: Math.max(1, Math.round(this.config.CODE_LIFETIME / 60_000)) };
  }

  async #mail({ challengeId, kind, caller }: Mailing, to: string, name: string, mail: CodeMail): Promise<void> {
    try {
      await this.mailer.send({ to, name, mail });
    } catch (error) {
      // So that the retry is neither too soon nor one too many.
      await this.challenges.drop(challengeId);
      await this.limits.uncountCode(kind, caller);
      if (kind === 'register' && error instanceof CallError && error.code === 'mail.recipient-refused') {
        throw new Failure('request.invalid', { errors: { email: error.problem!.message }, cause: error });
      }
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
