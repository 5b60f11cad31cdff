import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, Outbox, Transactions } from '@shop/service-kit';
import { hashPassword } from '../auth/passwords.ts';
import type { Config } from '../variables.ts';
import { announceCreated } from './user.announcements.ts';
import { takenField, UsersRepository } from './users.repository.ts';

const RETRY_MS = 1_000;

/** Creates the admin configured in the environment when the shop has none; retries until the database is available. */
@Injectable()
export class FirstAdmin implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(FirstAdmin.name);
  readonly #stopping = new AbortController();

  constructor(
    private readonly users: UsersRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ADMIN_EMAIL && this.config.ADMIN_PASSWORD)
      void this.#createWithRetry(this.config.ADMIN_EMAIL, this.config.ADMIN_PASSWORD);
  }

  onApplicationShutdown(): void {
    this.#stopping.abort();
  }

  async #createWithRetry(email: string, password: string): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#create(email, password);
        return;
      } catch (error) {
        // Created by another instance.
        if (takenField(error)) return;
        this.#logger.debug('The first admin could not be created yet', error);
        await delay(RETRY_MS, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {});
      }
    }
  }

  async #create(email: string, password: string): Promise<void> {
    if ((await this.users.countAdmins()) > 0) return;
    const passwordHash = await hashPassword(password);
    await this.transactions.run(async (session) => {
      const admin = await this.users.create({ name: 'Admin', email, passwordHash, role: 'admin' }, session);
      await announceCreated(this.outbox, session, admin);
    });
    this.#logger.log('The first admin was created');
  }
}
