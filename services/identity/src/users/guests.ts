import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, Jobs, Outbox, type RunResult, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { Sessions } from '../sessions/sessions.ts';
import type { Config } from '../variables.ts';
import { Erasures } from './erasures.ts';
import type { Guest } from './guest.schema.ts';
import { announceCreated, announceDeleted } from './user.announcements.ts';
import type { UserDocument } from './user.schema.ts';
import { UsersRepository } from './users.repository.ts';

const LEASE_MS = 60_000;
const MAX_RETRY_MS = 3_600_000;

/** Those who buy beside an account. One is deleted with the account, or some time after its session: its orders are the account's. */
@Injectable()
export class Guests implements OnModuleInit {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: Sessions,
    private readonly erasures: Erasures,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { ERASURE_SWEEP } = this.config;
    this.jobs.add<Guest>({
      name: 'guests',
      source: this.users.guestSource,
      pollMs: ERASURE_SWEEP,
      leaseMs: LEASE_MS,
      retry: { firstMs: ERASURE_SWEEP, maxMs: MAX_RETRY_MS },
      run: (guest) => this.#run(guest),
    });
  }

  create(account: UserDocument): Promise<UserDocument> {
    return this.transactions.run(async (session) => {
      const guest = await this.users.createGuest(account, this.#later(), session);
      await announceCreated(this.outbox, session, guest);
      return guest;
    });
  }

  /** With the account. */
  async eraseOf(accountId: string, session: ClientSession): Promise<void> {
    for (const guest of await this.users.guestsOf(accountId, session)) await this.#erase(guest, session);
  }

  /** A session ends by time, by its owner or with the account: until then its guest is kept. */
  async #run({ _id: id, joins }: Guest): Promise<RunResult<Guest>> {
    const isSignedIn = (await this.sessions.list(joins)).some(({ userId }) => userId === id);
    if (isSignedIn) return { outcome: 'postponed', dueAt: this.#later() };
    await this.transactions.run(async (session) => {
      const guest = await this.users.guestById(id, session);
      if (guest) await this.#erase(guest, session);
    });
    return { outcome: 'settled' };
  }

  async #erase(guest: UserDocument, session: ClientSession): Promise<void> {
    await this.users.removeGuest(guest.id, session);
    await announceDeleted(this.outbox, session, guest);
    await this.erasures.begin(guest.id, session);
  }

  #later(): Date {
    return new Date(this.clock.millis() + this.config.SESSION_LIFETIME);
  }
}
