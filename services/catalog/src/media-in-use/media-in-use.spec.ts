import crypto from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cartOrder, type catalog } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { type CatalogHarness, internal, startCatalog } from '../../test/catalog-harness.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis.
let shop: CatalogHarness;
beforeAll(async () => void (shop = await startCatalog()));
afterAll(() => shop.close());

const image = (name: string) => `/api/v1/images/${name}.webp`;
const inUse = async (addresses: string[]) =>
  (await shop.send<{ inUse: string[] }>('POST', '/internal/media-in-use', { addresses }, internal)).body.inUse;

it('names every picture and video that a product, category, material, collection, option or review shows, in the order they were asked for', async () => {
  const used = [image('front'), image('back'), '/api/v1/videos/turn.mp4', image('rings'), image('gold')];
  used.push(image('bridal'), image('onyx'));
  await shop.add({ images: [used[0]!, used[1]!], video: used[2]! });
  await shop.send('POST', '/admin/category', { main: 'anklet', sub: [], image: used[3] }, shop.staff);
  await shop.send('POST', '/admin/material', { tag: 'palladium', sub: ['all'], image: used[4] }, shop.staff);
  await shop.send('POST', '/admin/collection', { name: 'Bridal', image: used[5] }, shop.staff);
  await shop.service.connection
    .collection('options')
    .insertOne({ kind: 'finish', value: 'Matt', pricePaise: 0, image: used[6], createdAt: new Date() });
  const photo = { image: image('hand'), width: 9, height: 9, hidden: true };
  await shop.service.connection.collection('reviews').insertOne({ productGroup: 'AR-1', userId: 'u', photos: [photo] });
  used.push(photo.image);
  expect(await inUse([image('nobody'), ...used])).toEqual(used);
});

it('says what shows a picture, in the words of staff', async () => {
  const product = await shop.add({ name: 'Asha Ring', images: [image('other'), image('told')] });
  await shop.send('POST', '/admin/collection', { name: 'Festive', image: image('told') }, shop.staff);
  const { body } = await shop.send<{ uses: { address: string; use: object }[] }>(
    ...(['POST', '/internal/media-uses', { addresses: [image('told'), image('untold')] }, internal] as const),
  );
  expect(body.uses).toEqual([
    {
      address: image('told'),
      use: { kind: 'product', id: product._id, label: `Asha Ring in Yellow Gold, ${product.productGroup}` },
    },
    { address: image('told'), use: { kind: 'collection', id: expect.any(String), label: 'Festive' } },
  ]);
});

it('answers what a product says of a picture, and finds pictures by the names of what shows them', async () => {
  const [shown, clip] = [image('kiran'), '/api/v1/videos/kiran.mp4'];
  const pictureNotes = [{ image: shown, alt: 'Kiran on a hand' }];
  await shop.add({ name: 'Kiran Bangle', images: [shown], video: clip, pictureNotes });
  await shop.send('POST', '/admin/collection', { name: 'Bangles by Kiran', image: image('many') }, shop.staff);
  await shop.send('POST', '/admin/collection', { name: 'Kiran without a picture' }, shop.staff);
  const told = await shop.send<{ uses: { alt?: string }[] }>(
    ...(['POST', '/internal/media-uses', { addresses: [shown, image('many')] }, internal] as const),
  );
  expect(told.body.uses.map(({ alt }) => alt)).toEqual(['Kiran on a hand', undefined]);
  const found = async (q: string) =>
    (await shop.send<{ addresses: string[] }>('POST', '/internal/media-of', { q }, internal)).body.addresses;
  expect(await found(' kiran  BANGLE ')).toEqual([shown, clip, image('many')]);
  expect(await found('kiran (')).toEqual([]);
});

it('counts products that are archived: their orders still show them', async () => {
  const product = await shop.add({ images: [image('archived')] });
  await shop.send('DELETE', `/admin/product/${product._id}`, undefined, shop.staff);
  expect(await inUse([image('archived')])).toEqual([image('archived')]);
});

it('counts what a cancelled order shows, of a piece that sold no other', async () => {
  const [shown, other] = [image('bought'), image('new')];
  const product = await shop.add({ images: [shown] });
  const lines = [{ productId: product._id, quantity: 1 }];
  const holdId = crypto.randomUUID();
  await shop.send('POST', '/internal/holds', { holdId, lines }, internal);
  const order = { orderId: holdId, userId: 'u1', holdId, lines };
  await shop.deliverEvent(cartOrder.orderCreated, holdId, order);
  await shop.deliverEvent(cartOrder.orderCancelled, holdId, order);
  await eventually(async () => {
    const { body } = await shop.get<{ product: catalog.ProductForStaff }>(`/admin/product/${product._id}`, shop.staff);
    expect(body.product).toMatchObject({ held: 0, sold: 0 });
  });
  await shop.send('PUT', `/admin/product/${product._id}`, { images: [other] }, shop.staff);
  expect(await inUse([shown, other])).toEqual([shown, other]);
});

it('knows every field of the schemas that holds the address of a picture or video', () => {
  const fields = ['Product', 'Option', 'TaxonomyEntry', 'Collection', 'Review'].flatMap((model) =>
    Object.keys(shop.service.connection.model(model).schema.paths)
      .filter((field) => /image|picture|photo|video|clip/i.test(field))
      .map((field) => `${model}.${field}`),
  );
  expect(fields).toEqual([
    'Product.images',
    'Product.formerImages',
    // What is said of them.
    'Product.pictureNotes',
    'Product.video',
    'Option.image',
    'TaxonomyEntry.image',
    'Collection.image',
    'Review.photos',
    'Review.hasPhotos',
  ]);
});

it('is closed to all but services', async () => {
  const answer = await shop.send('POST', '/internal/media-in-use', { addresses: [] }, shop.staff);
  expect(answer.status).toBe(404);
});
