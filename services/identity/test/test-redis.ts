import { afterAll, beforeAll } from '@jest/globals';
import { testInfra } from '@shop/test-kit';
import { createClient, type RedisClientType } from 'redis';

/** Connects a test file to the real Redis; `prefix` is unique to it. */
export function testRedis(name: string): { client(): RedisClientType; prefix: string } {
  const { redisUrl, prefix } = testInfra(name);
  let client: RedisClientType;
  beforeAll(async () => {
    client = (await createClient({ url: redisUrl }).connect()) as RedisClientType;
  });
  afterAll(() => client.close());
  return { client: () => client, prefix: `${prefix}:` };
}
