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
const MANY = 600;
const PIECES = 3;
/** Where other tests have the processors. */
const LONGEST_MS = 900_000;
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
  await eventually(
    async () => {
      const answer = await fetch(`${url}/health/ready`);
      if (!answer.ok) throw new Error(await answer.text());
    },
    { what: 'the child being ready' },
  );
  return {
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
type Kind = 'product-edits' | 'imports';

const workNow = async (kind: Kind, _id: string) =>
  (await shop.service.connection.collection<Work>(kind).findOne({ _id }))!;

interface Kills {
  kind: Kind;
  begin: (child: Child) => Promise<Response>;
  doneOf: (work: Work) => number;
  ends: string;
  kills: number;
}

/** Begins something, kills who does it in the middle as often as `kills`, and waits until another one has ended it. */
async function killedAt(id: string, { kind, begin, doneOf, ends, kills }: Kills): Promise<number[]> {
  const middles: number[] = [];
  const doneNow = async () => doneOf(await workNow(kind, id));
  let child = await startChild();
  expect((await begin(child)).status).toBe(200);
  for (let kill = 0; kill < kills; kill += 1) {
    const before = middles.at(-1) ?? 0;
    await eventually(async () => (await doneNow()) > before, { ...LONG, what: 'some rows being done', everyMs: 2 });
    await child.kill();
    middles.push(await doneNow());
    child = await startChild();
  }
  await eventually(async () => (await doneNow()) === MANY, { ...LONG, what: 'all rows being done' });
  await eventually(async () => (await workNow(kind, id)).state === ends, { ...LONG, what: `it being ${ends}` });
  await child.kill();
  return middles;
}

/** In the middle each time, and not before the time before. */
function expectMiddles(middles: readonly number[]): void {
  expect(middles.every((done) => done > 0 && done < MANY)).toBe(true);
  expect(middles.toSorted((a, b) => a - b)).toEqual(middles);
}

/** How often each product has one, as counts of counts. */
async function times(of: readonly string[]): Promise<Record<number, number>> {
  const byProduct = Map.groupBy(of, (id) => id);
  const found: Record<number, number> = {};
  for (const ids of byProduct.values()) found[ids.length] = (found[ids.length] ?? 0) + 1;
  return found;
}

async function movements(reason: string) {
  const found = await shop.service.connection.collection('stock-movements').find({ reason }).toArray();
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
    .aggregate<{ _id: number; count: number }>([{ $group: { _id: '$stock', count: { $sum: 1 } } }])
    .toArray();
  return Object.fromEntries(found.map(({ _id, count }) => [_id, count]));
}

it(
  'an edit, and its undo, have one effect on each product when the service is killed in the middle, again and again',
  async () => {
    const one = await shop.add({ stock: 0 });
    await addCopies(shop, one, MANY - 1);
    const made = await preview({ filter: {} }, { stock: { kind: 'received', pieces: PIECES, reason: 'Delivery' } });
    const changedBefore = (await publishedEvents(shop.service, catalog.stockChanged)).length;

    const middles = await killedAt(made._id, {
      kind: 'product-edits',
      begin: (child) => child.send('POST', `/product-edits/${made._id}/apply`, { preview: made.preview }),
      doneOf: ({ counts }) => counts['changed']!,
      ends: 'applied',
      kills: 3,
    });
    expectMiddles(middles);
    expect(await stocks()).toEqual({ [PIECES]: MANY });
    expect(await movements('Delivery')).toEqual({ 1: MANY });
    expect(await entries('product.changed', 'Edit of')).toEqual({ 1: MANY });
    const events = (await publishedEvents(shop.service, catalog.stockChanged)).slice(changedBefore);
    expect(await times(events.map(({ data }) => data.productId))).toEqual({ 1: MANY });
    expect((await rows(made._id, 'state=changed')).totalCount).toBe(MANY);

    const undone = await killedAt(made._id, {
      kind: 'product-edits',
      begin: (child) => child.send('POST', `/product-edits/${made._id}/undo`),
      doneOf: ({ counts }) => counts['restored']! + counts['kept']!,
      ends: 'undone',
      kills: 2,
    });
    expectMiddles(undone);
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
    const one = await shop.add({ name: 'Exported once', stock: 0 });
    const answer = await fetch(`${shop.service.url}/api/v1/admin/products/export?q=${one.productGroup}`, {
      headers: shop.staff,
    });
    const [heads, row] = (await answer.text()).split('\r\n') as [string, string];
    const groups = Array.from({ length: MANY }, () => nextGroup());
    const file = [heads, ...groups.map((group) => row.replace(one.productGroup, group)), ''].join('\r\n');
    const begun = await shop.send<{ import: { _id: string } }>(
      ...([
        'POST',
        '/admin/product-imports',
        { fileName: 'many.csv', bytes: Buffer.byteLength(file) },
        shop.staff,
      ] as const),
    );
    const { _id } = begun.body.import;
    const part = new FormData();
    part.set('part', new Blob([file]));

    const checked = await killedAt(_id, {
      kind: 'imports',
      begin: (child) => child.send('PUT', `/product-imports/${_id}/parts/0`, part),
      doneOf: ({ seen }) => seen,
      ends: 'checked',
      kills: 1,
    });
    expectMiddles(checked);
    expect((await workNow('imports', _id)).counts).toMatchObject({ new: MANY, problem: 0, same: 0 });

    const applied = await killedAt(_id, {
      kind: 'imports',
      begin: (child) => child.send('POST', `/product-imports/${_id}/apply`),
      doneOf: ({ counts }) => counts['created']!,
      ends: 'applied',
      kills: 2,
    });
    expectMiddles(applied);
    const products = await shop.service.connection
      .collection('products')
      .find({ productGroup: { $in: groups } })
      .toArray();
    expect(await times(products.map(({ productGroup }) => productGroup as string))).toEqual({ 1: MANY });
    expect(await entries('product.created', 'Import of')).toEqual({ 1: MANY });
  },
  LONGEST_MS,
);
