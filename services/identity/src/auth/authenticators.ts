import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type AnswerOf, type BodyOf, type identity, staffRoleOf } from '@shop/contracts';
import { AuditTrail, Clock, CONFIG, Failure, Redis, type Session, Transactions } from '@shop/service-kit';
import { Secret, TOTP } from 'otpauth';
import { Sessions } from '../sessions/sessions.ts';
import type { UserDocument } from '../users/user.schema.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { UsersService } from '../users/users.service.ts';
import type { Config } from '../variables.ts';
import { AccountService } from './account.service.ts';
import type { ClientInfo } from './codes.ts';
import { SealedSecrets } from './sealed-secrets.ts';
import { SignInLimits } from './sign-in-limits.ts';

const PERIOD_S = 30;
/** Steps before and after, for clocks that differ. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Authenticator apps of staff: their codes in place of mailed ones. */
@Injectable()
export class Authenticators {
  readonly #sealed: SealedSecrets;

  constructor(
    private readonly users: UsersRepository,
    private readonly accounts: UsersService,
    private readonly account: AccountService,
    private readonly limits: SignInLimits,
    private readonly sessions: Sessions,
    private readonly redis: Redis,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.#sealed = new SealedSecrets(config.AUTHENTICATOR_KEY);
  }

  async of({ userId }: Session): Promise<AnswerOf<typeof identity.getAuthenticator>['authenticator']> {
    const authenticator = (await this.users.byId(userId))?.authenticator;
    if (!authenticator) return null;
    return { since: authenticator.since.toISOString(), recoveryCodesLeft: authenticator.recovery.length };
  }

  /** A secret that counts once it is confirmed. @throws Failure of `prove`, `session.forbidden`, `authenticator.exists` */
  async begin(
    session: Session,
    proof: identity.Proof,
    client: ClientInfo,
  ): Promise<AnswerOf<typeof identity.beginAuthenticator>> {
    const user = await this.account.prove(session, proof, client);
    if (staffRoleOf(user) === undefined) throw new Failure('session.forbidden');
    if (user.authenticator) throw new Failure('authenticator.exists');
    const secret = new Secret({ size: 20 });
    const sealed = this.#sealed.seal(secret.base32, user.id as string);
    await this.redis.client.set(this.#pendingKey(user.id as string), JSON.stringify(sealed), {
      PX: this.config.CODE_LIFETIME,
    });
    return { secret: secret.base32, url: this.#totp(secret.base32, user.email).toString() };
  }

  /** @returns the recovery codes, which are kept as hashes. @throws Failure `auth.wrong-code`, `authenticator.exists`, `authenticator.not-begun` */
  async confirm(session: Session, otp: string, client: ClientInfo): Promise<string[]> {
    const { userId } = session;
    const text = await this.redis.client.get(this.#pendingKey(userId));
    if (text === null) throw new Failure('authenticator.not-begun');
    const sealed = JSON.parse(text) as ReturnType<SealedSecrets['seal']>;
    const step = await this.#counted(userId, client, 'otp', async () =>
      this.#stepOf(this.#sealed.open(sealed, userId), otp),
    );
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await this.transactions.run(async (transaction) => {
      const added = await this.users.addAuthenticator(
        userId,
        { sealed, lastStep: step, since: this.clock.now(), recovery: codes.map((code) => this.#sealed.hash(code)) },
        transaction,
      );
      if (!added) throw new Failure('authenticator.exists');
      await this.#record(transaction, session, userId, 'user.authenticator-added');
    });
    await this.redis.client.del(this.#pendingKey(userId));
    return codes;
  }

  /** @throws Failure of `prove`, `auth.wrong-code`, `authenticator.not-found` */
  async remove(
    session: Session,
    { code, ...proof }: BodyOf<typeof identity.removeAuthenticator>,
    client: ClientInfo,
  ): Promise<void> {
    const user = await this.account.prove(session, proof, client);
    if (!user.authenticator) throw new Failure('authenticator.not-found');
    const given = code.includes('-') ? { recoveryCode: code } : { otp: code };
    const id = user.id as string;
    await this.#counted(id, client, 'code', async () => (await this.isRight(user, given)) || undefined);
    await this.#take(session, id, 'user.authenticator-removed');
  }

  /** What a right code gives, of which only some may be tried. @throws Failure `auth.wrong-code` at the field, `request.too-many` */
  async #counted<T>(
    userId: string,
    { address }: ClientInfo,
    field: 'otp' | 'code',
    compare: () => Promise<T | undefined>,
  ): Promise<T> {
    const caller = { login: userId, address };
    await this.limits.countCode('app', caller);
    const found = await compare();
    if (found === undefined) {
      throw new Failure('auth.wrong-code', { errors: { [field]: 'This code is wrong, or was used already' } });
    }
    await this.limits.uncountCode('app', caller);
    return found;
  }

  /** By somebody of the staff, for one who lost it. @throws Failure `user.not-found`, `role.more-than-yours`, `authenticator.not-found` */
  async reset(actor: Session, id: string): Promise<void> {
    const user = await this.accounts.requireChangeable(actor, id);
    if (!user.authenticator) throw new Failure('authenticator.not-found');
    await this.#take(actor, id, 'user.authenticator-reset');
    await this.sessions.endAll(id);
  }

  /** Whether a code is one of the account's app, or a recovery code: each of them once. */
  async isRight(
    user: UserDocument,
    { otp, recoveryCode }: { otp?: string | undefined; recoveryCode?: string | undefined },
  ): Promise<boolean> {
    const { authenticator } = user;
    if (!authenticator) return false;
    const id = user.id as string;
    if (recoveryCode !== undefined) {
      const hash = this.#sealed.find(recoveryCode, authenticator.recovery);
      return hash !== undefined && (await this.users.useRecoveryCode(id, hash));
    }
    if (otp === undefined) return false;
    const secret = this.#sealed.open(authenticator.sealed, id);
    const step = this.#stepOf(secret, otp);
    // A code that was seen over a shoulder is worth nothing once it was used, nor is one from before it.
    if (step === undefined || !(await this.users.useStep(id, step))) return false;
    if (this.#sealed.isOld(authenticator.sealed))
      await this.users.resealAuthenticator(id, this.#sealed.seal(secret, id));
    return true;
  }

  async #take(actor: Session, userId: string, action: string): Promise<void> {
    await this.transactions.run(async (transaction) => {
      await this.users.removeAuthenticator(userId, transaction);
      await this.#record(transaction, actor, userId, action);
    });
  }

  #record(transaction: Parameters<AuditTrail['record']>[0], actor: Session, userId: string, action: string) {
    const entry = { action, subject: 'user', subjectId: userId, before: null, after: {} };
    return this.audit.record(transaction, actor, entry);
  }

  /** The step of a code of the app that is right now, or nearly. */
  #stepOf(secret: string, otp: string): number | undefined {
    const timestamp = this.clock.millis();
    const delta = this.#totp(secret, '').validate({ token: otp, timestamp, window: WINDOW });
    return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
  }

  #totp(secret: string, label: string): TOTP {
    const issuer = new URL(this.config.SHOP_URL).hostname;
    // What every app knows; some take nothing else.
    return new TOTP({
      issuer,
      label,
      secret: Secret.fromBase32(secret),
      algorithm: 'SHA1',
      digits: 6,
      period: PERIOD_S,
    });
  }

  #pendingKey(userId: string): string {
    return this.redis.key(`authenticator:${userId}`);
  }
}

function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}
