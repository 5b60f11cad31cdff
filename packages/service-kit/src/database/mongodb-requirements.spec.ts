import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testInfra } from '@shop/test-kit';
import { mongo } from 'mongoose';
import { type MongodbFacts, mongodbFacts, unmetRequirements } from './mongodb-requirements.ts';

let client: mongo.MongoClient;
let facts: MongodbFacts;
beforeAll(async () => {
  client = await new mongo.MongoClient(testInfra('catalog').mongodbUri).connect();
  facts = await mongodbFacts(client);
});
afterAll(() => client.close());

describe('what transactions assume of MongoDB', () => {
  it('is asked from the real server, which has it', () => {
    expect(facts).toMatchObject({
      hello: expect.objectContaining({ setName: expect.any(String) }),
      buildInfo: expect.objectContaining({ version: expect.stringMatching(/^\d+\.\d+/) }),
      storageEngine: 'wiredTiger',
      transactionLifetimeSeconds: 5,
      featureCompatibilityVersion: expect.stringMatching(/^\d+\.\d+$/),
      majorityIsJournaled: true,
    });
    expect(unmetRequirements(facts)).toBeUndefined();
  });

  it.each<[what: string, changes: Partial<MongodbFacts>, says: string]>([
    ['a single server', { hello: {} }, 'it is not a replica set'],
    ['an old release', { buildInfo: { version: '5.0.31' } }, 'its version is 5.0.31'],
    ['data of an old release', { featureCompatibilityVersion: '5.0' }, 'its data is kept compatible with 5.0'],
    ['another storage engine', { storageEngine: 'inMemory' }, 'its storage engine is inMemory'],
    ['long transactions', { transactionLifetimeSeconds: 60 }, 'transactionLifetimeLimitSeconds is 60'],
    ['writes to one member', { defaultWriteConcern: { w: 1 } }, 'its default write concern is w: 1'],
    ['majorities in memory', { majorityIsJournaled: false }, 'writeConcernMajorityJournalDefault is false'],
  ])('is missed by %s, which is named', (_, changes, says) => {
    expect(unmetRequirements({ ...facts, ...changes })).toContain(`MongoDB cannot be used: ${says}`);
  });

  it('is named all at once', () => {
    expect(unmetRequirements({ hello: {}, buildInfo: { version: '4.4.0' } })).toMatch(/replica set.*; .*4\.4\.0/);
  });

  it('is not missed where the user may not ask, or through a router', () => {
    expect(unmetRequirements({ hello: facts.hello, buildInfo: facts.buildInfo })).toBeUndefined();
    expect(unmetRequirements({ hello: { msg: 'isdbgrid' }, buildInfo: facts.buildInfo })).toBeUndefined();
  });
});
