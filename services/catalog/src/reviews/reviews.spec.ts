import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnswerOf, cartOrder, catalog, type EventOf, identity } from '@shop/contracts';
import { EventContext, Transactions } from '@shop/service-kit';
import { publishedEvents, tracesOf } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import crypto from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Types } from 'mongoose';
import { internal, nextGroup, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';
import { RenewReviewsWhenUserChanged } from './renew-reviews-when-user-changed.ts';

let shop: CatalogHarness;
/** Stores every picture under the next number, and refuses drawings. */
let stored = 0;
const content = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const isDrawing = Buffer.concat(chunks).includes('<svg');
    response.writeHead(isDrawing ? 400 : 201, { 'content-type': 'application/json' });
    const image = { src: `/api/v1/images/photo-${(stored += 1)}.webp`, width: 300, height: 400 };
    const errors = { image: 'Only JPEG, PNG, WebP and AVIF pictures are taken' };
    const refusal = { code: 'request.invalid', message: 'Please check', status: 400, errors };
    response.end(JSON.stringify(isDrawing ? refusal : { image }));
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => content.listen(0, '127.0.0.1', resolve));
  shop = await startCatalog({ CONTENT_URL: `http://127.0.0.1:${(content.address() as AddressInfo).port}` });
});
afterAll(async () => {
  await shop.close();
  content.close();
});

type Reviews = AnswerOf<typeof catalog.listReviews>;
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
    const nameIs = (name: string, author: unknown = userId) =>
      eventually(async () => expect((await read(_id)).ratings[0]!.user).toEqual({ _id: author, name }));
    await nameIs('A customer');
    const facts = { userId, name: 'Asha Rao', email: 'asha@example.com', role: 'user' };
    await shop.deliverEvent(identity.userUpdated, userId, { ...facts, name: 'Asha Menon' }, { version: 2 });
    await nameIs('Asha Menon');
    await shop.deliverEvent(identity.userCreated, userId, facts, { version: 1 });
    await shop.deliverEvent(identity.userDeleted, userId, { userId }, { version: 3 });
    await eventually(async () => expect((await read(_id)).ratings[0]!.user._id).not.toBe(userId));
    await nameIs('A customer', expect.any(String));
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

  it('are listed for staff by stars, group and whether they are hidden, and each is on one page, also of one moment', async () => {
    const { _id, productGroup } = await shop.add();
    for (const stars of [1, 2, 2, 5]) await write(_id, stars, `${stars}`, await shop.service.signIn());
    const reviews = shop.service.connection.collection('reviews');
    await reviews.updateMany({ productGroup }, { $set: { writtenAt: new Date('2026-01-01') } });
    const listed = async (query: string) => {
      const path = `/admin/reviews?group=${productGroup}&${query}`;
      const { body } = await shop.get<AnswerOf<typeof catalog.listAllReviews>>(path, shop.staff);
      return { ids: body.reviews.map((one) => one._id), totalCount: body.totalCount };
    };
    const pages = await Promise.all([1, 2, 3, 4].map((page) => listed(`limit=1&page=${page}`)));
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(4);
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([4, 4, 4, 4]);
    const twos = await listed('stars=2');
    expect([twos.ids.length, twos.totalCount]).toEqual([2, 2]);
    await shop.send('PUT', `/admin/review/${twos.ids[0]}`, { hidden: true, reason: 'Advertising' }, shop.staff);
    expect(await listed('hidden=yes')).toEqual({ ids: [twos.ids[0]], totalCount: 1 });
    for (const query of ['stars=2', 'hidden=yes']) {
      const { body } = await shop.get<AnswerOf<typeof catalog.listAllReviews>>(`/admin/reviews?${query}`, shop.staff);
      expect(body.reviews.map((one) => one._id)).toContain(twos.ids[0]);
    }
  });

  it('of a piece that is not there are listed, counted and hidden all the same', async () => {
    const { _id, productGroup } = await shop.add();
    const { body } = await write(_id, 1, 'Advertising', await shop.service.signIn());
    const reviewId = body.review._id;
    const missing = new Types.ObjectId();
    const reviews = shop.service.connection.collection('reviews');
    await reviews.updateOne({ productGroup }, { $set: { productId: missing } });
    const { reviews: listed, totalCount } = (
      await shop.get<AnswerOf<typeof catalog.listAllReviews>>(`/admin/reviews?group=${productGroup}`, shop.staff)
    ).body;
    expect([listed, totalCount]).toMatchObject([
      [{ _id: reviewId, productId: String(missing), productGroup, productName: 'A piece that is no more' }],
      1,
    ]);
    const path = `/admin/review/${reviewId}`;
    const hidden = await shop.send('PUT', path, { hidden: true, reason: 'Advertising' }, shop.staff);
    expect([hidden.status, hidden.body]).toMatchObject([200, { review: { hidden: true, productGroup } }]);
  });

  it('are read by stars and in another order, with the counts of all', async () => {
    const { _id } = await shop.add();
    for (const stars of [3, 5, 4, 5]) await write(_id, stars, `${stars}`, await shop.service.signIn());
    const asked = async (query: string) => {
      const { body } = await shop.get<Reviews>(`/rating/${_id}?${query}`);
      return { stars: body.ratings.map(({ rating }) => rating), counts: body.counts };
    };
    const counts = [
      { rating: 5, count: 2 },
      { rating: 4, count: 1 },
      { rating: 3, count: 1 },
    ];
    expect(await asked('')).toEqual({ stars: [5, 4, 5, 3], counts });
    expect(await asked('sort=highest&limit=3')).toEqual({ stars: [5, 5, 4], counts });
    expect(await asked('sort=lowest')).toEqual({ stars: [3, 4, 5, 5], counts });
    expect(await asked('stars=5')).toEqual({ stars: [5, 5], counts });
    expect((await shop.get(`/rating/${_id}?stars=6`)).status).toBe(400);
  });

  it('can be read by their writer for changing, also while they are hidden, and by nobody else', async () => {
    const { _id } = await shop.add();
    const asha = await shop.service.signIn();
    const mine = async (headers?: { cookie: string }) =>
      shop.get<{ review: catalog.Review }>(`/rating/${_id}/mine`, headers);
    expect((await mine()).status).toBe(401);
    expect((await mine(asha)).body).toEqual({ review: null });
    const { body } = await write(_id, 5, 'Lovely', asha);
    await shop.send('PUT', `/admin/review/${body.review._id}`, { hidden: true, reason: 'Rude' }, shop.staff);
    expect((await mine(asha)).body.review).toMatchObject({ review: 'Lovely' });
    expect((await mine(await shop.service.signIn())).body).toEqual({ review: null });
  });

  describe('with photographs', () => {
    const send = async (productId: string, headers: { cookie: string }, file = 'a picture') => {
      const form = new FormData();
      form.append('image', new Blob([file]), 'ring.jpg');
      const answer = await fetch(`${shop.service.url}/api/v1/rating/${productId}/photos`, {
        method: 'POST',
        headers: { ...headers },
        body: form,
      });
      return {
        status: answer.status,
        body: (await answer.json()) as { photo: catalog.Review['photos'] & { image: string } },
      };
    };
    const post = (productId: string, photos: string[] | undefined, headers: { cookie: string }) =>
      shop.send<{ review: catalog.Review }>(
        'POST',
        `/rating/${productId}`,
        { rating: 5, review: 'Look', photos },
        headers,
      );
    const shown = async (productId: string) => (await read(productId)).ratings[0]!.photos!.map(({ image }) => image);

    it('take what their writer has sent, keep what they have, and lose what is left out', async () => {
      const { _id } = await shop.add();
      const userId = someId();
      const asha = await shop.service.signIn({ userId });
      const [one, two] = [(await send(_id, asha)).body.photo.image, (await send(_id, asha)).body.photo.image];
      const { body } = await post(_id, [one, two], asha);
      expect(body.review.photos).toEqual([one, two].map((image) => ({ image, width: 300, height: 400 })));
      await post(_id, undefined, asha);
      expect(await shown(_id)).toEqual([one, two]);
      expect((await read(_id)).photos).toMatchObject([
        { image: one, reviewId: body.review._id },
        { image: two, reviewId: body.review._id },
      ]);
      await shop.service.redis.client.del(await shop.service.redis.client.keys('*review-photos*'));
      await post(_id, [two], asha);
      expect(await shown(_id)).toEqual([two]);
      const path = `/internal/reviewers/${userId}/kept`;
      const { kept } = (await shop.send<AnswerOf<typeof catalog.getKept>>('GET', path, undefined, internal)).body;
      expect(kept['reviews']).toMatchObject([{ review: 'Look', photos: [two] }]);
      expect(await post(_id, [one], asha)).toMatchObject({ status: 409, body: { code: 'review.photo-expired' } });
    });

    it('stay without name, number and pictures when the account is deleted; those that staff hid do not stay', async () => {
      const [one, two, hidden] = [await shop.add(), await shop.add(), await shop.add()];
      const userId = someId();
      const asha = await shop.service.signIn({ userId });
      const holdId = crypto.randomUUID();
      const lines = [{ productId: one._id, quantity: 1 }];
      await shop.send('POST', '/internal/holds', { holdId, lines }, internal);
      await shop.deliverEvent(cartOrder.orderCreated, holdId, { orderId: someId(), userId, holdId, lines });
      for (const { _id } of [one, two, hidden]) await post(_id, [(await send(_id, asha)).body.photo.image], asha);
      await eventually(async () => expect((await read(one._id)).ratings[0]!.bought).toBe(true));
      const { _id: hiddenId } = (await read(hidden._id)).ratings[0]!;
      await shop.send('PUT', `/admin/review/${hiddenId}`, { hidden: true, reason: 'Rude' }, shop.staff);
      await shop.deliverEvent(identity.userDeleted, userId, { userId }, { version: 3 });
      await eventually(async () => expect((await read(one._id)).photos).toEqual([]), {
        what: 'the pictures being gone',
      });
      const [shown, other] = [(await read(one._id)).ratings[0]!, (await read(two._id)).ratings[0]!];
      expect(shown).toMatchObject({
        rating: 5,
        review: 'Look',
        bought: true,
        photos: [],
        user: { name: 'A customer' },
      });
      expect(other).toMatchObject({ bought: false, photos: [] });
      expect(shown.user._id).not.toBe(other.user._id);
      const database = shop.service.connection.db!;
      expect(await database.collection('reviews').countDocuments({ productId: new Types.ObjectId(hidden._id) })).toBe(
        0,
      );
      // That the account is gone is kept, for events that come late.
      const left = async () =>
        (await tracesOf(database, [userId])).filter((path) => !/^(outbox|inbox|event_versions)/.test(path));
      await eventually(async () => expect(await left()).toEqual(['people._id']), { what: 'no other trace' });
    });

    it('are refused without a session, as content refuses them, with what another has sent, and beyond four', async () => {
      const { _id } = await shop.add();
      const asha = await shop.service.signIn();
      expect((await send(_id, {} as never)).status).toBe(401);
      expect(await send(_id, asha, '<svg>')).toMatchObject({
        status: 400,
        body: { errors: { image: 'Only JPEG, PNG, WebP and AVIF pictures are taken' } },
      });
      const { image } = (await send(_id, asha)).body.photo;
      expect((await post(_id, [image], await shop.service.signIn())).status).toBe(409);
      const many = [1, 2, 3, 4, 5].map((n) => `/api/v1/images/${n}.webp`);
      expect((await post(_id, many, asha)).body).toMatchObject({ errors: { photos: 'At most 4 pictures' } });
      expect((await post(_id, ['https://elsewhere.example/a.webp'], asha)).status).toBe(400);
    });

    it('are taken twenty times a day from one account', async () => {
      const { _id } = await shop.add();
      const asha = await shop.service.signIn();
      for (let i = 0; i < 20; i++) expect((await send(_id, asha)).status).toBe(201);
      expect(await send(_id, asha)).toMatchObject({ status: 429, body: { code: 'review.too-many-photos' } });
      expect((await send(_id, await shop.service.signIn())).status).toBe(201);
    });

    it('lose one that staff hide with a reason, also when it is sent again, until staff show it', async () => {
      const { _id } = await shop.add();
      const asha = await shop.service.signIn();
      const images = [(await send(_id, asha)).body.photo.image, (await send(_id, asha)).body.photo.image];
      const { body } = await post(_id, images, asha);
      const hide = (hidden: boolean, image = images[0]) =>
        shop.send<{ review: { photosForStaff: object[] } }>(
          'PUT',
          `/admin/review/${body.review._id}/photo`,
          { image, hidden, reason: 'A face' },
          shop.staff,
        );
      expect((await hide(true, '/api/v1/images/none.webp')).status).toBe(404);
      expect((await hide(true)).body.review.photosForStaff).toMatchObject([
        { image: images[0], hidden: true, hiddenReason: 'A face' },
        { image: images[1], hidden: false },
      ]);
      const audit = await publishedEvents(shop.service, identity.auditRecorded);
      expect(audit.at(-1)!.data).toMatchObject({ action: 'review.photo-hidden', reason: 'A face' });
      expect(await shown(_id)).toEqual([images[1]]);
      await post(_id, images, asha);
      expect(await shown(_id)).toEqual([images[1]]);
      await post(_id, [], asha);
      expect((await read(_id)).photos).toEqual([]);
      await hide(false);
      expect(await shown(_id)).toEqual([images[0]]);
    });
  });

  it('have the answer of the shop, which staff change and take back, and which stays when they are changed', async () => {
    const { _id } = await shop.add();
    const asha = await shop.service.signIn();
    const { body } = await write(_id, 2, 'Came late', asha);
    const answer = (text: string, headers: { cookie: string }) =>
      shop.send('PUT', `/admin/review/${body.review._id}/answer`, { text }, headers);
    expect((await answer('Sorry', asha)).status).toBe(403);
    await answer(' We are sorry ', shop.staff);
    await write(_id, 3, 'Came late, and is lovely', asha);
    expect((await read(_id)).ratings[0]).toMatchObject({
      answer: { text: 'We are sorry', answeredAt: expect.any(String) },
    });
    expect((await publishedEvents(shop.service, identity.auditRecorded)).at(-1)!.data).toMatchObject({
      action: 'review.answered',
      after: { answer: 'We are sorry' },
    });
    await answer('', shop.staff);
    expect((await read(_id)).ratings[0]).not.toHaveProperty('answer');
  });

  describe('that helped others', () => {
    type Helpful = AnswerOf<typeof catalog.markReviewHelpful>;
    const mark = (productId: string, reviewId: string, helped: unknown, headers: { cookie: string }) =>
      shop.send<Helpful>('PUT', `/rating/${productId}/helpful/${reviewId}`, { helped }, headers);
    const marked = async (productId: string, headers: { cookie: string }) =>
      (await shop.get<AnswerOf<typeof catalog.listHelpfulReviews>>(`/rating/${productId}/helpful`, headers)).body
        .helpful;
    const counts = async (productId: string, query = '') =>
      (await shop.get<Reviews>(`/rating/${productId}?${query}`)).body.ratings.map(({ review, helpful }) => [
        review,
        helpful,
      ]);
    const written = async (productId: string, text: string, headers?: { cookie: string }) =>
      (await write(productId, 5, text, headers ?? (await shop.service.signIn()))).body.review._id;

    it('count each person once, who takes it back in the same way', async () => {
      const { _id } = await shop.add();
      const reviewId = await written(_id, 'Lovely');
      const asha = await shop.service.signIn();
      expect(await marked(_id, asha)).toEqual([]);
      expect((await mark(_id, reviewId, true, asha)).body).toEqual({ reviewId, helpful: 1 });
      expect((await mark(_id, reviewId, true, asha)).body).toEqual({ reviewId, helpful: 1 });
      await mark(_id, reviewId, true, await shop.service.signIn());
      expect(await marked(_id, asha)).toEqual([{ reviewId, helpful: 2 }]);
      expect(await counts(_id)).toEqual([['Lovely', 2]]);
      expect(JSON.stringify(await read(_id))).not.toContain('helpedBy');
      expect((await mark(_id, reviewId, false, asha)).body).toEqual({ reviewId, helpful: 1 });
      expect((await mark(_id, reviewId, false, asha)).body).toEqual({ reviewId, helpful: 1 });
      expect(await marked(_id, asha)).toEqual([]);
    });

    it('are right when many say so at once, and some of them twice', async () => {
      const { _id } = await shop.add();
      const reviewId = await written(_id, 'Lovely');
      const people = await Promise.all(Array.from({ length: 8 }, () => shop.service.signIn()));
      await Promise.all([...people, ...people].map((person) => mark(_id, reviewId, true, person)));
      expect(await counts(_id)).toEqual([['Lovely', 8]]);
      await Promise.all([...people, ...people].map((person, i) => mark(_id, reviewId, i % 2 === 0, person)));
      expect(await counts(_id)).toEqual([['Lovely', 4]]);
    });

    it('come first when they are asked for so, then the newest, also one of which all took it back', async () => {
      const { _id } = await shop.add();
      const asha = await shop.service.signIn();
      const old = await written(_id, 'Helps two');
      const taken = await written(_id, 'Taken back');
      const one = await written(_id, 'Helps one');
      await written(_id, 'Newest');
      for (const id of [old, taken, one]) await mark(_id, id, true, asha);
      await mark(_id, old, true, await shop.service.signIn());
      await mark(_id, taken, false, asha);
      const texts = ['Helps two', 'Helps one', 'Newest', 'Taken back'];
      expect((await counts(_id, 'sort=helpful')).map(([text]) => text)).toEqual(texts);
      expect((await counts(_id, 'sort=helpful&limit=1')).map(([text]) => text)).toEqual(['Helps two']);
    });

    it('are not marked by guests, by their writer, without an answer, of another piece, or when they are hidden', async () => {
      const [{ _id }, other] = [await shop.add(), await shop.add()];
      const [asha, ravi] = [await shop.service.signIn(), await shop.service.signIn()];
      const reviewId = await written(_id, 'Lovely', asha);
      expect((await mark(_id, reviewId, true, {} as never)).status).toBe(401);
      expect(await mark(_id, reviewId, true, asha)).toMatchObject({ status: 409, body: { code: 'review.is-own' } });
      expect(await mark(_id, reviewId, 'yes', ravi)).toMatchObject({
        status: 400,
        body: { errors: { helped: 'Say whether it helped' } },
      });
      expect(await mark(other._id, reviewId, true, ravi)).toMatchObject({ body: { code: 'review.not-found' } });
      expect(await mark(someId(), reviewId, true, ravi)).toMatchObject({ body: { code: 'product.not-found' } });
      expect(await counts(_id)).toEqual([['Lovely', undefined]]);
      await shop.send('PUT', `/admin/review/${reviewId}`, { hidden: true, reason: 'Rude' }, shop.staff);
      expect((await mark(_id, reviewId, true, ravi)).status).toBe(404);
    });

    it('keep their count when they are changed, and it is told to who made it and goes with the account', async () => {
      const { _id, productGroup } = await shop.add();
      const asha = await shop.service.signIn();
      const reviewId = await written(_id, 'Lovely', asha);
      const userId = someId();
      await mark(_id, reviewId, true, await shop.service.signIn({ userId }));
      await mark(_id, reviewId, true, await shop.service.signIn());
      await written(_id, 'Still lovely', asha);
      expect(await counts(_id)).toEqual([['Still lovely', 2]]);
      const path = `/internal/reviewers/${userId}/kept`;
      const { kept } = (await shop.send<AnswerOf<typeof catalog.getKept>>('GET', path, undefined, internal)).body;
      expect(kept['helpfulReviews']).toEqual([{ productGroup, reviewId }]);
      await shop.deliverEvent(identity.userDeleted, userId, { userId }, { version: 2 });
      await eventually(async () => expect(await counts(_id)).toEqual([['Still lovely', 1]]));
      const left = async () =>
        (await tracesOf(shop.service.connection.db!, [userId])).filter(
          (trace) => !/^(outbox|inbox|event_versions)/.test(trace),
        );
      await eventually(async () => expect(await left()).toEqual(['people._id']), { what: 'no other trace' });
    });
  });
});
