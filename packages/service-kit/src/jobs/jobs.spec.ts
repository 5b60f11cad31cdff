import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { eventually, testInfra } from '@shop/test-kit';
import mongoose, { type Connection, type Model, Schema } from 'mongoose';
import { Clock } from '../clock/clock.ts';
import { Health } from '../health/health.ts';
import type { Database } from '../database/database.module.ts';
import { transactionStarted, transactionCommitted } from '../database/transactions.ts';
import { registry } from '../metrics/metrics.ts';
import { type Job, JobFailure, type JobHandle } from './job.ts';
import { indexJobFields, type JobFields, jobFields } from './job-fields.ts';
import { type JobRow, jobRowSchema } from './job-row.schema.ts';
import { JobSource } from './job-source.ts';
import { Jobs } from './jobs.ts';

interface Stone extends JobFields {
  _id: string;
  cut?: number;
  isRough?: boolean;
  minedAt?: Date;
  polishing?: JobFields;
}

const stoneSchema = new Schema<Stone>(
  { _id: String, cut: Number, isRough: Boolean, minedAt: Date, polishing: Object, ...jobFields },
  { collection: 'stones', versionKey: false },
);
indexJobFields(stoneSchema);

const MINUTE = 60_000;

interface Instance {
  jobs: Jobs;
  stones: Model<Stone>;
  connection: Connection;
  clock: Clock;
}

// Real: MongoDB, with a connection per instance. The clock is moved where a lease or a long delay has to pass.
describe('jobs', () => {
  let instances: Instance[];
  let database: Connection;
  let stones: Model<Stone>;
  let mongodbUri: string;
  const gates: (() => void)[] = [];

  beforeEach(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => {});
    // A service that another file of this process started has given its name to all metrics.
    registry.setDefaultLabels({});
    ({ mongodbUri } = testInfra('jobs'));
    instances = [];
    database = await mongoose.createConnection(mongodbUri).asPromise();
    stones = database.model<Stone>('Stone', stoneSchema);
    await stones.createIndexes();
  });

  afterEach(async () => {
    for (const open of gates.splice(0)) open();
    for (const { jobs, connection } of instances) {
      await jobs.beforeApplicationShutdown();
      await connection.close();
    }
    await database.dropDatabase();
    await database.close();
    jest.restoreAllMocks();
  });

  /** An instance of the service; it runs once `begin` is called. */
  async function instance(): Promise<Instance> {
    const connection = await mongoose.createConnection(mongodbUri).asPromise();
    const clock = new Clock();
    const rows = connection.model<JobRow>('JobRow', jobRowSchema);
    const jobs = new Jobs(rows, { ready: () => Promise.resolve() } as Database, clock, new Health());
    const made = { jobs, stones: connection.model<Stone>('Stone', stoneSchema), connection, clock };
    instances.push(made);
    return made;
  }

  function begin({ jobs }: Instance): void {
    jobs.onModuleInit();
    jobs.onApplicationBootstrap();
  }

  const cutting = (model: Model<Stone>, job: Partial<Job<Stone>> & Pick<Job<Stone>, 'run'>): Job<Stone> => ({
    name: 'cutting',
    source: new JobSource(model),
    pollMs: 50,
    leaseMs: MINUTE,
    retry: { firstMs: MINUTE, maxMs: 10 * MINUTE },
    ...job,
  });

  async function runs(job: Partial<Job<Stone>> & Pick<Job<Stone>, 'run'>) {
    const one = await instance();
    const handle = one.jobs.add(cutting(one.stones, job));
    begin(one);
    return { ...one, handle };
  }

  const due = (...ids: string[]) =>
    stones.insertMany(ids.map((_id, n) => ({ _id, dueAt: new Date(Date.now() - 1_000 + n) })));
  const stone = async (id: string) => (await stones.findById(id).lean<Stone>())!;
  const isDone = async (id: string) => (await stone(id)).dueAt === undefined;
  /** Until released, a run of `hold` waits; a test that fails releases it too. */
  function gate() {
    const { promise, resolve } = Promise.withResolvers<void>();
    gates.push(resolve);
    return { promise, open: resolve };
  }

  it('run each of 200 items once, shared by three instances', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => `s${n}`);
    await due(...ids);
    const ranOn = new Map<number, string[]>();
    // None goes on before each has its share, however late one is.
    const { promise: allRun, open } = gate();
    for (const n of [0, 1, 2]) {
      const one = await instance();
      ranOn.set(n, []);
      one.jobs.add(
        cutting(one.stones, {
          concurrency: 4,
          run: async ({ _id }) => {
            ranOn.get(n)!.push(_id);
            if ([...ranOn.values()].every((ran) => ran.length > 0)) open();
            await allRun;
            await one.stones.updateOne({ _id }, { $inc: { cut: 1 } });
          },
        }),
      );
    }
    for (const one of instances) begin(one);
    await eventually(async () => expect(await stones.countDocuments({ dueAt: { $exists: true } })).toBe(0));
    expect(await stones.countDocuments({ cut: 1, claim: { $exists: false } })).toBe(200);
    expect([...ranOn.values()].flat().toSorted()).toEqual(ids.toSorted());
  });

  it('retry an item that fails with growing delay, and run those behind it meanwhile', async () => {
    await due('flawed', 's1', 's2');
    let isFlawed = true;
    const { clock } = await runs({
      run: async ({ _id }) => {
        if (_id === 'flawed' && isFlawed) throw new RangeError('too brittle');
      },
    });
    const failed = async (failures: number) => {
      await eventually(async () => expect(await stone('flawed')).toMatchObject({ failures }));
      return Math.round(((await stone('flawed')).dueAt!.getTime() - clock.millis()) / MINUTE);
    };
    expect(await failed(1)).toBe(1);
    expect(await stone('flawed')).toMatchObject({ lastError: 'RangeError: too brittle' });
    expect((await stone('flawed')).claim).toBeUndefined();
    await eventually(async () => expect([await isDone('s1'), await isDone('s2')]).toEqual([true, true]));
    for (const [failures, minutes] of [
      [2, 2],
      [3, 4],
      [4, 8],
      [5, 10],
    ] as const) {
      clock.advance(11 * MINUTE);
      expect(await failed(failures)).toBe(minutes);
    }
    isFlawed = false;
    clock.advance(11 * MINUTE);
    await eventually(() => isDone('flawed'));
    expect(await stone('flawed')).toEqual({ _id: 'flawed' });
  });

  it('write what a failure says, at the time that it names', async () => {
    await due('s1');
    const dueAt = new Date(Date.now() + 3 * MINUTE);
    await runs({
      run: async () => {
        throw new JobFailure<Stone>('too hard', { dueAt, set: { isRough: true } });
      },
    });
    await eventually(async () =>
      expect(await stone('s1')).toEqual({ _id: 's1', dueAt, failures: 1, lastError: 'too hard', isRough: true }),
    );
  });

  it('are given up when the job names no time to retry', async () => {
    await due('s1');
    await runs({ retry: () => undefined, run: () => Promise.reject(new Error('no')) });
    await eventually(() => isDone('s1'));
    expect(await stone('s1')).toEqual({ _id: 's1' });
  });

  it('take over an item whose process died, once its lease has run out, and not before', async () => {
    await due('s1', 's2');
    const dead = await runs({ run: () => new Promise<void>(() => {}) });
    await eventually(async () => expect((await stone('s1')).claim).toBeDefined());
    const { claim } = await stone('s1');
    // Its connection breaks with it: nothing is settled any more.
    instances.splice(instances.indexOf(instances.find(({ jobs }) => jobs === dead.jobs)!), 1);
    await dead.connection.close();
    const ran: string[] = [];
    const heir = await runs({ run: async ({ _id }) => void ran.push(_id) });
    await eventually(() => isDone('s2'));
    expect(ran).toEqual(['s2']);
    expect((await stone('s1')).claim).toBe(claim);
    heir.clock.advance(MINUTE + 1);
    await eventually(() => isDone('s1'));
    expect(ran).toEqual(['s2', 's1']);
  });

  it('let a run that outlived its lease change nothing', async () => {
    await due('s1');
    const slow = gate();
    const late = await runs({ run: () => slow.promise.then(() => ({ outcome: 'done', set: { cut: 1 } })) });
    await eventually(async () => expect((await stone('s1')).claim).toBeDefined());
    const heir = await runs({
      run: async () => ({ outcome: 'done', dueAt: new Date(0), set: { cut: 2 } }),
      pollMs: MINUTE,
    });
    heir.clock.advance(MINUTE + 1);
    heir.handle.wake();
    await eventually(async () => expect((await stone('s1')).cut).toBe(2));
    await heir.jobs.beforeApplicationShutdown();
    slow.open();
    await late.jobs.beforeApplicationShutdown();
    expect((await stone('s1')).cut).toBe(2);
  });

  it('postpone an item without counting a failure, and run it when its time comes', async () => {
    await due('s1');
    let isCold = true;
    const dueAt = new Date(Date.now() + 5 * MINUTE);
    const { clock } = await runs({
      run: async () => (isCold ? { outcome: 'postponed', dueAt } : undefined),
    });
    await eventually(async () => expect((await stone('s1')).dueAt).toEqual(dueAt));
    expect((await stone('s1')).failures).toBeUndefined();
    isCold = false;
    clock.advance(5 * MINUTE + 1);
    await eventually(() => isDone('s1'));
  });

  it('count the runs that left an item due, where a counter is named', async () => {
    await stones.create({ _id: 's1', cut: 0, dueAt: new Date(0) });
    const { clock } = await runs({
      source: new JobSource(stones, { counter: 'cut' }),
      run: async () => ({ outcome: 'postponed', dueAt: new Date(clock.millis() + MINUTE) }),
    });
    await eventually(async () => expect((await stone('s1')).cut).toBe(1));
    clock.advance(MINUTE + 1);
    await eventually(async () => expect((await stone('s1')).cut).toBe(2));
  });

  it('leave an item alone that was rescheduled while it ran, by the run itself or by another', async () => {
    await due('s1', 's2', 's3');
    const later = new Date(Date.now() + 7 * MINUTE);
    await runs({
      run: async ({ _id }) => {
        await stones.updateOne({ _id }, _id === 's3' ? { $unset: { dueAt: 1 } } : { $set: { dueAt: later } });
        if (_id === 's1') return { outcome: 'postponed', dueAt: new Date(Date.now() + MINUTE) };
        if (_id === 's2') throw new Error('no');
        return { outcome: 'rescheduled' };
      },
    });
    await eventually(async () => expect(await stone('s1')).toEqual({ _id: 's1', dueAt: later }));
    await eventually(async () => expect(await stone('s2')).toMatchObject({ dueAt: later, failures: 1 }));
    await eventually(async () => expect(await stone('s3')).toEqual({ _id: 's3' }));
  });

  it('run an item at once that is created with a free slot, and no other instance sees it due', async () => {
    const hold = gate();
    const ran: string[] = [];
    const { handle } = await runs({
      pollMs: 10 * MINUTE,
      run: async ({ _id }) => {
        ran.push(_id);
        await hold.promise;
      },
    });
    const create = (id: string) =>
      handle.create(async (fields) => {
        const made = { _id: id, ...fields };
        await stones.create(made);
        return made;
      });
    expect(await create('s1')).toBe(true);
    await eventually(() => ran.includes('s1'));
    const other = await runs({ run: async ({ _id }) => void ran.push(`${_id} elsewhere`) });
    // No slot is free: left due, for an instance that has one.
    expect(await create('s2')).toBe(true);
    await eventually(() => isDone('s2'));
    expect(ran).toEqual(['s1', 's2 elsewhere']);
    await other.jobs.beforeApplicationShutdown();
    // Runs here as soon as the slot is free, without waiting for a poll.
    await create('s3');
    hold.open();
    await eventually(() => isDone('s3'));
    expect(ran).toEqual(['s1', 's2 elsewhere', 's3']);
  });

  it('free the slot of an item that existed already, or could not be created', async () => {
    const { handle } = await runs({ pollMs: 10 * MINUTE, run: async () => {} });
    expect(await handle.create(() => Promise.resolve(null))).toBe(false);
    await expect(handle.create(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    await handle.create(async (fields) => {
      expect(fields.claim).toBeDefined();
      return stones.create({ _id: 's1', ...fields });
    });
    await eventually(() => isDone('s1'));
  });

  it('wake up after a commit, and not before', async () => {
    const { handle, connection } = await runs({ pollMs: 10 * MINUTE, run: async () => {} });
    const session = await connection.startSession();
    session.startTransaction();
    transactionStarted(session);
    await connection.collection<Stone>('stones').insertOne({ _id: 's1', dueAt: new Date(0) }, { session });
    handle.wakeAfter(session);
    expect(await stones.countDocuments()).toBe(0);
    await session.commitTransaction();
    transactionCommitted(session);
    await eventually(() => isDone('s1'));
    await session.endSession();
  });

  it('finish what runs when they stop, and claim nothing more', async () => {
    await due('s1', 's2');
    const hold = gate();
    const ran: string[] = [];
    const { jobs, handle } = await runs({
      run: async ({ _id }) => {
        ran.push(_id);
        await hold.promise;
      },
    });
    await eventually(() => ran.length === 1);
    const stopping = jobs.beforeApplicationShutdown();
    await handle.create((fields) => stones.create({ _id: 's3', ...fields }));
    hold.open();
    await stopping;
    handle.wake();
    expect(await isDone('s1')).toBe(true);
    expect(ran).toEqual(['s1']);
    for (const id of ['s2', 's3']) {
      expect((await stone(id)).claim).toBeUndefined();
      expect((await stone(id)).dueAt!.getTime()).toBeLessThanOrEqual(Date.now());
    }
  });

  it('pause when no item can run: nothing is claimed until the next poll, and nothing has failed', async () => {
    await due('s1', 's2');
    let isOpen = false;
    let asked = 0;
    await runs({
      pollMs: 100,
      run: async () => {
        asked += 1;
        return isOpen ? undefined : { outcome: 'paused' };
      },
    });
    await eventually(() => asked >= 3);
    expect(await stones.countDocuments({ failures: { $exists: true } })).toBe(0);
    isOpen = true;
    await eventually(async () => expect([await isDone('s1'), await isDone('s2')]).toEqual([true, true]));
  });

  it('run documents that are due without saying when, the oldest first, with their fields under a name of their own', async () => {
    await stones.insertMany([
      { _id: 'younger', isRough: true, minedAt: new Date(2_000) },
      { _id: 'older', isRough: true, minedAt: new Date(1_000) },
      { _id: 'smooth', isRough: false, minedAt: new Date(0) },
    ]);
    const ran: string[] = [];
    const { jobs } = await runs({
      source: new JobSource(stones, { where: { isRough: true }, under: 'polishing', dueSince: 'minedAt' }),
      run: async ({ _id }) => {
        ran.push(_id);
        if (_id === 'older') throw new Error('too rough');
        await stones.updateOne({ _id }, { isRough: false });
      },
    });
    await eventually(() => ran.length === 2);
    expect(ran).toEqual(['older', 'younger']);
    await eventually(async () => expect(await stone('younger')).not.toHaveProperty('polishing'));
    expect((await stone('older')).polishing).toMatchObject({ failures: 1, lastError: 'too rough' });
    expect(await jobs.failed('cutting')).toMatchObject([{ id: 'older', failures: 1, lastError: 'too rough' }]);
  });

  it('retry failed items at once when they are told to, one or all', async () => {
    await due('s1', 's2');
    let isFlawed = true;
    const ran: string[] = [];
    const { jobs } = await runs({
      run: async ({ _id }) => {
        ran.push(_id);
        if (isFlawed) throw new Error('no');
      },
    });
    await eventually(async () => expect(await jobs.failed('cutting')).toHaveLength(2));
    isFlawed = false;
    expect(await jobs.retry('polishing')).toBeUndefined();
    expect(await jobs.retry('cutting', 'unknown')).toBe(0);
    expect(await jobs.retry('cutting', 's2')).toBe(1);
    await eventually(() => isDone('s2'));
    expect(ran).toEqual(['s1', 's2', 's2']);
    expect(await jobs.retry('cutting')).toBe(1);
    await eventually(() => isDone('s1'));
  });

  describe('that recur', () => {
    const counted = { _id: 'count' } as never;
    const runsOf = async () => (await database.collection('counts').findOne(counted))?.['runs'] as number | undefined;

    let handles: JobHandle<JobRow>[];

    async function recurring(run: (one: Instance) => Promise<void>, everyMs = MINUTE) {
      handles = [];
      for (let n = 0; n < 3; n++) {
        const one = await instance();
        handles.push(
          one.jobs.addRecurring({
            name: 'count-stones',
            everyMs,
            retry: { firstMs: 20, maxMs: 20 },
            run: () => run(one),
          }),
        );
      }
      for (const one of instances) begin(one);
    }
    const count = async ({ connection }: Instance) => {
      await connection.collection('counts').updateOne(counted, { $inc: { runs: 1 } }, { upsert: true });
    };
    const nextAt = async () =>
      (await database.collection('jobs').findOne({ _id: 'count-stones' as never }))!['dueAt'] as Date;

    it('run at once, and then once per period, on one of three instances', async () => {
      await recurring(count);
      for (let period = 1; period <= 3; period++) {
        await eventually(async () => expect(await runsOf()).toBe(period));
        await eventually(async () => expect((await nextAt()).getTime()).toBeGreaterThan(instances[0]!.clock.millis()));
        expect(await runsOf()).toBe(period);
        for (const { clock } of instances) clock.advance(MINUTE + 1_000);
        for (const handle of handles) handle.wake();
      }
    });

    it('are due a period after they began: a run that outlives its period does not put off the next', async () => {
      const hold = gate();
      await recurring(async (one) => {
        await count(one);
        if ((await runsOf()) === 1) await hold.promise;
      }, 60 * MINUTE);
      await eventually(async () => expect(await runsOf()).toBe(1));
      for (const { clock } of instances) clock.advance(61 * MINUTE);
      hold.open();
      await eventually(async () => expect(await runsOf()).toBe(2));
    });

    it('are retried soon after a failure', async () => {
      let failures = 3;
      await recurring(async (one) => {
        if (failures-- > 0) throw new Error('no answer');
        await count(one);
      });
      await eventually(async () => expect(await runsOf()).toBe(1));
      await eventually(async () =>
        expect(await database.collection('jobs').findOne({ _id: 'count-stones' as never })).toEqual({
          _id: 'count-stones',
          dueAt: expect.any(Date),
        }),
      );
    });

    it('take a shorter period over at the next start', async () => {
      const far = new Date(Date.now() + 60 * MINUTE);
      await database.collection('jobs').insertOne({ _id: 'count-stones' as never, dueAt: far });
      await recurring(count);
      await eventually(async () => expect((await nextAt()).getTime()).toBeLessThanOrEqual(Date.now() + MINUTE));
      expect(await runsOf()).toBeUndefined();
    });

    it('leave the lease of a run under way on another instance as it is', async () => {
      const leaseUntil = new Date(Date.now() + 60 * MINUTE);
      const claimed = { _id: 'count-stones' as never, claim: 'of another instance', dueAt: leaseUntil };
      await database.collection('jobs').insertOne({ ...claimed });
      const one = await instance();
      const prepared = jest.spyOn(one.connection.model('JobRow').collection, 'updateOne');
      one.jobs.addRecurring({
        name: 'count-stones',
        everyMs: MINUTE,
        retry: { firstMs: 20, maxMs: 20 },
        run: () => count(one),
      });
      begin(one);
      await eventually(() => expect(prepared).toHaveBeenCalled());
      await prepared.mock.results[0]!.value;
      expect(await database.collection('jobs').findOne()).toEqual(claimed);
    });
  });

  it('show what waits, runs and failed, and measure it', async () => {
    await stones.insertMany([
      { _id: 'waiting', dueAt: new Date(Date.now() - 4_000) },
      { _id: 'flawed', dueAt: new Date(Date.now() - 6_000) },
      { _id: 'running', dueAt: new Date(Date.now() - 5_000) },
      { _id: 'later', dueAt: new Date(Date.now() + MINUTE) },
    ]);
    const hold = gate();
    const { jobs } = await runs({
      run: async ({ _id }) => {
        if (_id === 'flawed') throw new Error('too brittle');
        if (_id === 'running') await hold.promise;
      },
    });
    await eventually(async () =>
      expect(await jobs.overview()).toMatchObject([
        { job: 'cutting', waiting: 1, running: 1, scheduled: 2, failing: 1, oldestDueAt: expect.any(String) },
      ]),
    );
    expect(await jobs.failed('cutting')).toEqual([
      { id: 'flawed', failures: 1, lastError: 'too brittle', nextAt: expect.any(Date) },
    ]);
    // The claim is in the database before this process knows that it has it.
    await eventually(async () => {
      const metrics = await registry.metrics();
      for (const [name, value] of [
        ['jobs_waiting', '1'],
        ['jobs_running', '1'],
        ['jobs_failing', '1'],
        ['jobs_oldest_due_seconds', '([4-9]|\\d{2,})(\\.\\d+)?'],
      ]) {
        expect(metrics).toMatch(new RegExp(`^${name}\\{job="cutting"\\} ${value}$`, 'm'));
      }
      expect(metrics).toMatch(/^job_runs_total\{job="cutting",outcome="failed"\} \d+$/m);
    });
    hold.open();
    await eventually(() => isDone('waiting'));
  });

  it('measure without reading the whole collection', async () => {
    await stones.insertMany(Array.from({ length: 500 }, (_, n) => ({ _id: `s${n}`, cut: 1 })));
    await due('due');
    for (const filter of [{ dueAt: { $lte: new Date() } }, { failures: { $gt: 0 } }]) {
      const plan = await stones.collection.find(filter as never).explain('executionStats');
      expect((plan as { executionStats: { totalDocsExamined: number } }).executionStats.totalDocsExamined).toBeLessThan(
        5,
      );
    }
  });
});
