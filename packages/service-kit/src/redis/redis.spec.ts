import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually, link, type Link, realParts } from '@shop/test-kit';
import { Health } from '../health/health.ts';
import { Redis } from './redis.module.ts';

// The real Redis, on a link that hangs when it is told to.
let cable: Link;
let redis: Redis;
let health: Health;
beforeEach(async () => {
  const parts = realParts('silence');
  cable = await link(parts.redisUrl);
  health = new Health();
  redis = new Redis({ REDIS_URL: cable.url, REDIS_PREFIX: `${parts.prefix}:` }, health);
  redis.onModuleInit();
  await eventually(() => redis.client.isReady, { what: 'a connection' });
});
afterEach(async () => {
  await redis.onApplicationShutdown();
  await cable.close();
});

it('notices a Redis that went silent while it is asked all the time, and is back when that is', async () => {
  expect(await redis.client.set(redis.key('ring'), '1', { EX: 60 })).toBe('OK');
  cable.silence();
  const waiting = redis.client.get(redis.key('ring'));
  // Each sends something, so that the socket never is idle.
  const asking = setInterval(() => void redis.client.get(redis.key('ring')).catch(() => {}), 50);
  await expect(waiting).rejects.toThrow('Disconnects client');
  await expect(redis.client.get(redis.key('ring'))).rejects.toThrow('The client is offline');
  clearInterval(asking);
  expect(await health.ready()).toEqual({ ready: false, why: 'redis: silent' });
  await cable.restore();
  await eventually(async () => (await redis.client.get(redis.key('ring'))) === '1', { what: 'Redis being back' });
  expect(await health.ready()).toEqual({ ready: true });
});

it('notices it also when nobody asks anything', async () => {
  cable.silence();
  await eventually(() => !redis.client.isReady, { what: 'the silence being noticed' });
  await cable.restore();
  await eventually(() => redis.client.isReady, { what: 'Redis being back' });
});
