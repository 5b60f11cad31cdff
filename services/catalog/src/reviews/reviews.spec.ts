import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder, catalog, identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import crypto from 'node:crypto';
import { internal, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';

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
