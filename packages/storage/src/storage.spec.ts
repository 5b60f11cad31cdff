import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { storageKinds } from '@shop/test-kit';
import { LostCondition, openStorage, type Storage } from './index.ts';

const TYPE = 'text/plain';
async function keysOf(storage: Storage, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.list(prefix)) keys.push(key);
  return keys;
}
const text = async (storage: Storage, key: string) => (await storage.get(key))?.bytes.toString();

describe.each(storageKinds())('in %s', (_, place) => {
  let address: string;
  let storage: Storage;

  beforeAll(async () => {
    address = await place();
    storage = openStorage(address);
  });

  it('gives back what was stored, with its type and size', async () => {
    const etag = await storage.put('whole/ring.webp', Buffer.from([0, 1, 2, 255]), { type: 'image/webp' });
    const info = { size: 4, type: 'image/webp', etag };
    expect(await storage.get('whole/ring.webp')).toEqual({ ...info, bytes: Buffer.from([0, 1, 2, 255]) });
    expect(await storage.head('whole/ring.webp')).toEqual(info);
  });

  it('holds an empty object', async () => {
    const etag = await storage.put('empty', Buffer.alloc(0), { type: TYPE });
    expect(await storage.get('empty')).toEqual({ size: 0, type: TYPE, etag, bytes: Buffer.alloc(0) });
  });

  it('gives a range of an object, and the size of the whole', async () => {
    await storage.put('clip', Buffer.from('0123456789'), { type: TYPE });
    const part = await storage.get('clip', { range: { start: 3, end: 5 } });
    expect(part).toMatchObject({ bytes: Buffer.from('345'), size: 10 });
    const last = await storage.get('clip', { range: { start: 9, end: 9 } });
    expect(last).toMatchObject({ bytes: Buffer.from('9'), size: 10 });
  });

  it('has nothing under an unknown key', async () => {
    await storage.put('unknown/other', Buffer.from('x'), { type: TYPE });
    expect(await storage.get('unknown/key')).toBeUndefined();
    expect(await storage.get('unknown/key', { range: { start: 0, end: 1 } })).toBeUndefined();
    expect(await storage.head('unknown/key')).toBeUndefined();
    expect(await storage.head('unknown')).toBeUndefined();
  });

  it('replaces an object, whose etag changes', async () => {
    const first = await storage.put('replaced', Buffer.from('a longer one'), { type: TYPE });
    const second = await storage.put('replaced', Buffer.from('two'), { type: 'text/html' });
    expect(second).not.toBe(first);
    expect(await storage.get('replaced')).toEqual({
      size: 3,
      type: 'text/html',
      etag: second,
      bytes: Buffer.from('two'),
    });
  });

  it('creates an object only where there is none', async () => {
    await storage.put('created', Buffer.from('first'), { type: TYPE, ifNoneMatch: '*' });
    const second = storage.put('created', Buffer.from('second'), { type: TYPE, ifNoneMatch: '*' });
    await expect(second).rejects.toThrow(LostCondition);
    expect(await text(storage, 'created')).toBe('first');
  });

  it('replaces an object only if it is the one that was read', async () => {
    const first = await storage.put('matched', Buffer.from('first'), { type: TYPE });
    await storage.put('matched', Buffer.from('second'), { type: TYPE, ifMatch: first });
    const late = storage.put('matched', Buffer.from('third'), { type: TYPE, ifMatch: first });
    await expect(late).rejects.toThrow(LostCondition);
    expect(await text(storage, 'matched')).toBe('second');
  });

  it('replaces nothing where the object is gone', async () => {
    const etag = await storage.put('gone', Buffer.from('first'), { type: TYPE });
    await storage.delete('gone');
    const late = storage.put('gone', Buffer.from('second'), { type: TYPE, ifMatch: etag });
    await expect(late).rejects.toThrow(LostCondition);
    expect(await storage.head('gone')).toBeUndefined();
  });

  it('lets one of many conditional writers win, each time', async () => {
    let etag = await storage.put('raced', Buffer.from('start'), { type: TYPE });
    for (let round = 0; round < 5; round++) {
      const writers = Array.from({ length: 20 }, (_, writer) =>
        openStorage(address).put('raced', Buffer.from(`${round} ${writer}`), { type: TYPE, ifMatch: etag }),
      );
      const results = await Promise.allSettled(writers);
      const won = results.flatMap((each, writer) => (each.status === 'fulfilled' ? [writer] : []));
      const lost = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      expect(won).toHaveLength(1);
      for (const reason of lost) expect(reason).toBeInstanceOf(LostCondition);
      expect(await text(storage, 'raced')).toBe(`${round} ${won[0]}`);
      etag = (await storage.head('raced'))!.etag;
    }
  });

  it('lets one of many creators win', async () => {
    const creators = Array.from({ length: 20 }, (_, writer) =>
      storage.put('claimed', Buffer.from(`by ${writer}`), { type: TYPE, ifNoneMatch: '*' }),
    );
    const results = await Promise.allSettled(creators);
    const won = results.flatMap((each, writer) => (each.status === 'fulfilled' ? [writer] : []));
    expect(won).toHaveLength(1);
    expect(await text(storage, 'claimed')).toBe(`by ${won[0]}`);
  });

  it('deletes an object, which can be stored again', async () => {
    await storage.put('deleted', Buffer.from('x'), { type: TYPE });
    await storage.delete('deleted');
    await storage.delete('deleted');
    await storage.delete('never-there');
    expect(await storage.get('deleted')).toBeUndefined();
    expect(await keysOf(storage, 'deleted')).toEqual([]);
    await storage.put('deleted', Buffer.from('y'), { type: TYPE, ifNoneMatch: '*' });
    expect(await text(storage, 'deleted')).toBe('y');
  });

  it('lists what begins with a prefix, in order', async () => {
    for (const key of ['list/b', 'list/a/2', 'list/a/10', 'list/ab', 'listed']) {
      await storage.put(key, Buffer.from('x'), { type: TYPE });
    }
    expect(await keysOf(storage, 'list/')).toEqual(['list/a/10', 'list/a/2', 'list/ab', 'list/b']);
    expect(await keysOf(storage, 'list/a')).toEqual(['list/a/10', 'list/a/2', 'list/ab']);
    expect(await keysOf(storage, 'list/a/')).toEqual(['list/a/10', 'list/a/2']);
    expect(await keysOf(storage, 'nothing/')).toEqual([]);
  });

  it('lists more than fits on one page of S3', async () => {
    const keys = Array.from({ length: 1100 }, (_, index) => `many/${String(index).padStart(4, '0')}`);
    const remaining = [...keys];
    const store = async () => {
      for (let key = remaining.pop(); key; key = remaining.pop())
        await storage.put(key, Buffer.from('x'), { type: TYPE });
    };
    await Promise.all(Array.from({ length: 16 }, store));
    expect(await keysOf(storage, 'many/')).toEqual(keys);
  });

  it('leaves nothing half written when its process is killed', async () => {
    const MEGABYTES = 4;
    await storage.put('killed', Buffer.alloc(MEGABYTES << 20, 'a'), { type: TYPE });
    for (let round = 0; round < 5; round++) {
      const child = spawn(process.execPath, [path.join(import.meta.dirname, '../test/writer.ts'), address, 'killed'], {
        env: process.env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      // It says so before each of its puts.
      for (let puts = 0; puts <= round; puts++) await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'exit');
      const { bytes, size } = (await storage.get('killed'))!;
      expect(size).toBe(MEGABYTES << 20);
      expect(bytes.length).toBe(size);
      expect(bytes.equals(Buffer.alloc(size, bytes[0]))).toBe(true);
    }
    await storage.put('killed', Buffer.from('after'), { type: TYPE });
    expect(await text(storage, 'killed')).toBe('after');
    expect(await keysOf(storage, 'killed')).toEqual(['killed']);
  });

  it.each(['', '/a', 'a/', 'a//b', '../a', 'a/./b', 'a/..', 'a@', 'a b', 'ü'])('refuses the key "%s"', async (key) => {
    await expect(storage.put(key, Buffer.from('x'), { type: TYPE })).rejects.toThrow('cannot be the key');
    await expect(storage.get(key)).rejects.toThrow('cannot be the key');
    await expect(storage.delete(key)).rejects.toThrow('cannot be the key');
  });
});

describe('the address', () => {
  it.each(['', '/srv/storage', 'file://host/srv', 'http://bucket/', 's3://', 's3:bucket', 's3://bucket?versions'])(
    'is refused with the name of its variable: "%s"',
    (address) => {
      expect(() => openStorage(address, 'STORAGE_URL')).toThrow(
        'STORAGE_URL must be file:///folder or s3://bucket/prefix',
      );
    },
  );
});
