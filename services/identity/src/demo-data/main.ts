import { Outbox, runOnce, Transactions } from '@shop/service-kit';
import { AppModule } from '../app.module.ts';
import { hashPassword } from '../auth/passwords.ts';
import { config } from '../config.ts';
import { announceCreated } from '../users/user.announcements.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { shoppers } from './shoppers.ts';

/** Adds the demo shop's shoppers; existing accounts are left unchanged. */
await runOnce({ name: 'identity', module: AppModule, config }, async (app) => {
  const users = app.get(UsersRepository, { strict: false });
  const outbox = app.get(Outbox, { strict: false });
  const transactions = app.get(Transactions, { strict: false });

  for (const { password, username, address, ...fields } of shoppers) {
    if (await users.byLogin(fields.email)) continue;
    const passwordHash = await hashPassword(password);
    await transactions.run(async (session) => {
      const user = await users.create({ ...fields, passwordHash, role: 'user' }, session);
      user.set({ username, addresses: [{ ...address, isDefault: true }] });
      await user.save({ session });
      await announceCreated(outbox, session, user);
    });
  }
});
