// Real: MongoDB.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type RecordedQueries, testInfra } from '@shop/test-kit';
import { slowQueries } from './query-plans.ts';

describe('the queries that tests record', () => {
  let folder: string;
  beforeEach(() => void (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'queries-'))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const slow = (
    commands: RecordedQueries['commands'],
    indexes: RecordedQueries['collections'][string]['indexes'] = [],
  ) => {
    const samples = [{ _id: 'a', owner: 'ring-1', at: new Date(0), state: 'open' }];
    const recorded = {
      service: 'catalog',
      mongodbUri: testInfra('plans').mongodbUri,
      collections: { gems: { indexes: [{ name: '_id_', key: { _id: 1 } }, ...indexes], samples } },
      commands,
    };
    fs.writeFileSync(path.join(folder, 'one.json'), JSON.stringify(recorded));
    return slowQueries(folder);
  };

  const latestByOwner = [{ $group: { _id: '$owner', state: { $first: '$state' } } }];

  it('are fine where an index answers and sorts them', async () => {
    const byOwner = { name: 'by-owner', key: { owner: 1, at: -1 } };
    const commands = [
      { find: 'gems', filter: { owner: 'ring-1' }, sort: { at: -1 }, $db: 'other', lsid: { id: 1 } },
      { update: 'gems', updates: [{ q: { owner: 'ring-1' }, u: { $set: { state: 'sold' } } }], ordered: true },
      { aggregate: 'gems', pipeline: [{ $match: { _id: 'a' } }, { $group: { _id: 1, n: { $sum: 1 } } }], cursor: {} },
      { aggregate: 'gems', pipeline: [{ $sort: { owner: 1, at: -1 } }, ...latestByOwner], cursor: {} },
    ];
    await expect(slow(commands, [byOwner])).resolves.toEqual([]);
  });

  it('are named where they scan or sort a collection', async () => {
    const byOwner = { name: 'by-owner', key: { owner: 1 } };
    const commands = [
      { find: 'gems', filter: { owner: 'ring-1', at: { $lt: 5 } }, sort: { at: -1 } },
      { delete: 'gems', deletes: [{ q: { state: 'open' }, limit: 0 }] },
      { findAndModify: 'gems', query: { owner: 'ring-1' }, update: { $set: { state: 'sold' } } },
      { aggregate: 'gems', pipeline: [{ $sort: { at: 1 } }, ...latestByOwner], cursor: {} },
    ];
    await expect(slow(commands, [byOwner])).resolves.toEqual([
      'SORT: gems find {owner, at: {$lt}} sort {at:-1}',
      'COLLSCAN: gems delete {state}',
      'COLLSCAN and SORT: gems aggregate {} $sort {at:1} $group',
      expect.stringContaining('3 of 4 queries scan'),
    ]);
  });

  it('are named where a partial index cannot be used for equal values', async () => {
    const byOwner = { name: 'by-owner', key: { owner: 1 }, partialFilterExpression: { owner: { $type: 'string' } } };
    const [first] = await slow([{ find: 'gems', filter: { owner: 'ring-1' } }], [byOwner]);
    expect(first).toBe('COLLSCAN: gems find {owner}');
  });

  it('may scan what does not grow', async () => {
    await expect(slow([{ find: 'brand', filter: { name: 'x' } }])).resolves.toEqual([]);
  });
});
