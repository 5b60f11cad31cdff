import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalog, identity } from '@shop/contracts';
import { publishedEvents, type TestService } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { startCatalog, startCatalogService, type CatalogHarness } from '../../test/catalog-harness.ts';

const MINUTE = 60_000;
const PATH = '/admin/planned-changes';
type Planned = catalog.PlannedChange;
type Refused = { code?: string; errors?: Record<string, string> };

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog({ CATALOG_SWEEP: '50ms' });
});
afterAll(() => shop.close());

/** In so many minutes by the shop's clock. */
const inMinutes = (minutes: number) => new Date(shop.service.clock.millis() + minutes * MINUTE).toISOString();
const post = (body: unknown) =>
  shop.send<{ plannedChange: Planned } & Refused>('POST', PATH, body, {
    ...shop.staff,
    'idempotency-key': crypto.randomUUID(),
  });
async function plan(body: unknown): Promise<Planned> {
  const answer = await post(body);
  if (answer.status !== 201) throw new Error(`Not planned: ${JSON.stringify(answer)}`);
  return answer.body.plannedChange;
}
const takeBack = ({ _id }: Planned) =>
  shop.send<{ plannedChange: Planned } & Refused>('DELETE', `${PATH}/${_id}`, undefined, shop.staff);
const list = async (query: string) =>
  (await shop.get<{ plannedChanges: Planned[]; totalCount: number }>(`${PATH}?${query}`, shop.staff)).body;
const productNow = async (id: string) =>
  (await shop.get<{ product: catalog.ProductForStaff }>(`/admin/product/${id}`, shop.staff)).body.product;
/** It, once it is over. */
const over = ({ _id, productId }: Planned): Promise<Planned> =>
  eventually(
    async () => {
      const found = (await list(`show=over&productId=${productId}`)).plannedChanges.find((one) => one._id === _id);
      if (!found) throw new Error('It is not over');
      return found;
    },
    { what: 'the change being over' },
  );
const isRunning = ({ _id, productId }: Planned) =>
  eventually(
    async () => {
      const { plannedChanges } = await list(`productId=${productId}`);
      expect(plannedChanges.find((one) => one._id === _id)?.state).toBe('running');
    },
    { what: 'the price being the planned one' },
  );
/** Prices that were published, in their order; `null`: it was removed. */
async function published(id: string): Promise<(number | null)[]> {
  const of = <T extends { data: { productId: string }; time?: string; id: string }>(events: T[]) =>
    events.filter(({ data }) => data.productId === id);
  const changed = of(await publishedEvents(shop.service, catalog.productChanged));
  const removed = of(await publishedEvents(shop.service, catalog.productRemoved));
  return [...changed.map(({ data }) => data.pricePaise), ...removed.map(() => null)];
}

describe('a planned price', () => {
  it('is set at its time, and told to caches and the audit trail in the name of who planned it', async () => {
    const { _id: productId } = await shop.add();
    const planned = await plan({ productId, at: inMinutes(10), price: 39_900 });
    expect(planned).toMatchObject({ state: 'planned', price: 39_900, product: { name: 'Meera Solitaire Ring' } });
    expect((await list(`productId=${productId}`)).plannedChanges).toEqual([planned]);
    expect((await productNow(productId)).price).toBe(42_500);
    shop.service.clock.advance(10 * MINUTE);
    expect(await over(planned)).toMatchObject({ state: 'done', settledAt: expect.any(String) });
    expect((await productNow(productId)).price).toBe(39_900);
    expect(await published(productId)).toEqual([4_250_000, 3_990_000]);
    const audited = (await publishedEvents(shop.service, identity.auditRecorded)).map(({ data }) => data);
    const own = audited.filter(({ subjectId }) => subjectId === productId).slice(1);
    const { userId } = planned.by;
    expect(own).toMatchObject([
      { action: 'product.change-planned', actorId: userId, after: { at: planned.at, price: 39_900 } },
      { action: 'product.changed', actorId: userId, before: { price: 42_500 }, reason: `Planned for ${planned.at}` },
    ]);
  });

  it('that ends gives the price back that it replaced', async () => {
    const { _id: productId } = await shop.add();
    const planned = await plan({ productId, at: inMinutes(10), until: inMinutes(20), price: 39_900 });
    // By hand before it begins: this is the price that comes back.
    await shop.send('PUT', `/admin/product/${productId}`, { price: 45_000 }, shop.staff);
    shop.service.clock.advance(10 * MINUTE);
    await isRunning(planned);
    expect((await productNow(productId)).price).toBe(39_900);
    shop.service.clock.advance(10 * MINUTE);
    expect((await over(planned)).why).toBeUndefined();
    expect((await productNow(productId)).price).toBe(45_000);
    expect(await published(productId)).toEqual([4_250_000, 4_500_000, 3_990_000, 4_500_000]);
  });

  it('that ends leaves a price that was set by hand in between, and says so', async () => {
    const { _id: productId } = await shop.add();
    const planned = await plan({ productId, at: inMinutes(10), until: inMinutes(20), price: 39_900 });
    shop.service.clock.advance(10 * MINUTE);
    await isRunning(planned);
    await shop.send('PUT', `/admin/product/${productId}`, { price: 41_000 }, shop.staff);
    shop.service.clock.advance(10 * MINUTE);
    expect(await over(planned)).toMatchObject({
      ...{ state: 'done', why: 'The price was changed in between, and stays' },
    });
    expect((await productNow(productId)).price).toBe(41_000);
  });
});

describe('a planned status', () => {
  it('publishes a draft, takes it from the shop again, and archives it', async () => {
    const { _id: productId } = await shop.add({ status: 'draft' });
    for (const [status, heard] of [
      ['published', [4_250_000]],
      ['draft', [4_250_000, null]],
      ['archived', [4_250_000, null]],
    ] as const) {
      const planned = await plan({ productId, at: inMinutes(10), status });
      shop.service.clock.advance(10 * MINUTE);
      expect((await over(planned)).state).toBe('done');
      expect((await productNow(productId)).status).toBe(status);
      expect(await published(productId)).toEqual(heard);
    }
  });

  it('of a piece that was archived in between is impossible, and stays listed with the reason', async () => {
    const { _id: productId } = await shop.add({ status: 'draft' });
    const planned = await plan({ productId, at: inMinutes(10), status: 'published' });
    await shop.send('DELETE', `/admin/product/${productId}`, undefined, shop.staff);
    shop.service.clock.advance(10 * MINUTE);
    const impossible = { ...{ _id: planned._id, state: 'impossible', why: 'The piece was archived' } };
    expect(await over(planned)).toMatchObject(impossible);
    expect((await list(`show=impossible`)).plannedChanges).toMatchObject([impossible]);
    expect((await productNow(productId)).status).toBe('archived');
  });
});

describe('what is due at once', () => {
  it('is done in the order of its times, once, also by two instances that were down', async () => {
    const { _id: productId } = await shop.add();
    const other = await shop.add();
    const times = [30, 10, 20, 40];
    const planned = await Promise.all(
      times.map((minutes) => plan({ productId, at: inMinutes(minutes), price: 1_000 * minutes })),
    );
    const ended = await plan({ productId: other._id, at: inMinutes(10), until: inMinutes(30), price: 100 });
    const { MONGODB_URI, EVENTS_PREFIX } = shop.service.environment;
    const second: TestService = await startCatalogService({
      ...{ MONGODB_URI: MONGODB_URI!, EVENTS_PREFIX: EVENTS_PREFIX!, CATALOG_SWEEP: '50ms' },
    });
    try {
      second.clock.setOffset(shop.service.clock.millis() - Date.now());
      second.clock.advance(60 * MINUTE);
      shop.service.clock.advance(60 * MINUTE);
      for (const one of [...planned, ended]) expect((await over(one)).state).toBe('done');
      expect(await published(productId)).toEqual([4_250_000, 1_000_000, 2_000_000, 3_000_000, 4_000_000]);
      expect(await published(other._id)).toEqual([4_250_000, 10_000, 4_250_000]);
    } finally {
      await second.stop();
      await second.identity.stop();
    }
  });
});

describe('taking back', () => {
  it('ends a change before its time, and keeps it in the list of what is over', async () => {
    const { _id: productId } = await shop.add();
    const planned = await plan({ productId, at: inMinutes(10), price: 39_900 });
    expect((await takeBack(planned)).body.plannedChange.state).toBe('taken-back');
    // Due later than the one that was taken back.
    const later = await plan({ productId, at: inMinutes(11), price: 40_000 });
    shop.service.clock.advance(11 * MINUTE);
    await over(later);
    expect(await published(productId)).toEqual([4_250_000, 4_000_000]);
    expect((await list(`show=over&productId=${productId}`)).plannedChanges.map(({ state }) => state)).toEqual([
      'done',
      'taken-back',
    ]);
    expect((await takeBack(planned)).body.code).toBe('planned-change.over');
    expect((await takeBack({ ...planned, _id: 'f'.repeat(24) })).body.code).toBe('planned-change.not-found');
  });

  it('keeps a price that has begun', async () => {
    const { _id: productId } = await shop.add();
    const planned = await plan({ productId, at: inMinutes(10), until: inMinutes(20), price: 39_900 });
    shop.service.clock.advance(10 * MINUTE);
    await isRunning(planned);
    expect((await takeBack(planned)).body.plannedChange.why).toBe('The end was taken back: the price stays');
    const later = await plan({ productId, at: inMinutes(11), status: 'draft' });
    shop.service.clock.advance(11 * MINUTE);
    await over(later);
    expect((await productNow(productId)).price).toBe(39_900);
  });
});

describe('a plan', () => {
  it.each([
    [{ price: 39_900 }, -1, undefined, { at: 'This time is over' }],
    [{}, 10, undefined, { price: 'A price or a status' }],
    [{ price: 39_900, status: 'draft' }, 10, undefined, { status: 'Either a price or a status' }],
    [{ price: 0 }, 10, undefined, { price: 'A piece has a price' }],
    [{ price: 39_900 }, 10, 10, { until: 'This is not after its beginning' }],
    [{ status: 'draft' }, 10, 20, { until: 'Only a price ends' }],
  ])('of %j in %d minutes until %s is refused: %j', async (fields, at, until, errors) => {
    const { _id: productId } = await shop.add();
    const now = shop.service.clock.millis();
    const time = (minutes: number) => new Date(now + minutes * MINUTE).toISOString();
    const body = { productId, ...fields, at: time(at), ...(until !== undefined && { until: time(until) }) };
    expect(await post(body)).toMatchObject({ status: 400, body: { errors } });
    expect((await list(`productId=${productId}`)).totalCount).toBe(0);
  });

  it('for a time that another of the same field has is refused, also of two at once', async () => {
    const { _id: productId } = await shop.add();
    const at = inMinutes(10);
    const answers = await Promise.all([1, 2, 3].map((price) => post({ productId, at, price })));
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([201, 400, 400]);
    const taken = (field: string) => ({ at: `A change of the ${field} is planned for this time already` });
    expect(answers.find(({ status }) => status === 400)!.body.errors).toEqual(taken('price'));
    expect((await post({ productId, at: inMinutes(5), until: inMinutes(30), price: 9 })).body.errors).toEqual(
      taken('price'),
    );
    await plan({ productId, at, status: 'draft' });
    expect((await post({ productId, at, status: 'published' })).body.errors).toEqual(taken('status'));
  });

  it('is of a piece that the shop has', async () => {
    const plans = { at: inMinutes(10), price: 39_900 };
    expect((await post({ ...plans, productId: 'f'.repeat(24) })).body.code).toBe('product.not-found');
    const { _id: productId } = await shop.add();
    await shop.send('DELETE', `/admin/product/${productId}`, undefined, shop.staff);
    expect((await post({ ...plans, productId })).body.code).toBe('product.not-found');
  });
});
