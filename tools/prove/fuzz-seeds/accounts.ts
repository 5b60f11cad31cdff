import { eventually, mailedCode } from '@shop/test-kit';
import { Buyer } from '../buyer.ts';
import { Visitor } from '../visitor.ts';
import { ADDRESS } from './purchases.ts';
import { done, found, type Any, type Seeds } from './seeds.ts';

const PASSWORD = 'a ring for every finger';
const NEW_PASSWORD = 'a bangle for every wrist';

/** Accounts as their owners change them, and as staff do. */
export async function seedAccounts(seeds: Seeds): Promise<void> {
  const { shop, shopper, visitors, parameters, bodies, accounts } = seeds;
  const register = (name: string) =>
    new Visitor(shop).register({ name, email: `${name}@example.com`, password: PASSWORD });
  accounts.other = await register('changed');
  parameters['identity.change-user'] = { id: accounts.other };
  parameters['identity.remove-user'] = { id: await register('removed') };
  for (const operation of ['change', 'remove']) {
    const { user } = done('an address', await shopper.visitor.create('/me/addresses', { address: ADDRESS }));
    parameters[`identity.${operation}-address`] = { id: user.addresses.at(-1)._id };
  }
  bodies['identity.add-address'] = { address: ADDRESS };
  bodies['identity.change-address'] = { address: ADDRESS };
  bodies['identity.update-me'] = { name: 'Shopper' };
  bodies['identity.change-user'] = { name: 'Changed' };
  bodies['identity.send-code'] = { email: 'changed@example.com', password: PASSWORD };
  bodies['identity.register'] = { name: 'New', email: 'new@example.com', password: PASSWORD };
  bodies['identity.forgot-password'] = { email: 'changed@example.com', password: PASSWORD };
  bodies['identity.continue-with-email'] = { email: 'changed@example.com' };
  const { password } = shopper;
  bodies['identity.prove-again'] = bodies['identity.request-download'] = { password };
  bodies['identity.request-email'] = { password, email: 'moving@example.com' };

  visitors['identity.refresh-session'] = (await new Buyer(shop, { name: 'Passer By' }).register()).visitor;
  await seedSignIn(seeds);
  await seedOwnData(seeds);
}

/** Each with an account of its own: what is changed ends sessions. */
async function seedSignIn({ shop, visitors, parameters, bodies }: Seeds): Promise<void> {
  const person = (name: string) => new Buyer(shop, { name }).register();
  const changing = await person('Changes the password');
  visitors['identity.change-password'] = changing.visitor;
  bodies['identity.change-password'] = { password: changing.password, newPassword: NEW_PASSWORD };

  const moving = await person('Changes the address');
  const email = 'moved@example.com';
  done('a code', await moving.visitor.post('/auth/account/email', { password: moving.password, email }));
  visitors['identity.confirm-email'] = moving.visitor;
  bodies['identity.confirm-email'] = { otp: await mailedCode(shop.mailbox, { to: email }) };

  const { email: login, password } = await person('Signs in');
  const browser = new Visitor(shop);
  // A moment after the code of the registration.
  const send = async () =>
    done('a code', await browser.post('/auth/send-otp', { email: login, password })) !== undefined;
  await eventually(send, { what: 'a code to sign in', everyMs: 500 });
  visitors['identity.verify-code'] = browser;
  // It was mailed before the answer came.
  bodies['identity.verify-code'] = { email: login, otp: await mailedCode(shop.mailbox, { to: login }) };

  const two = await person('Two browsers');
  await new Visitor(shop).signIn(two.email, two.password);
  const another = await found(two.visitor, '/auth/sessions', ({ sessions }) =>
    sessions.find(({ isThis }: Any) => !isThis),
  );
  visitors['identity.end-session'] = two.visitor;
  parameters['identity.end-session'] = { id: another.id };
}

async function seedOwnData({ shop, visitors, parameters, bodies }: Seeds): Promise<void> {
  const reader = await new Buyer(shop, { name: 'Reads it all' }).register();
  done('a download', await reader.visitor.post('/auth/account/download', { password: reader.password }));
  const ready = await found(reader.visitor, '/me/download', ({ download }) =>
    download.state === 'ready' ? download : undefined,
  );
  visitors['identity.fetch-download'] = reader.visitor;
  parameters['identity.fetch-download'] = { id: ready._id };
  const leaving = await new Buyer(shop, { name: 'Leaves' }).register();
  visitors['identity.delete-account'] = leaving.visitor;
  bodies['identity.delete-account'] = { password: leaving.password };
}
