import crypto from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Redis } from '@shop/service-kit';

/** Longer than the slowest picture takes to make. What a killed instance had claimed is claimed again after it. */
const LEASE_MS = 15_000;

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`;

/**
 * Says to the instances of this service which of them makes what only saves work: without Redis, or when a claim is outlived,
 * several make the same.
 */
@Injectable()
export class Claims {
  constructor(private readonly redis: Redis) {}

  /** @returns what `work` returns, or undefined, without calling it, while another instance works on `subject` */
  async whileClaimed<T>(subject: string, work: () => Promise<T>): Promise<T | undefined> {
    const { client } = this.redis;
    const key = this.redis.key(`content:claim:${subject}`);
    const token = crypto.randomUUID();
    const lease = { type: 'PX', value: LEASE_MS } as const;
    const claimed = await client.set(key, token, { condition: 'NX', expiration: lease }).catch(() => token);
    if (claimed === null) return undefined;
    try {
      return await work();
    } finally {
      // Otherwise it expires.
      await client.eval(RELEASE, { keys: [key], arguments: [token] }).catch(() => {});
    }
  }
}
