import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '@shop/service-kit';
import { testInfra } from '@shop/test-kit';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import mongoose from 'mongoose';
import { Keys, type StoredKey } from './keys.ts';

const DAY = 86_400_000;
const RULES = {
  signForMs: 30 * DAY,
  verifyForMs: 600_000,
  publishAheadMs: 600_000,
  secret: 'a secret of this test',
  accessTokenMs: 300_000,
};

// Real: MongoDB. The clock is moved by hand.
describe('signing keys', () => {
  const parts = testInfra('keys');
  const claims = { userId: 'u1', sid: 's1', role: 'user' as const };
  let connection: mongoose.Connection;
  let clock: Clock;

  const keysWith = (secret = RULES.secret) =>
    new Keys(connection.collection<StoredKey>('signing-keys'), clock, { ...RULES, secret });

  beforeAll(async () => {
    connection = await mongoose.createConnection(parts.mongodbUri).asPromise();
  });
  beforeEach(async () => {
    clock = new Clock();
    await connection.collection('signing-keys').deleteMany({});
  });
  afterAll(async () => {
    await connection.dropDatabase();
    await connection.close();
  });

  it('verify the tokens that they signed', async () => {
    const keys = keysWith();
    const token = await keys.sign(claims);
    const { payload } = await jwtVerify(token, createLocalJWKSet(await keys.published()), {
      issuer: 'identity',
      audience: 'shop',
    });
    expect(payload).toMatchObject({ sub: 'u1', sid: 's1', role: 'user' });
  });

  it('are one key when two instances start at once', async () => {
    await Promise.all([keysWith().published(), keysWith().published(), keysWith().published()]);
    expect((await keysWith().published()).keys).toHaveLength(1);
  });

  it('are published ten minutes before they sign, and verify for ten minutes after', async () => {
    const keys = keysWith();
    const old = decodeProtectedHeader(await keys.sign(claims)).kid;
    clock.advance(30 * DAY);
    expect((await keys.published()).keys).toHaveLength(2);
    expect(decodeProtectedHeader(await keys.sign(claims)).kid).toBe(old);
    clock.advance(600_000);
    const next = decodeProtectedHeader(await keys.sign(claims)).kid;
    expect(next).not.toBe(old);
    expect((await keys.published()).keys.map(({ kid }) => kid)).toContain(old);
    clock.advance(600_001);
    expect((await keys.published()).keys.map(({ kid }) => kid)).toEqual([next]);
  });

  it('come back after the shop was closed for a year', async () => {
    const keys = keysWith();
    await keys.sign(claims);
    clock.advance(365 * DAY);
    await expect(keys.sign(claims)).resolves.toMatch(/^ey/);
    expect((await keys.published()).keys).toHaveLength(1);
  });

  it('are replaced at once where the secret that sealed them was changed, and by time after that', async () => {
    const before = keysWith('the secret before');
    const old = decodeProtectedHeader(await before.sign(claims)).kid;
    const keys = keysWith('the secret now');
    const token = await keys.sign(claims);
    const { kid } = decodeProtectedHeader(token);
    expect((await keys.published()).keys.map((key) => key.kid)).toEqual([kid]);
    expect(kid).not.toBe(old);
    await expect(keys.read(await before.sign(claims), DAY)).resolves.toBeUndefined();
    await expect(keys.read(token, 0)).resolves.toEqual(claims);
    clock.advance(31 * DAY);
    await expect(keys.read(await keys.sign(claims), 0)).resolves.toEqual(claims);
  });

  it('never show their private half', async () => {
    const keys = keysWith();
    await keys.sign(claims);
    expect(JSON.stringify(await keys.published())).not.toContain('"d"');
    const [stored] = await connection.collection('signing-keys').find().toArray();
    expect(JSON.stringify(stored)).not.toContain('"d"');
  });

  it('read a token of their own after it expired, and no other', async () => {
    const keys = keysWith();
    const token = await keys.sign(claims);
    clock.advance(3_600_000);
    await expect(keys.read(token, DAY)).resolves.toEqual(claims);
    await expect(keys.read(token, 0)).resolves.toBeUndefined();
    await expect(keys.read(`${token}x`, DAY)).resolves.toBeUndefined();
  });

  it('take no outage of MongoDB for an invalid token', async () => {
    const token = await keysWith().sign(claims);
    const away = mongoose.createConnection('mongodb://127.0.0.1:1', {
      serverSelectionTimeoutMS: 50,
      bufferCommands: false,
    });
    away.asPromise().catch(() => {});
    const keys = new Keys(away.collection<StoredKey>('signing-keys'), clock, RULES);
    await expect(keys.read(token, DAY)).rejects.toThrow(/connect/i);
    await away.close();
  });
});
