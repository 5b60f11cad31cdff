import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Outbox, Transactions } from '@shop/service-kit';
import { hashPassword, isCommonPassword } from '../auth/passwords.ts';
import { StartTask } from '../start-task.ts';
import type { Config } from '../variables.ts';
import { announceCreated } from './user.announcements.ts';
import { takenField, UsersRepository } from './users.repository.ts';

/** Creates the admin configured in the environment when the shop has none. */
@Injectable()
export class FirstAdmin extends StartTask {
  constructor(
    private readonly users: UsersRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    const { ADMIN_EMAIL, ADMIN_PASSWORD } = this.config;
    if (!ADMIN_EMAIL || !ADMIN_PASSWORD) return;
    try {
      await this.#create(ADMIN_EMAIL, ADMIN_PASSWORD);
    } catch (error) {
      // Created by another instance.
      if (!takenField(error)) throw error;
    }
  }

  async #create(email: string, password: string): Promise<void> {
    if ((await this.users.countAdmins()) > 0) return;
    if (isCommonPassword(password)) {
      this.logger.error('No first admin was created: ADMIN_PASSWORD is among the most common passwords');
      return;
    }
    const passwordHash = await hashPassword(password);
    await this.transactions.run(async (session) => {
      const admin = await this.users.create({ name: 'Admin', email, passwordHash, role: 'admin' }, session);
      await announceCreated(this.outbox, session, admin);
    });
    this.logger.log('The first admin was created');
  }
}
