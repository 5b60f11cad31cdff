import { Injectable, Logger } from '@nestjs/common';
import { Failure, Outbox, Transactions } from '@shop/service-kit';
import { Sessions } from '../sessions/sessions.ts';
import { announceSecured } from '../users/user.announcements.ts';
import type { UserDocument } from '../users/user.schema.ts';
import { UsersRepository } from '../users/users.repository.ts';

/** A new password ends what was begun with the old one. */
@Injectable()
export class NewPasswords {
  readonly #logger = new Logger(NewPasswords.name);

  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: Sessions,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** Pending codes end because they hold the credential that they were asked for with. @throws Failure `auth.wrong-code` */
  async set(user: UserDocument, passwordHash: string): Promise<UserDocument> {
    // First, so that no session outlives the password it was started with.
    await this.sessions.endAll(user.id);
    const changed = await this.transactions.run(async (session) => {
      const stored = await this.users.replacePassword(user, passwordHash, session);
      if (stored) {
        const change = user.passwordHash === undefined ? 'password-set' : 'password-changed';
        await announceSecured(this.outbox, session, stored, change);
      }
      return stored;
    });
    // Another code set another password at the same time.
    if (!changed) throw new Failure('auth.wrong-code');
    // Those that began in between; one that is left is not renewed.
    await this.sessions
      .endAll(user.id)
      .catch((error: unknown) => this.#logger.warn('Sessions of an old password could not be ended', error));
    return changed;
  }
}
