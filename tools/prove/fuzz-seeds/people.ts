import { mailed } from '@shop/test-kit';
import { Secret, TOTP } from 'otpauth';
import { Buyer } from '../buyer.ts';
import { done, type Seeds } from './seeds.ts';

const ROLE = 'content';

/** The staff: roles, invitations, views and authenticator apps. */
export async function seedPeople(seeds: Seeds): Promise<void> {
  const { shop, parameters, bodies } = seeds;
  const joins = await new Buyer(shop, { name: 'Joins the staff' }).register();
  parameters['identity.change-staff-role'] = { id: joins.userId };
  bodies['identity.change-staff-role'] = { role: ROLE };
  await seedRolesAndViews(seeds);
  await seedInvitations(seeds);
  await seedApps(seeds);
}

async function seedRolesAndViews({ staff, parameters, bodies }: Seeds): Promise<void> {
  for (const operation of ['update', 'remove']) {
    const role = { name: `To ${operation}`, permissions: ['orders.read'] };
    parameters[`identity.${operation}-role`] = { id: done('a role', await staff.create('/admin/roles', role)).role.id };
  }
  bodies['identity.create-role'] = { name: 'Packers', permissions: ['orders.read', 'orders.change-status'] };
  bodies['identity.update-role'] = { permissions: ['orders.read', 'orders.note'] };
  const view = { list: 'orders', query: 'status=Processing', shared: false };
  for (const operation of ['change', 'remove']) {
    const made = await staff.create('/admin/views', { ...view, name: `To ${operation}` });
    parameters[`identity.${operation}-view`] = { id: done('a view', made).view._id };
  }
  bodies['identity.create-view'] = { ...view, name: 'To pack' };
  bodies['identity.change-view'] = { name: 'Changed' };
}

async function seedInvitations({ shop, staff, parameters, bodies }: Seeds): Promise<void> {
  const invite = async (name: string) => {
    const email = `${name}@example.com`;
    const made = await staff.create('/admin/people/invitations', { email, role: ROLE });
    return { id: done('an invitation', made).invitation._id as string, email };
  };
  const tokenOf = async (name: string) => ({
    token: await mailed(shop.mailbox, { to: (await invite(name)).email, pattern: /\/staff\/invitation\/([\w-]+)/ }),
  });
  parameters['identity.get-invitation'] = await tokenOf('reads-it');
  parameters['identity.accept-invitation'] = await tokenOf('accepts-it');
  parameters['identity.withdraw-invitation'] = { id: (await invite('gets-none')).id };
  bodies['identity.accept-invitation'] = { name: 'Accepts It', password: 'bangles for the whole staff' };
  bodies['identity.invite-staff'] = { email: 'invited@example.com', role: ROLE };
}

/** The code that an authenticator app shows now. */
const appCode = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** Staff without an app, one who has begun, and two who have one. */
async function seedApps({ shop, staff, visitors, parameters, bodies, fresh }: Seeds): Promise<void> {
  const path = '/auth/account/authenticator';
  const hire = async (name: string) => {
    const person = await new Buyer(shop, { name }).register();
    const given = { method: 'PUT', body: { role: ROLE } } as const;
    done('a role', await staff.ask(`/admin/people/${person.userId}/role`, given));
    return person;
  };
  const begin = async ({ visitor, password }: Buyer): Promise<string> =>
    done('an app', await visitor.post(path, { password })).secret;
  const confirm = async (person: Buyer): Promise<string[]> => {
    const otp = appCode(await begin(person));
    return done('its code', await person.visitor.ask(path, { method: 'PUT', body: { otp } })).recoveryCodes;
  };

  const without = await hire('Without an app');
  visitors['identity.begin-authenticator'] = without.visitor;
  bodies['identity.begin-authenticator'] = { password: without.password };
  const beginning = await hire('Begins an app');
  const secret = await begin(beginning);
  visitors['identity.confirm-authenticator'] = beginning.visitor;
  fresh['identity.confirm-authenticator'] = () => ({ otp: appCode(secret) });
  const removing = await hire('Removes an app');
  visitors['identity.remove-authenticator'] = removing.visitor;
  bodies['identity.remove-authenticator'] = { password: removing.password, code: (await confirm(removing))[0] };
  const lost = await hire('Lost an app');
  await confirm(lost);
  parameters['identity.reset-authenticator'] = { id: lost.userId };
}
