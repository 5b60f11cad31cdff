import { describe, expect, it } from '@jest/globals';
import type { RecordedQueries } from '@shop/test-kit';
import type { Choices } from './shard-key-choices.ts';
import { brokenIn, holds } from './shard-keys.ts';

const choices: Choices = {
  divided: new Map([
    ['catalog.gems', 'owner'],
    ['*.boxes', '_id'],
  ]),
  whole: new Map([['*.jobs', 'few']]),
  broadcast: [[/^catalog\.gems find \{state\}/, 'staff']],
  lostUniqueness: [[/^catalog\.gems unique \{code\}/, 'made unique elsewhere']],
};

const found = (commands: RecordedQueries['commands'], collections: RecordedQueries['collections'] = {}) =>
  brokenIn([{ service: 'catalog', mongodbUri: '', collections, commands }], choices).slice(0, -1);

describe('a filter holds the shard key', () => {
  it.each([
    [{ owner: 'asha' }],
    [{ owner: { $eq: 'asha' }, at: { $gt: 1 } }],
    [{ owner: { $in: ['asha', 'emily'] } }],
    [{ $and: [{ at: { $gt: 1 } }, { owner: 'asha' }] }],
    [{ $or: [{ owner: 'asha' }, { owner: 'emily', at: 1 }] }],
  ])('in %j', (filter) => expect(holds(filter, 'owner')).toBe(true));

  it.each([
    [{}],
    [{ at: 1 }],
    [{ owner: { $ne: 'asha' } }],
    [{ owner: { $gt: 'a' } }],
    [{ owner: null }],
    [{ owner: /^a/ }],
    [{ owner: { $exists: true } }],
    [{ $or: [{ owner: 'asha' }, { at: 1 }] }],
    [{ 'owner.name': 'asha' }],
  ])('not in %j', (filter) => expect(holds(filter, 'owner')).toBe(false));
});

describe('the queries that tests record', () => {
  it('fit where they hold the key, or a reason is given', () => {
    const commands = [
      { find: 'gems', filter: { owner: 'asha', at: { $lt: 5 } }, sort: { at: -1 } },
      { find: 'gems', filter: { state: 'open' } },
      { update: 'gems', updates: [{ q: { owner: 'asha', _id: 'a' }, u: { $set: { state: 'sold' } } }] },
      { aggregate: 'boxes', pipeline: [{ $match: { _id: { $in: ['a'] } } }, { $count: 'n' }], cursor: {} },
      { find: 'jobs', filter: {} },
    ];
    expect(found(commands)).toEqual([]);
  });

  it('are named where every shard is asked', () => {
    const commands = [
      { find: 'gems', filter: { _id: 'a' } },
      { delete: 'boxes', deletes: [{ q: { at: { $lt: 5 } }, limit: 0 }] },
      { findAndModify: 'gems', query: { code: 'x' }, update: { $set: { state: 'sold' } } },
      { aggregate: 'boxes', pipeline: [{ $group: { _id: '$state' } }], cursor: {} },
    ];
    expect(found(commands)).toEqual([
      'asks every shard: catalog.boxes aggregate {} $group',
      'asks every shard: catalog.boxes delete {at: {$lt}}',
      'asks every shard: catalog.gems find {_id}',
      'asks every shard: catalog.gems findAndModify {code}',
    ]);
  });

  it('are named where they change the key', () => {
    const moves = (u: object) => ({ update: 'gems', updates: [{ q: { owner: 'asha' }, u }] });
    expect(found([moves({ $set: { owner: 'emily' } })])).toEqual([
      'moves a document to another shard: catalog.gems update {owner}',
    ]);
    expect(found([moves([{ $set: { owner: '$next' } }])])).toHaveLength(1);
    expect(found([moves({ $setOnInsert: { owner: 'asha' } })])).toEqual([]);
  });
});

describe('the collections that tests record', () => {
  const gems = (samples: Record<string, unknown>[], ...keys: object[]) => ({
    gems: { indexes: keys.map((key) => ({ key, unique: true })), samples },
  });

  it('keep what is unique where the index begins with the key, or something takes its place', () => {
    expect(found([], gems([], { owner: 1, kind: 1 }, { code: 1 }))).toEqual([]);
    expect(found([], gems([], { kind: 1, owner: 1 }))).toEqual([
      'not unique over all shards: catalog.gems unique {kind, owner}',
    ]);
  });

  it('have the key in every document', () => {
    expect(found([], gems([{ _id: 'a', owner: 'asha' }]))).toEqual([]);
    expect(found([], gems([{ _id: 'a' }]))).toEqual(['catalog.gems: a document has no owner, its shard key']);
  });

  it('have a key or a reason to be whole', () => {
    expect(found([], { pearls: { indexes: [], samples: [] } })).toEqual([
      'catalog.pearls: has no shard key and no reason to be whole',
    ]);
  });
});
