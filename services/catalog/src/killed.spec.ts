import { type ChildProcess, execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { catalog, identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually, freePort } from '@shop/test-kit';
import { nextGroup, startCatalog, type CatalogHarness } from '../test/catalog-harness.ts';
import { addCopies } from '../test/copies.ts';
import { editsOf } from '../test/edits.ts';

// A process cannot kill itself inside the test runner: the service that works runs as a child process, from a bundle of its own. The one of
// the harness only answers: it polls for due work every ten minutes.
const CATALOG = path.resolve(import.meta.dirname, '..');
const RSPACK = path.resolve(CATALOG, '../../node_modules/@rspack/cli/bin/rspack.js');

/** Several batches for each kill. */
const MANY = 300;
/** The check takes more rows at once. */
const MANY_ROWS = 750;
const PIECES = 3;
const EDITED = 'Edited Once Ring';
/** Where other tests have the processors. */
const LONGEST_MS = 900_000;
/** Shorter than a transaction lives. */
const HELD_MS = 3_000;
/** A batch that takes longer than a transaction may is tried again, later each time. */
const LONG = { withinMs: LONGEST_MS / 2 };

let bundle: string;
let shop: CatalogHarness;
const children: ChildProcess[] = [];
beforeAll(async () => {
  // Inside the repository, so that libraries are found.
  const cache = path.resolve(CATALOG, '../../.cache');
  fs.mkdirSync(cache, { recursive: true });
  bundle = fs.mkdtempSync(path.join(cache, 'catalog-killed-'));
  const options = ['build', '--config', 'rspack.config.ts', '--output-path', bundle];
  await promisify(execFile)(process.execPath, [RSPACK, ...options], { cwd: CATALOG });
  fs.writeFileSync(path.join(bundle, 'package.json'), '{ "type": "module" }');
  shop = await startCatalog({ CATALOG_SWEEP: '10m' });
  // A service alone waits until its database is migrated.
  await promisify(execFile)(process.execPath, [path.join(bundle, 'migrate.js')], { env: environment() });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  fs.rmSync(bundle, { recursive: true, force: true });
  await shop.close();
});

const { preview, rows, allRows } = editsOf(() => shop);

const environment = () => ({ ...shop.service.environment, PATH: process.env['PATH'] });

type Child = Awaited<ReturnType<typeof startChild>>;

/** Another catalog on the same database. @returns how to call it as staff, and to kill it */
async function startChild() {
  const port = await freePort();
  const child = spawn(process.execPath, ['--enable-source-maps', path.join(bundle, 'main.js')], {
    env: { ...environment(), PORT: String(port), CATALOG_SWEEP: '100ms', CATALOG_LEASE: '2s', LOG_LEVEL: 'warn' },
    // What failed in it stands in the test's output.
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  return {
    isReady: () =>
      eventually(
        async () => {
          const answer = await fetch(`${url}/health/ready`);
          if (!answer.ok) throw new Error(await answer.text());
        },
        { what: 'the child being ready' },
      ),
    send: (method: string, at: string, body?: object) => {
      const isForm = body instanceof FormData;
      return fetch(`${url}/api/v1/admin${at}`, {
        method,
        headers: { ...shop.staff, ...(body && !isForm && { 'content-type': 'application/json' }) },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      });
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await eventually(() => child.signalCode === 'SIGKILL', { what: 'it being killed' });
    },
  };
}

/** What both kinds of work say about themselves. */
interface Work {
  _id: string;
  state: string;
  /** Of an import: rows that were checked. */
  seen: number;
  counts: Record<string, number>;
}

interface Killed {
  kind: 'product-edits' | 'imports';
  begin: (child: Child) => Promise<Response>;
  /** Where it counts what is done. */
  counter: 'seen' | `counts.${string}`;
  many: number;
  ends: string;
  kills: number;
}

const doneOf = (work: Work, counter: Killed['counter']): number =>
  counter === 'seen' ? work.seen : work.counts[counter.slice('counts.'.length)]!;

/** Of the whole server. */
async function writeConflicts(): Promise<number> {
  const { metrics } = await shop.service.connection.db!.admin().command({ serverStatus: 1 });
  return Number((metrics as { operation: { writeConflicts: unknown } }).operation.writeConflicts);
}

/** Begins something, kills who does it in the middle as often as `kills`, and waits until another one has ended it. */
async function killedInTheMiddle(_id: string, { kind, begin, counter, many, ends, kills }: Killed): Promise<void> {
  const works = shop.service.connection.collection<Work>(kind);
  const now = async () => (await works.findOne({ _id }))!;
  let child = await startChild();
  await child.isReady();
  expect((await begin(child)).status).toBe(200);
  let before = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const held = await shop.service.connection.startSession();
    // Every batch counts: while a transaction of the test has written this document, none ends. So it is killed in the middle.
    before = await eventually(
      async () => {
        held.startTransaction();
        const where = { _id, [counter]: { $gt: before, $lt: many } };
        const work = await works.findOneAndUpdate(where, { $set: { held: true } }, { session: held }).catch(() => null);
        if (work) return doneOf(work, counter);
        await held.abortTransaction();
        return (await now()).state === ends && many;
      },
      { ...LONG, what: 'some of it being done', everyMs: 2 },
    );
    expect(before).toBeLessThan(many);
    // Not before it has tried to count: the rest of the batch is written then.
    const conflicts = await writeConflicts();
    await eventually(async () => (await writeConflicts()) > conflicts, {
      withinMs: HELD_MS,
      what: 'the batch being held',
    }).catch(() => undefined);
    await child.kill();
    await held.abortTransaction();
    await held.endSession();
    before = doneOf(await now(), counter);
    expect(before).toBeLessThan(many);
    // Not waited for: it goes on as soon as it can, and is to be held then.
    child = await startChild();
  }
  await eventually(async () => (await now()).state === ends, { ...LONG, what: `it being ${ends}` });
  expect(doneOf(await now(), counter)).toBe(many);
  await child.kill();
}

/** How often each product has one, as counts of counts. */
function times(of: readonly string[]): Record<number, number> {
  const byProduct = Map.groupBy(of, (id) => id);
  const found: Record<number, number> = {};
  for (const ids of byProduct.values()) found[ids.length] = (found[ids.length] ?? 0) + 1;
  return found;
}

/** By the beginning of their reason. */
async function movements(reason: string) {
  const found = await shop.service.connection
    .collection('stock-movements')
    .find({ reason: { $regex: `^${reason}` } })
    .toArray();
  return times(found.map(({ productId }) => String(productId)));
}
async function entries(action: string, about: string) {
  const found = await publishedEvents(shop.service, identity.auditRecorded);
  return times(
    found
      .filter(({ data }) => data.action === action && data.reason?.startsWith(about))
      .map(({ data }) => data.subjectId),
  );
}
async function stocks(): Promise<Record<number, number>> {
  const found = await shop.service.connection
    .collection('products')
    .aggregate<{ _id: number; count: number }>([
      { $match: { name: EDITED } },
      { $group: { _id: '$stock', count: { $sum: 1 } } },
    ])
    .toArray();
  return Object.fromEntries(found.map(({ _id, count }) => [_id, count]));
}

it(
  'an edit, and its undo, have one effect on each product when the service is killed in the middle, again and again',
  async () => {
    const one = await shop.add({ name: EDITED, stock: 0 });
    await addCopies(shop, one, MANY - 1);
    const made = await preview(
      { filter: { q: EDITED } },
      { stock: { kind: 'received', pieces: PIECES, reason: 'Delivery' } },
    );
    const changedBefore = (await publishedEvents(shop.service, catalog.stockChanged)).length;

    await killedInTheMiddle(made._id, {
      kind: 'product-edits',
      begin: (child) => child.send('POST', `/product-edits/${made._id}/apply`, { preview: made.preview }),
      ...{ counter: 'counts.changed', many: MANY, ends: 'applied', kills: 2 },
    });
    expect(await stocks()).toEqual({ [PIECES]: MANY });
    expect(await movements('Delivery')).toEqual({ 1: MANY });
    expect(await entries('product.changed', 'Edit of')).toEqual({ 1: MANY });
    const events = (await publishedEvents(shop.service, catalog.stockChanged)).slice(changedBefore);
    expect(times(events.map(({ data }) => data.productId))).toEqual({ 1: MANY });
    expect((await rows(made._id, 'state=changed')).totalCount).toBe(MANY);

    await killedInTheMiddle(made._id, {
      kind: 'product-edits',
      begin: (child) => child.send('POST', `/product-edits/${made._id}/undo`),
      ...{ counter: 'counts.restored', many: MANY, ends: 'undone', kills: 1 },
    });
    expect(await stocks()).toEqual({ 0: MANY });
    expect(await movements('Undone: Delivery')).toEqual({ 1: MANY });
    expect(await entries('product.changed', 'Undo of')).toEqual({ 1: MANY });
    const states = (await allRows(made._id)).map(({ state }) => state);
    expect([states.length, new Set(states)]).toEqual([MANY, new Set(['restored'])]);
  },
  LONGEST_MS,
);

it(
  'an import adds each of its products once when the service is killed in the middle of its check and of its apply',
  async () => {
    const one = await shop.add({ name: 'Imported Once Ring', stock: PIECES });
    const answer = await fetch(`${shop.service.url}/api/v1/admin/products/export?q=${one.productGroup}`, {
      headers: shop.staff,
    });
    const [heads, row] = (await answer.text()).split('\r\n') as [string, string];
    const groups = Array.from({ length: MANY_ROWS }, () => nextGroup());
    const file = [heads, ...groups.map((group) => row.replace(one.productGroup, group)), ''].join('\r\n');
    const begun = await shop.send<{ import: { _id: string } }>(
      'POST',
      '/admin/product-imports',
      { fileName: 'many.csv', bytes: Buffer.byteLength(file) },
      shop.staff,
    );
    const { _id } = begun.body.import;
    const part = new FormData();
    part.set('part', new Blob([file]));

    await killedInTheMiddle(_id, {
      kind: 'imports',
      begin: (child) => child.send('PUT', `/product-imports/${_id}/parts/0`, part),
      ...{ counter: 'seen', many: MANY_ROWS, ends: 'checked', kills: 1 },
    });
    const imports = shop.service.connection.collection<Work>('imports');
    expect((await imports.findOne({ _id }))!.counts).toMatchObject({ new: MANY_ROWS, problem: 0, same: 0 });

    await killedInTheMiddle(_id, {
      kind: 'imports',
      begin: (child) => child.send('POST', `/product-imports/${_id}/apply`),
      ...{ counter: 'counts.created', many: MANY_ROWS, ends: 'applied', kills: 2 },
    });
    const products = await shop.service.connection
      .collection('products')
      .find({ productGroup: { $in: groups } })
      .toArray();
    expect(times(products.map(({ productGroup }) => productGroup as string))).toEqual({ 1: MANY_ROWS });
    expect(await movements('New product, Import ')).toEqual({ 1: MANY_ROWS });
    expect(await entries('product.created', 'Import ')).toEqual({ 1: MANY_ROWS });
    expect((await imports.findOne({ _id }))!.counts).toMatchObject({ created: MANY_ROWS, new: 0, skipped: 0 });
  },
  LONGEST_MS,
);
