import { beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '@shop/service-kit';
import { testRedis } from '../../test/test-redis.ts';
import { Sessions } from './sessions.ts';

// Real: Redis. The clock is moved by hand.
describe('sessions', () => {
  const redis = testRedis('sessions');
  let clock: Clock;
  let sessions: Sessions;

  beforeEach(() => {
    clock = new Clock();
    sessions = new Sessions(redis.client(), clock, {
      lifetimeMs: 60_000,
      graceMs: 10_000,
      secretTag: 'tag',
      keyPrefix: redis.prefix,
    });
  });
  const stored = (sid: string) => redis.client().get(`${redis.prefix}session:${sid}`);

  it('say whose they are where every service looks', async () => {
    const { sid } = await sessions.start({ userId: 'u1', role: 'user' });
    expect(JSON.parse((await stored(sid))!)).toMatchObject({ userId: 'u1', role: 'user' });
  });

  it('rotate the refresh token with each renewal', async () => {
    const { refreshToken, sid } = await sessions.start({ userId: 'u1', role: 'user' });
    const renewed = await sessions.renew(refreshToken);
    expect(renewed).toMatchObject({ sid, userId: 'u1' });
    expect(renewed!.refreshToken).not.toBe(refreshToken);
    await expect(sessions.renew(renewed!.refreshToken)).resolves.toMatchObject({ sid });
  });

  it('give two tabs that renew at once the same successor', async () => {
    const { refreshToken } = await sessions.start({ userId: 'u1', role: 'user' });
    const [one, two] = await Promise.all([sessions.renew(refreshToken), sessions.renew(refreshToken)]);
    expect(one!.refreshToken).toBe(two!.refreshToken);
  });

  it('end when a rotated token is used after its grace: somebody else has it', async () => {
    const { refreshToken, sid } = await sessions.start({ userId: 'u1', role: 'user' });
    const renewed = await sessions.renew(refreshToken);
    clock.advance(10_001);
    await expect(sessions.renew(refreshToken)).resolves.toBeUndefined();
    await expect(sessions.renew(renewed!.refreshToken)).resolves.toBeUndefined();
    expect(await stored(sid)).toBeNull();
  });

  it('are not ended by a token that the family never had', async () => {
    const { refreshToken, sid } = await sessions.start({ userId: 'u1', role: 'user' });
    await expect(sessions.renew(`${sid}.7.forged`)).resolves.toBeUndefined();
    await expect(sessions.renew(undefined)).resolves.toBeUndefined();
    await expect(sessions.renew('nonsense')).resolves.toBeUndefined();
    await expect(sessions.renew(refreshToken)).resolves.toMatchObject({ sid });
  });

  it('end at once, one or all of a user', async () => {
    const one = await sessions.start({ userId: 'u2', role: 'user' });
    const two = await sessions.start({ userId: 'u2', role: 'user' });
    const three = await sessions.start({ userId: 'u2', role: 'user' });
    await sessions.end(one.sid, 'u2');
    expect(await stored(one.sid)).toBeNull();
    expect(await stored(two.sid)).not.toBeNull();
    await expect(sessions.endAll('u2')).resolves.toBe(2);
    expect(await stored(two.sid)).toBeNull();
    expect(await stored(three.sid)).toBeNull();
  });

  it('end with all of a user also where renewals have kept them longer than the last sign-in alone would', async () => {
    const { sid, refreshToken } = await sessions.start({ userId: 'u3', role: 'user' });
    // As one session lifetime after the sign-in.
    await redis.client().del(`${redis.prefix}user-sessions:{u3}`);
    await sessions.renew(refreshToken);
    await expect(sessions.endAll('u3')).resolves.toBe(1);
    expect(await stored(sid)).toBeNull();
  });

  it('of the release before, whose ids had no braces, end with all of a user', async () => {
    const { sid } = await sessions.start({ userId: 'u4', role: 'user' });
    const [client, former] = [redis.client(), '0123456789'];
    await client.set(`${redis.prefix}session:${former}`, (await stored(sid))!);
    await client.sAdd(`${redis.prefix}user-sessions:u4`, former);
    await expect(sessions.endAll('u4')).resolves.toBe(2);
    expect(await stored(sid)).toBeNull();
    expect(await stored(former)).toBeNull();
  });
});
