import { afterEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { parseConfig } from '@shop/service-kit';
import { eventually } from '@shop/test-kit';
import { type IdentityHarness, startIdentity } from '../../test/identity-harness.ts';
import { variables } from '../variables.ts';
import { UsersRepository } from './users.repository.ts';

let harness: IdentityHarness | undefined;
afterEach(() => harness?.close());

it('creates no first admin with one of the most common passwords, and says so', async () => {
  const said = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => {});
  harness = await startIdentity({ ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Password1' });
  await eventually(() => said.mock.calls.some(([text]) => String(text).includes('ADMIN_PASSWORD')), {
    what: 'the refusal in the log',
  });
  said.mockRestore();
  expect(await harness.service.app.get(UsersRepository, { strict: false }).countAdmins()).toBe(0);
});

it('takes a first password of 8 to 128 characters, as every other', () => {
  const parse = (ADMIN_PASSWORD: string) =>
    parseConfig({ ADMIN_PASSWORD: variables.ADMIN_PASSWORD }, { ADMIN_PASSWORD }).ADMIN_PASSWORD;
  for (const length of [7, 129]) expect(() => parse('a'.repeat(length))).toThrow('ADMIN_PASSWORD');
  expect(parse('a'.repeat(128))).toHaveLength(128);
});
