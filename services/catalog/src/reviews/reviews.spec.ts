import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder, catalog, type EventOf, identity } from '@shop/contracts';
import { EventContext, Transactions } from '@shop/service-kit';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import crypto from 'node:crypto';
import { internal, nextGroup, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';
import { RenewReviewsWhenUserChanged } from './renew-reviews-when-user-changed.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

interface Reviews {
  ratings: catalog.Review[];
  rating: number;
  ratingCount: number;
}
const read = async (productId: string) => (await shop.get<Reviews>(`/rating/${productId}`)).body;
const write = (productId: string, rating: number, review: string, headers: { cookie: string }) =>
  shop.send<{ review: catalog.Review; rating: number }>('POST', `/rating/${productId}`, { rating, review }, headers);
const inRose = (productGroup: string) =>
  shop.add({
    productGroup,
    position: 1,
    material: { tag: 'rose-gold' },
    detailsRef: { metalTone: ['Rose Gold'] },
  });
const someId = () => crypto.randomBytes(12).toString('hex');

describe('reviews', () => {
  it('are written by people who are signed in', async () => {
    const { _id } = await shop.add();
    expect((await write(_id, 5, 'Lovely', {} as never)).status).toBe(401);
    expect((await write(_id, 6, 'Lovely', await shop.service.signIn())).status).toBe(400);
    expect((await write(someId(), 5, 'Lovely', await shop.service.signIn())).status).toBe(404);
  });

  it('make the rating of the product, in listings too, and are announced', async () => {
    const { _id, productGroup } = await shop.add();
    await write(_id, 5, 'Lovely', await shop.service.signIn());
    await write(_id, 4, 'Nice', await shop.service.signIn());
    await write(_id, 4, 'Good', await shop.service.signIn());
    expect(await read(_id)).toMatchObject({ rating: 4.33, ratingCount: 3 });
    const { body } = await shop.get<{ product: catalog.Product }>(`/product/group/${productGroup}`);
    expect(body.product).toMatchObject({ rating: 4.33, ratingCount: 3 });
    const events = (await publishedEvents(shop.service, catalog.reviewPosted)).filter(({ key }) => key === _id);
    expect(events.at(-1)!.data).toEqual({ productId: _id, productGroup, rating: 4.33, ratingCount: 3 });
  });

  it('are one per person: a second replaces the first', async () => {
    const { _id } = await shop.add();
    const asha = await shop.service.signIn();
    await Promise.all([1, 2, 3].map((stars) => write(_id, stars, 'In a hurry', asha)));
    await write(_id, 5, 'On second thought', asha);
    expect(await read(_id)).toMatchObject({ rating: 5, ratingCount: 1, ratings: [{ review: 'On second thought' }] });
  });

  it('are one per person and group: all variants have the same ones and the same rating', async () => {
    const productGroup = nextGroup();
    const yellow = await shop.add({ productGroup });
    const rose = await inRose(productGroup);
    const asha = await shop.service.signIn();
    await Promise.all([yellow, rose, yellow, rose].map(({ _id }, stars) => write(_id, stars + 1, 'In a hurry', asha)));
    await write(yellow._id, 2, 'Too thin', await shop.service.signIn());
    await write(rose._id, 5, 'On second thought', asha);
    const all = await read(yellow._id);
    expect(all).toMatchObject({ rating: 3.5, ratingCount: 2 });
    expect(all.ratings.map(({ review }) => review)).toEqual(['On second thought', 'Too thin']);
    expect(await read(rose._id)).toEqual(all);
    const cached = (await publishedEvents(shop.service, catalog.reviewPosted)).map(({ data }) => data.productId);
    expect(cached).toEqual(expect.arrayContaining([yellow._id, rose._id]));
    // A variant that comes later has the group's rating.
    const white = await shop.add({ productGroup, detailsRef: { metalTone: ['White Gold'] } });
    expect(white).toMatchObject({ rating: 3.5, ratingCount: 2 });
  });

  it('follow a product into another group, where of two by one person the newer one stays', async () => {
    const [from, to] = [nextGroup(), nextGroup()];
    const moving = await shop.add({ productGroup: from });
    const staying = await inRose(from);
    const there = await shop.add({ productGroup: to });
    const [asha, ravi, meera] = [await shop.service.signIn(), await shop.service.signIn(), await shop.service.signIn()];
    await write(moving._id, 1, 'Old', asha);
    await write(there._id, 5, 'New', asha);
    await write(there._id, 1, 'Old', ravi);
    await write(moving._id, 4, 'New', ravi);
    await write(staying._id, 2, 'Of the other', meera);
    const tone = { detailsRef: { ...moving.detailsRef, _id: undefined, metalTone: ['White Gold'] } };
    const moved = await shop.send('PUT', `/admin/product/${moving._id}`, { productGroup: to, ...tone }, shop.staff);
    expect(moved).toMatchObject({ status: 200, body: { product: { rating: 4.5, ratingCount: 2 } } });
    expect((await read(there._id)).ratings.map(({ review }) => review)).toEqual(['New', 'New']);
    expect(await read(staying._id)).toMatchObject({ rating: 2, ratingCount: 1 });
  });

  it('leave the caches at once when the name on them changes or goes', async () => {
    const { _id, productGroup } = await shop.add();
    const userId = someId();
    await write(_id, 5, 'Lovely', await shop.service.signIn({ userId }));
    const announced = async () =>
      (await publishedEvents(shop.service, catalog.reviewPosted)).filter(({ key }) => key === _id).length;
    const facts = { userId, name: 'Asha Rao', email: 'asha@example.com', role: 'user' };
    const started = performance.now();
    for (const [index, deliver] of [
      () => shop.deliverEvent(identity.userUpdated, userId, facts, { version: 2 }),
      () => shop.deliverEvent(identity.userDeleted, userId, { userId }, { version: 3 }),
    ].entries()) {
      const before = await announced();
      await deliver();
      await eventually(async () => expect(await announced()).toBe(before + 1));
      // What is read after the announcement has the new name.
      expect((await read(_id)).ratings[0]!.user.name).toBe(['Asha Rao', 'A customer'][index]);
    }
    expect(performance.now() - started).toBeLessThan(4_000);
    expect((await publishedEvents(shop.service, catalog.reviewPosted)).at(-1)!.data.productGroup).toBe(productGroup);
  });

  it('have the new name as soon as they are announced, also while the other handler of the name lags', async () => {
    const { _id } = await shop.add();
    const userId = someId();
    await write(_id, 5, 'Lovely', await shop.service.signIn({ userId }));
    const handler = shop.service.app.get(RenewReviewsWhenUserChanged, { strict: false });
    const handle = (how: 'changed' | 'deleted', version: number) => {
      const event = { data: { userId, name: 'Asha Rao' }, version } as EventOf<typeof identity.userUpdated>;
      return shop.service.app
        .get(Transactions)
        .run((session) => handler[how](event, new EventContext({ session, attempt: 1 })));
    };
    const name = async () => (await read(_id)).ratings[0]!.user.name;
    await handle('changed', 2);
    expect(await name()).toBe('Asha Rao');
    await handle('deleted', 3);
    expect(await name()).toBe('A customer');
  });

  it('show the name that identity told last, whatever comes first, and none after the account is gone', async () => {
    const { _id } = await shop.add();
    const userId = someId();
    await write(_id, 5, 'Lovely', await shop.service.signIn({ userId }));
    const nameIs = (name: string) =>
      eventually(async () => expect((await read(_id)).ratings[0]!.user).toEqual({ _id: userId, name }));
    await nameIs('A customer');
    const facts = { userId, name: 'Asha Rao', email: 'asha@example.com', role: 'user' };
    await shop.deliverEvent(identity.userUpdated, userId, { ...facts, name: 'Asha Menon' }, { version: 2 });
    await nameIs('Asha Menon');
    await shop.deliverEvent(identity.userCreated, userId, facts, { version: 1 });
    await shop.deliverEvent(identity.userDeleted, userId, { userId }, { version: 3 });
    await nameIs('A customer');
  });

  it('say when their writer bought the piece', async () => {
    const bought = await shop.add();
    const other = await shop.add();
    const userId = someId();
    const holdId = crypto.randomUUID();
    const lines = [{ productId: bought._id, quantity: 1 }];
    await shop.send('POST', '/internal/holds', { holdId, lines }, internal);
    await shop.deliverEvent(cartOrder.orderCreated, holdId, { orderId: someId(), userId, holdId, lines });
    const headers = await shop.service.signIn({ userId });
    await write(bought._id, 5, 'Mine', headers);
    await write(other._id, 5, 'Not mine', headers);
    await eventually(async () => expect((await read(bought._id)).ratings[0]!.bought).toBe(true));
    expect((await read(other._id)).ratings[0]!.bought).toBe(false);
  });

  it.each(['after its order', 'before its order'])(
    'say so of any variant of the group, until the order is cancelled (told %s)',
    async (when) => {
      const productGroup = nextGroup();
      const bought = await shop.add({ productGroup });
      const reviewed = await inRose(productGroup);
      const buy = async (userId: string, orderId: string, cancelled: boolean) => {
        const holdId = crypto.randomUUID();
        const lines = [{ productId: bought._id, quantity: 1 }];
        await shop.send('POST', '/internal/holds', { holdId, lines }, internal);
        const create = () => shop.deliverEvent(cartOrder.orderCreated, orderId, { orderId, userId, holdId, lines });
        const cancel = () => shop.deliverEvent(cartOrder.orderCancelled, orderId, { orderId, holdId });
        for (const step of when === 'after its order' ? [create, cancel] : [cancel, create]) {
          if (step === create || cancelled) await step();
        }
      };
      const [keeper, twice, returner] = [someId(), someId(), someId()];
      for (const userId of [keeper, twice, returner]) {
        await write(reviewed._id, 5, 'Mine', await shop.service.signIn({ userId }));
      }
      await buy(keeper, someId(), false);
      await buy(twice, someId(), true);
      await buy(twice, someId(), false);
      const before = (await publishedEvents(shop.service, catalog.reviewPosted)).length;
      await buy(returner, someId(), true);
      await eventually(async () => {
        // Both events of each order are handled before the marks are read.
        const cancelled = { cancelled: true, userId: { $exists: true } };
        expect(await shop.service.connection.collection('bought').countDocuments(cancelled)).toBe(
          when === 'after its order' ? 2 : 4,
        );
        const { ratings } = await read(bought._id);
        const marks = new Map(ratings.map(({ user, bought: isBuyer }) => [user._id, isBuyer]));
        expect([keeper, twice, returner].map((userId) => marks.get(userId))).toEqual([true, true, false]);
      });
      // Caches are told.
      expect((await publishedEvents(shop.service, catalog.reviewPosted)).length).toBeGreaterThan(before);
    },
  );

  it('can be hidden by staff, who say why, and then do not count', async () => {
    const { _id } = await shop.add();
    await write(_id, 5, 'Lovely', await shop.service.signIn());
    const { body } = await write(_id, 1, 'Buy at my shop instead', await shop.service.signIn());
    const path = `/admin/review/${body.review._id}`;
    expect((await shop.send('PUT', path, { hidden: true }, shop.staff)).status).toBe(400);
    await shop.send('PUT', path, { hidden: true, reason: 'Advertising' }, shop.staff);
    expect(await read(_id)).toMatchObject({ rating: 5, ratingCount: 1, ratings: [{ review: 'Lovely' }] });
    const audit = await publishedEvents(shop.service, identity.auditRecorded);
    expect(audit.at(-1)!.data).toMatchObject({ action: 'review.hidden', reason: 'Advertising' });
    const all = await shop.get<{ reviews: { hidden: boolean }[] }>('/admin/reviews', shop.staff);
    expect(all.body.reviews.filter(({ hidden }) => hidden)).toHaveLength(1);
    await shop.send('PUT', path, { hidden: false, reason: 'Looked again' }, shop.staff);
    expect(await read(_id)).toMatchObject({ rating: 3, ratingCount: 2 });
  });
});
