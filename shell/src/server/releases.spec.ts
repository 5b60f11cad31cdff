import { beforeEach, describe, expect, it } from '@jest/globals';
import { integrityOf, REGISTRY_KEY, releaseKey, versionOf } from '@shop/build/bundle';
import type { Registry } from '@shop/build/registry';
import { content } from '@shop/contracts';
import { openStorage, type Storage } from '@shop/storage';
import { storageFolder } from '@shop/test-kit';
import fastify, { type FastifyInstance } from 'fastify';
import { addReleases } from './releases.ts';

const TOKENS = ['the-token-of-services', 'the-one-before-it'] as const;
const AT = '2026-11-27T10:00:00.000Z';
const EARLIER = '2026-11-20T10:00:00.000Z';

// Real: the storage, in a folder.
let storage: Storage;
let app: FastifyInstance;
beforeEach(() => {
  storage = openStorage(storageFolder());
  app = fastify();
  addReleases(app, storage, TOKENS);
});

const write = (key: string, value: object) =>
  storage.put(key, Buffer.from(JSON.stringify(value)), { type: 'application/json' });
const get = (token?: string) =>
  app.inject({ url: '/internal/releases', headers: token === undefined ? {} : { 'x-service-token': token } });

/** A described bundle, by the text of its only file. */
async function bundle(text: string, described: object): Promise<string> {
  const integrity = { 'browser/main.js': integrityOf(Buffer.from(text)) };
  const version = versionOf('1.0.0', integrity);
  const release = { slice: 'mfe-checkout', name: 'checkout', version, integrity, publishedAt: EARLIER, ...described };
  await write(releaseKey('mfe-checkout', version), release);
  return version;
}

describe('what is live of the frontends', () => {
  it('is told with what was before, what was rolled back, and how that came', async () => {
    const old = await bundle('old', {});
    const live = await bundle('live', { commit: 'c0ffee', bytes: 1_234 });
    const broken = await bundle('broken', { commit: 'badc0de+', bytes: 2_345 });
    const change = {
      at: AT,
      slice: 'mfe-checkout',
      version: live,
      replaced: broken,
      kind: 'rolled-back',
      by: 'mira@desk',
    };
    const registry = {
      ...{ revision: 3, shell: null, history: { 'mfe-checkout': [broken, live, old] } },
      remotes: { checkout: { slice: 'mfe-checkout', version: live } },
      ...{ retired: { 'mfe-checkout': { [broken]: AT, [old]: EARLIER } }, waiting: { 'mfe-checkout': '2.0.0-x' } },
      changes: [change],
    } as unknown as Registry;
    await write(REGISTRY_KEY, registry);
    const { statusCode, body } = await get(TOKENS[1]);
    expect(statusCode).toBe(200);
    expect(content.releases.parse(JSON.parse(body))).toEqual({
      frontends: [
        {
          ...{ slice: 'mfe-checkout', liveSince: AT, before: old, waiting: '2.0.0-x' },
          versions: [
            {
              ...{ version: broken, state: 'rolled-back', publishedAt: EARLIER, retiredAt: AT },
              ...{ commit: 'badc0de+', bytes: 2_345 },
            },
            {
              ...{ version: live, state: 'live', publishedAt: EARLIER, retiredAt: null },
              ...{ commit: 'c0ffee', bytes: 1_234 },
            },
            {
              ...{ version: old, state: 'before', publishedAt: EARLIER, retiredAt: EARLIER },
              ...{ commit: null, bytes: null },
            },
          ],
        },
      ],
      changes: [change],
    });
  });

  it('is as the storage has it now, also of a registry from before changes were written down', async () => {
    expect((await get(TOKENS[0])).json()).toEqual({ frontends: [], changes: [] });
    const gone = '1.0.0-gone';
    await write(REGISTRY_KEY, {
      ...{ revision: 1, shell: null, history: { 'mfe-checkout': [gone] } },
      remotes: { checkout: { slice: 'mfe-checkout', version: gone } },
    });
    const { frontends } = content.releases.parse((await get(TOKENS[0])).json());
    expect(frontends).toMatchObject([
      { liveSince: null, before: null, versions: [{ version: gone, state: 'live', publishedAt: null }] },
    ]);
  });

  it.each([undefined, 'guessed', ''])('is told to services alone, and not with the token %j', async (token) => {
    const { statusCode, body } = await get(token);
    expect([statusCode, body]).toEqual([404, '']);
  });
});
