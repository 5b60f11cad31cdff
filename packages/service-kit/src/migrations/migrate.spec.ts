import { afterEach, describe, expect, it } from '@jest/globals';
import { link, testInfra } from '@shop/test-kit';
import mongoose, { type Connection, type mongo, Schema } from 'mongoose';
import { inBatches } from './in-batches.ts';
import { migrate, type MigrateOptions, migrationStatus } from './migrate.ts';
import { defineMigration, type Migration } from './migration.ts';

let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  closing = [];
});

type IndexSpec = Parameters<Schema['index']>;
const BY_NAME: IndexSpec = [{ name: 1 }];
const log = { log: () => {}, warn: () => {} };

interface Thing {
  _id: number;
  name: string;
  slug?: string;
}

/** A new database, and connections with the schemas of different versions of a service. */
function database() {
  const uri = testInfra('migrate').mongodbUri;
  const connect = async (indexes: IndexSpec[] = [BY_NAME], url = uri): Promise<Connection> => {
    const connection = mongoose.createConnection();
    const schema = new Schema({ _id: Number, name: String, slug: String }, { collection: 'things' });
    for (const index of indexes) schema.index(...index);
    schema.set('autoCreate', false).set('autoIndex', false);
    connection.model('Thing', schema);
    await connection.openUri(url, { serverSelectionTimeoutMS: 500 });
    closing.push(() => connection.close());
    return connection;
  };
  closing.push(async () => {
    const connection = await mongoose.createConnection(uri).asPromise();
    await connection.dropDatabase();
    await connection.close();
  });
  return { uri, connect };
}

const run = (connection: Connection, options: Partial<MigrateOptions> = {}) => migrate({ connection, log, ...options });
const things = ({ db }: { db?: mongo.Db | undefined }) => db!.collection<Thing>('things');
const indexesOf = async (connection: Connection) => (await things(connection).indexes()).map(({ name }) => name);
const fill = (connection: Connection, count: number) =>
  things(connection).insertMany(Array.from({ length: count }, (_, index) => ({ _id: index, name: `Thing ${index}` })));

const BATCH_SIZE = 10;
/** `batchDone` is called after each batch, before its cursor is saved. */
const addSlugs = (batchDone: (cursor: number) => void | Promise<void> = () => {}): Migration =>
  defineMigration<number>({
    id: '0001-add-slugs',
    run: async ({ db, cursor, saveCursor }) => {
      await inBatches({ cursor, saveCursor }, things({ db }), { size: BATCH_SIZE }, async (batch) => {
        for (const { _id, name } of batch) {
          const slug = name.toLowerCase().replace(' ', '-');
          await things({ db }).updateOne({ _id }, { $set: { slug } });
        }
        await batchDone(batch.at(-1)!._id);
      });
    },
  });

describe('a migration run', () => {
  it('brings a fresh database to what the code declares, and a second one finds nothing to do', async () => {
    const connection = await database().connect();
    const migrations = [addSlugs()];
    expect(await run(connection, { migrations })).toEqual({
      collections: ['things'],
      built: ['things.name_1'],
      migrations: ['0001-add-slugs'],
      dropped: [],
    });
    expect(await indexesOf(connection)).toEqual(['_id_', 'name_1']);
    const nothing = { collections: [], built: [], migrations: [], dropped: [] };
    expect(await run(connection, { migrations })).toEqual(nothing);
    expect((await migrationStatus(connection, migrations)).migrations).toMatchObject([
      { id: '0001-add-slugs', state: 'finished', runs: 1 },
    ]);
  });

  it('runs migrations in order, each once, and refuses a list that is out of order', async () => {
    const connection = await database().connect();
    const ran: string[] = [];
    const named = (id: string): Migration => ({ id, run: async () => void ran.push(id) });
    await run(connection, { migrations: [named('0001-first')] });
    await run(connection, { migrations: [named('0001-first'), named('0002-second'), named('0010-third')] });
    expect(ran).toEqual(['0001-first', '0002-second', '0010-third']);
    await expect(run(connection, { migrations: [named('0002-b'), named('0001-a')] })).rejects.toThrow('higher number');
    await expect(run(connection, { migrations: [named('add slugs')] })).rejects.toThrow('is not named like');
  });

  it('waits while another one works, and does nothing twice', async () => {
    const { connect } = database();
    const [one, other] = [await connect(), await connect()];
    await fill(one, 30);
    const batches: number[] = [];
    let waited = false;
    const migrations = [addSlugs((cursor) => void batches.push(cursor))];
    const outcomes = await Promise.all([
      run(one, { migrations, lease: { pollMs: 10 } }),
      run(other, {
        migrations,
        lease: { pollMs: 10 },
        log: { ...log, log: (text) => (waited ||= /waiting/.test(text)) },
      }),
    ]);
    expect(batches).toEqual([9, 19, 29]);
    expect(outcomes.flatMap((outcome) => outcome.migrations)).toEqual(['0001-add-slugs']);
    expect(outcomes.flatMap(({ built }) => built)).toEqual(['things.name_1']);
    expect(waited || outcomes[1].migrations.length === 1).toBe(true);
  });

  it('names the run that holds the lock when it gives up waiting', async () => {
    const { connect } = database();
    const [one, other] = [await connect(), await connect()];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let started = () => {};
    const isRunning = new Promise<void>((resolve) => (started = resolve));
    const holding = run(one, { migrations: [{ id: '0001-hold', run: () => (started(), held) }] });
    await isRunning;
    await expect(run(other, { lease: { waitMs: 50, pollMs: 10 } })).rejects.toThrow(/holds the lock: .*:\d+:/);
    release();
    await holding;
  });

  it('continues at the cursor of a run that was killed', async () => {
    const { connect, uri } = database();
    const cable = await link(uri);
    closing.push(cable.close);
    const [killed, next] = [await connect([BY_NAME], cable.url), await connect()];
    await fill(next, 35);
    // Cut off from MongoDB it can neither save nor release its lease, as if its process were killed.
    const dying = run(killed, {
      migrations: [addSlugs((cursor) => (cursor === 19 ? cable.cut() : undefined))],
      lease: { leaseMs: 300 },
    });
    await expect(dying).rejects.toThrow('Migration 0001-add-slugs failed');
    expect((await migrationStatus(next, [addSlugs()])).migrations).toMatchObject([{ state: 'started', cursor: 9 }]);

    const batches: number[] = [];
    await run(next, { migrations: [addSlugs((cursor) => void batches.push(cursor))], lease: { pollMs: 20 } });
    expect(batches).toEqual([19, 29, 34]);
    expect(await things(next).countDocuments({ slug: { $exists: false } })).toBe(0);
    expect((await migrationStatus(next, [addSlugs()])).migrations).toMatchObject([{ state: 'finished', runs: 2 }]);
  });

  it('stops after the current batch when it is asked to, and the next one continues there', async () => {
    const connection = await database().connect();
    await fill(connection, 30);
    const stopping = new AbortController();
    const first = run(connection, { migrations: [addSlugs(() => stopping.abort())], signal: stopping.signal });
    await expect(first).rejects.toThrow('Migration 0001-add-slugs stopped: the run was asked to stop');
    const batches: number[] = [];
    await run(connection, { migrations: [addSlugs((cursor) => void batches.push(cursor))] });
    expect(batches).toEqual([19, 29]);
  });

  it('does not let a run save its cursor whose lock another one took over', async () => {
    const { connect } = database();
    const [slow, next] = [await connect(), await connect()];
    await fill(next, 30);
    // Its lease expires before it is renewed, as after a pause of the process.
    const overtaken = run(slow, {
      migrations: [
        addSlugs(async (cursor) => {
          if (cursor !== 19) return;
          await next.db!.collection('migration_locks').updateOne({}, { $set: { leaseUntil: new Date(0) } });
          await run(next, { migrations: [addSlugs()] });
        }),
      ],
    });
    await expect(overtaken).rejects.toThrow('another migration run took over');
    expect((await migrationStatus(next, [addSlugs()])).migrations).toMatchObject([{ state: 'finished', cursor: 29 }]);
  });

  it('reports a migration that fails, leaves those after it alone, and retries it', async () => {
    const connection = await database().connect();
    await fill(connection, 20);
    const after = { id: '0002-after', run: async () => {} };
    const failing = addSlugs((cursor) => {
      if (cursor === 19) throw new Error('the disk is full');
    });
    const failed = run(connection, { migrations: [failing, after] });
    await expect(failed).rejects.toThrow('Migration 0001-add-slugs failed: the disk is full');
    expect((await migrationStatus(connection, [failing, after])).migrations).toMatchObject([
      { id: '0001-add-slugs', state: 'failed', cursor: 9, error: 'the disk is full' },
      { id: '0002-after', state: 'pending' },
    ]);
    const { migrations } = await run(connection, { migrations: [addSlugs(), after] });
    expect(migrations).toEqual(['0001-add-slugs', '0002-after']);
    const [repaired] = (await migrationStatus(connection, [addSlugs(), after])).migrations;
    expect(repaired).toMatchObject({ state: 'finished', runs: 2 });
    expect(repaired).not.toHaveProperty('error');
  });
});

describe('indexes', () => {
  it('are dropped when the code no longer declares them, unless they are in the keep list', async () => {
    const { connect } = database();
    const before = await connect([BY_NAME, [{ slug: 1 }], [{ name: 1, slug: 1 }]]);
    await run(before);
    await things(before).createIndex({ slug: -1 }, { name: 'built-by-hand' });

    const now = await connect([BY_NAME]);
    expect((await migrationStatus(now, [])).undeclaredIndexes.sort()).toEqual([
      'things.built-by-hand',
      'things.name_1_slug_1',
      'things.slug_1',
    ]);
    const keepIndexes = ['things.built-by-hand'];
    expect(await run(now, { keepIndexes, keepOldIndexes: true })).toMatchObject({ dropped: [] });
    const { dropped } = await run(now, { keepIndexes });
    expect(dropped.sort()).toEqual(['things.name_1_slug_1', 'things.slug_1']);
    expect(await indexesOf(now)).toEqual(['_id_', 'name_1', 'built-by-hand']);
  });

  it('stay where the run fails before its end', async () => {
    const { connect } = database();
    await run(await connect([BY_NAME, [{ slug: 1 }]]));
    const now = await connect([BY_NAME]);
    const failing = { id: '0001-fail', run: () => Promise.reject(new Error('failed')) };
    await expect(run(now, { migrations: [failing] })).rejects.toThrow('0001-fail');
    expect(await indexesOf(now)).toContain('slug_1');
  });

  it('of other options are replaced, and an expiry is changed in place', async () => {
    const { connect } = database();
    await run(await connect([BY_NAME, [{ slug: 1 }, { expireAfterSeconds: 60 }]]));
    const now = await connect([
      [{ name: 1 }, { unique: true }],
      [{ slug: 1 }, { expireAfterSeconds: 3_600 }],
    ]);
    await run(now);
    expect(await things(now).indexes()).toEqual([
      expect.objectContaining({ name: '_id_' }),
      expect.objectContaining({ name: 'slug_1', expireAfterSeconds: 3_600 }),
      expect.objectContaining({ name: 'name_1', unique: true }),
    ]);
    expect(await run(now)).toMatchObject({ built: [], dropped: [] });
  });

  it('that the data refuses are built after the migration that repairs it, and reported when none does', async () => {
    const connection = await database().connect([[{ name: 1 }, { unique: true }]]);
    await things(connection).insertMany([1, 2].map((_id) => ({ _id, name: 'ring' })));
    await expect(run(connection)).rejects.toThrow('The index things.name_1 could not be built');
    const repair: Migration = {
      id: '0001-name-things',
      run: async ({ db }) => void (await things({ db }).updateOne({ _id: 2 }, { $set: { name: 'other ring' } })),
    };
    expect(await run(connection, { migrations: [repair] })).toMatchObject({ built: ['things.name_1'] });
  });
});
