import { beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '@shop/service-kit';
import { testRedis } from '../../test/test-redis.ts';
import { Challenges, type Purpose } from './challenges.ts';

// Real: Redis. The clock is moved by hand.
describe('one-time codes', () => {
  const redis = testRedis('challenges');
  const signIn: Purpose = { kind: 'sign-in', userId: 'u1', credential: 'c1' };
  let clock: Clock;
  let challenges: Challenges;

  beforeEach(() => {
    clock = new Clock();
    challenges = new Challenges(redis.client(), clock, {
      lifetimeMs: 600_000,
      resendAfterMs: 30_000,
      tries: 5,
      secret: 'a secret of this test',
      keyPrefix: redis.prefix,
    });
  });
  const redeem = (id: string | undefined, login: string, code: string) =>
    challenges.redeem(id, login, code, ['sign-in', 'register', 'new-password']);
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

  it('leads to what it was asked for, in whatever case the login is typed', async () => {
    const { id, code } = await challenges.start(signIn, 'Asha@Example.com', undefined);
    await expect(redeem(id, 'asha@example.com', code)).resolves.toEqual(signIn);
  });

  it('is used up by its first use', async () => {
    const { id, code } = await challenges.start(signIn, 'asha', undefined);
    await redeem(id, 'asha', code);
    await expect(redeem(id, 'asha', code)).rejects.toMatchObject({ code: 'auth.wrong-code' });
  });

  it('lets one of many right answers at once win', async () => {
    const { id, code } = await challenges.start(signIn, 'asha', undefined);
    const answers = await Promise.allSettled(Array.from({ length: 4 }, () => redeem(id, 'asha', code)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is gone after five wrong tries, even when they come all at once', async () => {
    const { id, code } = await challenges.start(signIn, 'asha', undefined);
    await Promise.allSettled(Array.from({ length: 20 }, () => redeem(id, 'asha', wrong(code))));
    await expect(redeem(id, 'asha', code)).rejects.toMatchObject({ code: 'auth.wrong-code' });
  });

  it('still holds on the fifth try', async () => {
    const { id, code } = await challenges.start(signIn, 'asha', undefined);
    for (let tries = 0; tries < 4; tries += 1) await redeem(id, 'asha', wrong(code)).catch(() => {});
    await expect(redeem(id, 'asha', code)).resolves.toEqual(signIn);
  });

  it('is worth nothing in another browser, or for another login', async () => {
    const { id, code } = await challenges.start(signIn, 'asha', undefined);
    await expect(redeem(undefined, 'asha', code)).rejects.toMatchObject({ code: 'auth.wrong-code' });
    await expect(redeem('another', 'asha', code)).rejects.toMatchObject({ code: 'auth.wrong-code' });
    await expect(redeem(id, 'ravi', code)).rejects.toMatchObject({ code: 'auth.wrong-code' });
  });

  it('expires after ten minutes', async () => {
    const { id, code } = await challenges.start(signIn, 'asha', undefined);
    clock.advance(600_001);
    await expect(redeem(id, 'asha', code)).rejects.toMatchObject({ code: 'auth.wrong-code' });
  });

  it('is sent again after 30 seconds, and then the first code is worth nothing', async () => {
    const first = await challenges.start(signIn, 'asha', undefined);
    await expect(challenges.start(signIn, 'asha', first.id)).rejects.toMatchObject({
      code: 'auth.code-too-soon',
      headers: { 'retry-after': '30' },
    });
    clock.advance(30_000);
    const second = await challenges.start(signIn, 'asha', first.id);
    await expect(redeem(first.id, 'asha', first.code)).rejects.toMatchObject({ code: 'auth.wrong-code' });
    await expect(redeem(second.id, 'asha', second.code)).resolves.toEqual(signIn);
  });

  it('is never right where no account is behind it', async () => {
    const { id, code } = await challenges.start({ kind: 'nothing' }, 'nobody@example.com', undefined);
    await expect(redeem(id, 'nobody@example.com', code)).rejects.toMatchObject({ code: 'auth.wrong-code' });
  });

  it('lies in Redis only as a hash', async () => {
    const { id, code } = await challenges.start(signIn, 'asha', undefined);
    expect(await redis.client().get(`${redis.prefix}otp:${id}`)).not.toContain(code);
  });
});
