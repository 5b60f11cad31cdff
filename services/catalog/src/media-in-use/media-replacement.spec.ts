import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalog, identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { Types } from 'mongoose';
import { type CatalogHarness, internal, startCatalog } from '../../test/catalog-harness.ts';

type Answer = { moved: catalog.MediaUse[]; isDone: boolean };

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis.
describe('another file in the place of some', () => {
  let shop: CatalogHarness;
  beforeAll(async () => void (shop = await startCatalog()));
  afterAll(() => shop.close());

  const image = (name: string) => `/api/v1/images/${name}.webp`;
  const replace = async (from: string[], to: string, kinds: readonly string[] = catalog.MOVED_KINDS) => {
    const body = { userId: 'f'.repeat(24), from, to, kinds };
    return (await shop.send<Answer>('POST', '/internal/media-replacements', body, internal)).body;
  };
  const usesOf = async (address: string) => {
    const asked = ['POST', '/internal/media-uses', { addresses: [address] }, internal] as const;
    return (await shop.send<{ uses: { use: catalog.MediaUse; alt?: string }[] }>(...asked)).body.uses;
  };
  const stored = (name: string) => shop.service.connection.collection(name);

  it('is shown by all that showed them, each changed as by a form: audited, published, on its version', async () => {
    const [old, other, kept, clip] = [image('old'), image('other'), image('kept'), '/api/v1/videos/kept.mp4'];
    const pictureNotes = [{ image: old, alt: 'On a hand' }];
    const product = await shop.add({
      images: [image('front'), old, other],
      video: '/api/v1/videos/old.mp4',
      pictureNotes,
    });
    await shop.send('POST', '/admin/category', { main: 'brooch', sub: [], image: old }, shop.staff);
    await shop.send('POST', '/admin/material', { tag: 'rhodium', sub: ['all'], image: other }, shop.staff);
    await shop.send('POST', '/admin/collection', { name: 'Moved', image: old }, shop.staff);
    const { path } = catalog.optionLists['metal-tone'].create;
    await shop.send('POST', path, { name: 'Teal', price: 2.5, image: old }, shop.staff);
    const photo = { image: old, width: 9, height: 9 };
    await stored('reviews').insertOne({
      ...{ productId: new Types.ObjectId(product._id), productGroup: product.productGroup, userId: 'u', rating: 5 },
      ...{ text: 'Fine', hidden: false, writtenAt: new Date(), photos: [photo] },
    });

    const { moved, isDone } = await replace([old, other], kept);
    expect(isDone).toBe(false);
    const kindsOf = (uses: catalog.MediaUse[]) => uses.map(({ kind }) => kind).toSorted();
    const all = ['category', 'collection', 'material', 'option', 'product', 'review'];
    expect(kindsOf(moved)).toEqual(all);
    expect(await replace([old, other], kept)).toEqual({ moved: [], isDone: true });
    expect(await usesOf(old)).toEqual([]);
    expect(kindsOf((await usesOf(kept)).map(({ use }) => use))).toEqual(all);

    const { body } = await shop.send<{ product: catalog.ProductForStaff }>(
      ...(['GET', `/admin/product/${product._id}`, undefined, shop.staff] as const),
    );
    expect(body.product).toMatchObject({
      images: [image('front'), kept],
      pictureNotes: [{ image: kept, alt: 'On a hand' }],
    });
    expect(await stored('options').findOne({ value: 'Teal' })).toMatchObject({ image: kept, pricePaise: 250 });
    expect((await replace(['/api/v1/videos/old.mp4'], clip)).moved).toEqual([
      { kind: 'product', id: product._id, label: expect.any(String) },
    ]);
    const audit = (await publishedEvents(shop.service, identity.auditRecorded)).filter(
      ({ data }) => data.actorId === 'f'.repeat(24),
    );
    expect(audit.map(({ data }) => data.action).toSorted()).toEqual([
      ...['category.changed', 'collection.changed', 'material.changed', 'option.changed'],
      ...['product.changed', 'product.changed', 'review.photos-replaced'],
    ]);
  });

  it('leaves kinds alone that were not asked for', async () => {
    const [old, kept] = [image('partly'), image('partly-kept')];
    await shop.add({ images: [old] });
    await shop.send('POST', '/admin/collection', { name: 'Left alone', image: old }, shop.staff);
    expect((await replace([old], kept, ['collection'])).moved.map(({ label }) => label)).toEqual(['Left alone']);
    expect((await usesOf(old)).map(({ use }) => use.kind)).toEqual(['product']);
  });

  it('leaves a file known that orders may show, because some of the piece was sold', async () => {
    const [old, kept] = [image('sold'), image('sold-kept')];
    const sold = await shop.add({ images: [old] });
    await stored('products').updateOne({ images: old }, { $set: { sold: 1 } });
    await replace([old], kept);
    expect((await usesOf(old)).map(({ use }) => [use.kind, use.id])).toEqual([['order', sold._id]]);
    const change = { images: [image('third')] };
    await shop.send('PUT', `/admin/product/${sold._id}`, change, shop.staff);
    expect((await usesOf(old)).length + (await usesOf(kept)).length).toBe(2);
    const free = await shop.add({ images: [image('unsold')] });
    await shop.send('PUT', `/admin/product/${free._id}`, change, shop.staff);
    expect(await usesOf(image('unsold'))).toEqual([]);
  });

  it('is done at once where a file is to replace itself', async () => {
    await shop.add({ images: [image('itself')] });
    expect(await replace([image('itself')], image('itself'))).toEqual({ moved: [], isDone: true });
  });
});
