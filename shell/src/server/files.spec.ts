import zlib from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fileKey, integrityOf, releaseKey, versionOf } from '@shop/build/bundle';
import { openStorage, type Storage } from '@shop/storage';
import { storageFolder } from '@shop/test-kit';
import fastify, { type FastifyInstance } from 'fastify';
import { addFiles } from './files.ts';

const FILES: Record<string, { text: string; type: string }> = {
  'browser/main.js': { text: 'console.log("main");', type: 'text/javascript; charset=utf-8' },
  'browser/font.woff2': { text: 'a font', type: 'font/woff2' },
  'server/server.mjs': { text: 'export default {};', type: 'text/javascript; charset=utf-8' },
};
const integrity = Object.fromEntries(
  Object.entries(FILES).map(([file, { text }]) => [file, integrityOf(Buffer.from(text))]),
);
const release = { slice: 'mfe-checkout', version: versionOf('1.0.0', integrity), integrity };

let storage: Storage;
let app: FastifyInstance;
beforeEach(async () => {
  storage = openStorage(storageFolder());
  const description = Buffer.from(JSON.stringify(release));
  await storage.put(releaseKey(release.slice, release.version), description, { type: 'application/json' });
  for (const [file, { text, type }] of Object.entries(FILES)) {
    await storage.put(fileKey(release, file), Buffer.from(text), { type });
  }
  app = fastify();
  addFiles(app, storage);
});

const get = (file: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/bundles/mfe-checkout/${release.version}/${file}`, headers });

describe('a file of a bundle', () => {
  it('comes with its type and is to be kept for ever', async () => {
    const { statusCode, headers, body } = await get('main.js');
    expect([statusCode, body]).toEqual([200, FILES['browser/main.js']!.text]);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
  });

  it('comes compressed to a browser that takes it, unless it is compressed already', async () => {
    const script = await get('main.js', { 'accept-encoding': 'br, gzip' });
    expect(script.headers['content-encoding']).toBe('gzip');
    expect(zlib.gunzipSync(script.rawPayload).toString()).toBe(FILES['browser/main.js']!.text);
    const font = await get('font.woff2', { 'accept-encoding': 'gzip' });
    expect([font.headers['content-encoding'], font.body]).toEqual([undefined, 'a font']);
  });

  it.each(['missing.js', 'server.mjs', '..%2fserver%2fserver.mjs', '.hidden', 'release.json', '..%2frelease.json'])(
    'is nothing else: %s',
    async (file) => {
      const { statusCode, headers } = await get(file);
      expect([statusCode, headers['cache-control']]).toEqual([404, undefined]);
    },
  );

  it('of a version that there is not is a 404, and there once it is published', async () => {
    const other = { ...release, slice: 'mfe-account' };
    const url = `/bundles/mfe-account/${release.version}/main.js`;
    expect((await app.inject({ url })).statusCode).toBe(404);
    await storage.put(fileKey(other, 'browser/main.js'), Buffer.from(FILES['browser/main.js']!.text), { type: 'x/y' });
    await storage.put(releaseKey(other.slice, other.version), Buffer.from(JSON.stringify(other)), { type: 'x/y' });
    expect((await app.inject({ url })).statusCode).toBe(200);
  });

  it.each([
    ['the file', fileKey(release, 'browser/main.js'), 'console.log("tampered");'],
    [
      'the description',
      releaseKey(release.slice, release.version),
      JSON.stringify({ ...release, integrity: { 'browser/main.js': integrityOf(Buffer.from('tampered')) } }),
    ],
  ])('is a 503 that no cache keeps when %s is not what was published', async (_, key, text) => {
    await storage.put(key, Buffer.from(text), { type: 'text/javascript' });
    const { statusCode, headers, body } = await get('main.js');
    expect([statusCode, headers['cache-control'], body]).toEqual([503, 'no-store', '']);
  });

  it('is a 503 while the storage does not answer, and comes when it does', async () => {
    let isAway = true;
    const shaky = fastify();
    addFiles(shaky, {
      ...storage,
      get: (key) => (isAway ? Promise.reject(new Error('away')) : storage.get(key)),
    } as Storage);
    const url = `/bundles/mfe-checkout/${release.version}/main.js`;
    expect((await shaky.inject({ url })).statusCode).toBe(503);
    isAway = false;
    expect((await shaky.inject({ url })).statusCode).toBe(200);
  });
});
