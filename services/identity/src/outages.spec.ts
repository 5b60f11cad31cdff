import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { outageGaps, type OutageLinks, outageLinks } from '@shop/service-kit/testing';
import { type IdentityHarness, startIdentity } from '../test/identity-harness.ts';
import { Keys } from './keys/keys.ts';
import { Sessions } from './sessions/sessions.ts';
import { UsersRepository } from './users/users.repository.ts';

const AMPLE = '100000';

let links: OutageLinks;
let harness: IdentityHarness;
beforeAll(async () => {
  links = await outageLinks('identity');
  harness = await startIdentity({
    ...links.environment,
    SIGN_IN_TRIES_PER_ADDRESS: AMPLE,
    SIGN_IN_TRIES_PER_ACCOUNT: AMPLE,
    CODES_PER_ADDRESS: AMPLE,
    REGISTRATION_CODES_PER_ACCOUNT: AMPLE,
    NEW_PASSWORDS_PER_ACCOUNT: AMPLE,
  });
});
afterAll(async () => {
  await harness.close();
  await links.close();
});

let users = 0;
/** Signed in without a code, of which each call would need one. */
async function cookieOf(role: 'admin' | 'user'): Promise<string> {
  const { app } = harness.service;
  const email = `outage${(users += 1)}@example.com`;
  const user = await app
    .get(UsersRepository, { strict: false })
    .create({ name: 'Asha', email, passwordHash: 'none', role });
  const { sid, refreshToken } = await app
    .get(Sessions, { strict: false })
    .start({ userId: user.id, role, email, credential: 'none' });
  const access = await app.get(Keys, { strict: false }).sign({ userId: user.id, sid, role });
  return `access=${access}; refresh=${refreshToken}`;
}

it('refuses without Redis the calls that cannot do without it, and no other; without RabbitMQ none', async () => {
  expect(await outageGaps(harness.service, 'identity', links, cookieOf)).toEqual([]);
});
