import { afterEach, expect, it } from '@jest/globals';
import { REGISTRY_KEY } from '@shop/build/bundle';
import type { Registry } from '@shop/build/registry';
import { openStorage, type Storage } from '@shop/storage';
import { eventually, storageFolder } from '@shop/test-kit';
import { pino } from 'pino';
import { watchRegistry } from './stored-registry.ts';

const log = pino({ level: 'silent' });
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function watched(changed: (registry: Registry) => Promise<void>, isAway = () => false) {
  const storage = openStorage(storageFolder());
  const write = (revision: number) =>
    storage.put(REGISTRY_KEY, Buffer.from(JSON.stringify({ revision })), { type: 'application/json' });
  const etag = await write(1);
  const asked = { head: 0, get: 0 };
  const counted = {
    head: (key: string) => {
      asked.head++;
      return isAway() ? Promise.reject(new Error('away')) : storage.head(key);
    },
    get: (key: string) => {
      asked.get++;
      return storage.get(key);
    },
  } as Storage;
  stops.push(watchRegistry(counted, { etag, log }, changed));
  return { write, asked };
}

it('a registry is read when it has changed, and only then', async () => {
  const seen: number[] = [];
  const { write, asked } = await watched(async ({ revision }) => void seen.push(revision));
  await eventually(() => asked.head >= 2, { what: 'it is looked for' });
  expect(asked.get).toBe(0);
  await write(2);
  await eventually(() => seen.length > 0, { what: 'the new one is seen' });
  const before = asked.head;
  await eventually(() => asked.head >= before + 2, { what: 'it is looked for again' });
  expect([seen, asked.get]).toEqual([[2], 1]);
});

it('a storage that does not answer changes nothing, and is asked again', async () => {
  const seen: number[] = [];
  let isAway = true;
  const { write, asked } = await watched(
    async ({ revision }) => void seen.push(revision),
    () => isAway,
  );
  await write(2);
  await eventually(() => asked.head >= 2, { what: 'it is asked again' });
  expect(seen).toEqual([]);
  isAway = false;
  await eventually(() => expect(seen).toEqual([2]));
});

it('a registry whose bundles could not be read is given again', async () => {
  const seen: number[] = [];
  const { write } = await watched(async ({ revision }) => {
    seen.push(revision);
    if (seen.length === 1) throw new Error('away');
  });
  await write(2);
  await eventually(() => expect(seen).toEqual([2, 2]));
});
