import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually, link, type Link, testInfra } from '@shop/test-kit';
import { Health } from '../health/health.ts';
import { Redis } from './redis.module.ts';

// The real Redis, behind a link that can hang.
let redisLink: Link;
let redis: Redis;
let health: Health;
beforeEach(async () => {
  const parts = testInfra('silence');
  redisLink = await link(parts.redisUrl);
  health = new Health();
  redis = new Redis({ REDIS_URL: redisLink.url, REDIS_PREFIX: `${parts.prefix}:` }, health);
  redis.onModuleInit();
  await eventually(() => redis.client.isReady, { what: 'a connection' });
});
afterEach(async () => {
  await redis.onApplicationShutdown();
  await redisLink.close();
});

it('notices a Redis that went silent while it is asked all the time, and is back when that is', async () => {
  expect(await redis.client.set(redis.key('ring'), '1', { EX: 60 })).toBe('OK');
  redisLink.silence();
  const waiting = redis.client.get(redis.key('ring'));
  // Keeps the socket busy, so that its own time-out never fires.
  const asking = setInterval(() => void redis.client.get(redis.key('ring')).catch(() => {}), 50);
  await expect(waiting).rejects.toThrow('Disconnects client');
  await expect(redis.client.get(redis.key('ring'))).rejects.toThrow('The client is offline');
  clearInterval(asking);
  expect(await health.ready()).toEqual({ ready: true, degraded: 'redis: silent' });
  await redisLink.restore();
  await eventually(async () => (await redis.client.get(redis.key('ring'))) === '1', { what: 'Redis being back' });
  expect(await health.ready()).toEqual({ ready: true });
});

it('notices it also when nobody asks anything', async () => {
  redisLink.silence();
  await eventually(() => !redis.client.isReady, { what: 'the silence being noticed' });
  await redisLink.restore();
  await eventually(() => redis.client.isReady, { what: 'Redis being back' });
});

it.each(['goes silent', 'is lost'])('is closed although it %s while a command waits for its answer', async (what) => {
  redisLink.silence();
  const waiting = redis.client.get(redis.key('ring')).catch((error: Error) => error.message);
  const closing = redis.onApplicationShutdown();
  if (what === 'is lost') await redisLink.cut();
  await expect(closing).resolves.toBeUndefined();
  expect(await waiting).toMatch(/Disconnects client|Socket closed/);
});

it('is refused commands on keys of several slots by the Redis of the tests, so that none can come to be', async () => {
  const { client } = redis;
  const isCluster = (await client.info('cluster')).includes('cluster_enabled:1');
  const asked = client
    .mGet([redis.key('{one}'), redis.key('{another}')])
    .catch((error: Error) => error.message.split(' ')[0]);
  // A server given by TEST_REDIS_URL may be a single one.
  expect(await asked).toEqual(isCluster ? 'CROSSSLOT' : [null, null]);
});
