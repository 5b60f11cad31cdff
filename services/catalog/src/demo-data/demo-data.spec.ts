import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalog, groupCode } from '@shop/contracts';
import { DESIGNS } from '@shop/demo-data/designs.ts';
import type { TestService } from '@shop/service-kit/testing';
import { startCatalogService } from '../../test/catalog-harness.ts';
import { unaccounted } from '../../test/movements-add-up.ts';
import { Indexes } from '../catalogue/indexes.ts';
import type { Details } from '../products/details.schema.ts';
import { keyOf, WordSynonyms } from '../synonyms/synonyms.rules.ts';
import { demoDocuments, loadDemoData } from './demo-data.ts';
import { OPTIONS } from './lists.ts';

const documents = demoDocuments();

describe('the demo catalogue', () => {
  it('has at least 120 groups of all six kinds in all four materials, with variants', () => {
    const groups = new Set(documents.Product.map(({ productGroup }) => productGroup));
    expect(groups.size).toBeGreaterThanOrEqual(120);
    expect(documents.Product.length).toBeGreaterThan(groups.size * 1.5);
    expect(new Set(documents.Product.map(({ category }) => category.main))).toEqual(
      new Set(['ring', 'bracelet', 'bangle', 'necklace', 'pendant', 'earring']),
    );
    expect(new Set(documents.Product.map(({ material }) => material.tag))).toEqual(
      new Set(['gold', 'rose-gold', 'silver', 'platinum']),
    );
  });

  it('is the same every time', () => {
    expect(JSON.stringify(demoDocuments())).toBe(JSON.stringify(documents));
  });

  it('names and describes every piece differently', () => {
    expect(new Set(DESIGNS.map(({ name, kind }) => `${kind} ${name}`)).size).toBe(DESIGNS.length);
    expect(new Set(DESIGNS.map(({ text }) => text)).size).toBe(DESIGNS.length);
  });

  it('keeps what staff could have entered: every product fits the contract of the staff call', () => {
    const body = catalog.createProduct.body!;
    const details = new Map(documents.Details.map((entry) => [String((entry as { _id: unknown })._id), entry]));
    const misfits = documents.Product.flatMap((product) => {
      const { _id, detailsModel: _, ...fields } = details.get(String(product.detailsRef)) as Record<string, unknown>;
      const parsed = body.safeParse({ ...product, price: product.pricePaise / 100, detailsRef: fields });
      return parsed.success ? [] : [`${product.productGroup}: ${parsed.error.message}`];
    });
    expect(misfits).toEqual([]);
  });

  it('has synonyms that mean what it has, each word one thing', () => {
    const entries = documents.SynonymList.flatMap((list) => list.entries);
    const keys = entries.flatMap(({ words }) => words.map(keyOf));
    expect(new Set(keys).size).toBe(keys.length);
    const indexes = new Indexes();
    const details = new Map(documents.Details.map((entry) => [String((entry as Details)._id), entry as Details]));
    for (const product of documents.Product) indexes.put(product, details.get(String(product.detailsRef)));
    const known = new WordSynonyms(entries);
    const numbersOf = (text: string) => indexes.ask(text, known).matches?.numbers.toSorted((one, other) => one - other);
    for (const { means, words } of entries) {
      expect(indexes.ask(means)).toMatchObject({ isKnown: true });
      expect(numbersOf(means)!.length).toBeGreaterThan(0);
      for (const word of words) expect([word, numbersOf(word)]).toEqual([word, numbersOf(means)]);
    }
    expect(numbersOf('सोने की अंगूठी')).toEqual(numbersOf('gold ring'));
  });

  it('finds laboratory-grown diamonds by what shoppers call them', () => {
    const indexes = new Indexes();
    const details = new Map(documents.Details.map((entry) => [String((entry as Details)._id), entry as Details]));
    for (const product of documents.Product) indexes.put(product, details.get(String(product.detailsRef)));
    const known = new WordSynonyms(documents.SynonymList.flatMap((list) => list.entries));
    const numbersOf = (text: string) => indexes.ask(text, known).matches?.numbers.toSorted((one, other) => one - other);
    const rings = numbersOf('laboratory-grown diamond ring')!;
    expect(rings.length).toBeGreaterThan(5);
    for (const text of ['lab grown diamond ring', 'Lab-Grown Diamond rings', 'lgd ring', 'lab diamond ring']) {
      expect([text, numbersOf(text)]).toEqual([text, rings]);
    }
  });

  it('says diamond alone of natural ones only, and lab, cultured or pure of none', () => {
    const { SynonymList: _, ...shown } = documents;
    const texts = JSON.stringify(shown, (key, value: unknown) => (key === 'formerValues' ? undefined : value));
    expect(catalog.misleadingDiamondWords(texts)).toBeUndefined();
    const details = new Map(documents.Details.map((entry) => [String((entry as Details)._id), entry as Details]));
    const wrong = documents.Product.filter(({ name, shortDescription, detailsRef }) => {
      const alone = /(?<!laboratory-(?:grown|created) )\bdiamonds?\b(?!-cut)/i.test(`${name}. ${shortDescription}`);
      const { stones = [], diamondSize } = details.get(String(detailsRef))!;
      return (alone || diamondSize) && !stones.some(({ type }) => /^(natural|polki) diamond$/i.test(type));
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('offers only values that stand in an option list', () => {
    const kinds = Object.entries<catalog.DetailField>(catalog.DETAIL_FIELDS).flatMap(([name, field]) =>
      field.kind === 'list'
        ? [[name, typeof field.options === 'string' ? [field.options] : Object.values(field.options)] as const]
        : [],
    );
    const strangers = documents.Details.flatMap((details) =>
      kinds.flatMap(([field, lists]) => {
        const known = new Set(lists.flatMap((kind) => OPTIONS[kind].map(([value]) => value)));
        const values = (details as Record<string, string[] | undefined>)[field] ?? [];
        return values.filter((value) => !known.has(value)).map((value) => `${field} ${value}`);
      }),
    );
    expect(strangers).toEqual([]);
  });

  it('offers screw backs only for earrings with posts', () => {
    const details = new Map(documents.Details.map((entry) => [String((entry as { _id: unknown })._id), entry]));
    const withBacks = documents.Product.filter(
      ({ detailsRef }) => (details.get(String(detailsRef)) as { backType?: string[] }).backType,
    );
    expect(new Set(withBacks.map(({ category }) => category.sub))).toEqual(new Set(['stud', 'jhumka']));
  });

  it('adds nothing to a piece made to order for what the ready one is made of', () => {
    expect(documents.Customization.length).toBeGreaterThan(40);
    const dearer = documents.Customization.filter(
      ({ metalPurity: [purity], stoneType: [stone] }) => purity?.pricePaise !== 0 || (stone && stone.pricePaise !== 0),
    );
    expect(dearer.map(({ productGroup }) => productGroup)).toEqual([]);
  });

  it('prices a piece above its metal and gives no stock, sale or price that cannot be', () => {
    const details = new Map(documents.Details.map((entry) => [String((entry as { _id: unknown })._id), entry]));
    const rates: Record<string, number> = {
      gold: 12_400 * 0.585,
      'rose-gold': 12_400 * 0.585,
      silver: 150,
      platinum: 4_400,
    };
    for (const { pricePaise, material, detailsRef, stock, sold } of documents.Product) {
      const { weight, netWeight } = details.get(String(detailsRef)) as { weight: number; netWeight: number };
      expect(pricePaise).toBeGreaterThan(netWeight * rates[material.tag]! * 100);
      expect(weight).toBeGreaterThanOrEqual(netWeight);
      expect(pricePaise % 1_000).toBe(0);
      expect(Math.min(stock, sold)).toBeGreaterThanOrEqual(0);
    }
    expect(documents.Product.some(({ stock }) => stock === 0)).toBe(true);
  });

  it('grows to any size with groups and ids that differ', () => {
    const large = demoDocuments(5_000).Product;
    expect(large.length).toBeGreaterThanOrEqual(5_000);
    expect(large.length).toBeLessThan(5_005);
    expect(new Set(large.map(({ _id }) => String(_id))).size).toBe(large.length);
    expect(large.every(({ productGroup }) => groupCode.safeParse(productGroup).success)).toBe(true);
  });
});

describe('loading it', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startCatalogService();
  });
  afterAll(() => service.close());

  it('fills the shop once, and keeps what changed since', async () => {
    expect(await loadDemoData(service.app)).toBeGreaterThan(1_000);
    expect(await unaccounted(service.connection)).toEqual([]);
    const products = service.connection.collection('products');
    expect(await products.countDocuments({ movementCount: { $ne: 1 } })).toBe(0);
    const first = { productGroup: 'AR-1001', position: 0 };
    await products.updateOne(first, { $set: { stock: 77, images: ['https://pictures.example/own.jpg'] } });
    expect(await loadDemoData(service.app)).toBe(0);
    expect(await products.findOne(first)).toMatchObject({ stock: 77, images: ['https://pictures.example/own.jpg'] });
    const answer = await fetch(`${service.url}/api/v1/products/ring/solitaire`);
    expect(await answer.json()).toMatchObject({ totalCount: 5 });
  });

  it('follows links to what laboratory-grown diamonds were called', async () => {
    const list = async (value: string) =>
      (await (await fetch(`${service.url}/api/v1/products/ring?filter.stone=${value}`)).json()) as catalog.Listing;
    const { totalCount } = await list('laboratory-grown-diamond');
    expect(totalCount).toBeGreaterThan(5);
    expect(await list('lab-grown-diamond')).toMatchObject({
      totalCount,
      canonicalFilters: { 'filter.stone': 'laboratory-grown-diamond' },
    });
    const answer = await fetch(`${service.url}/api/v1/collection/diamond-rings`);
    expect(await answer.json()).toMatchObject({ canonicalPath: '/collection/rings-of-light' });
  });

  it('has collections with pictures and a dozen pieces at least, and every piece they name is for sale', async () => {
    const { collections } = (await (await fetch(`${service.url}/api/v1/collections`)).json()) as {
      collections: catalog.CollectionCard[];
    };
    expect(collections.map(({ slug }) => slug)).toEqual(documents.Collection.map(({ slug }) => slug));
    expect(collections.filter(({ image, text, totalCount }) => !image || !text || totalCount < 12)).toEqual([]);
    const sold = new Set(documents.Product.map(({ productGroup }) => productGroup));
    expect(documents.Collection.flatMap(({ picks }) => picks).filter((group) => !sold.has(group))).toEqual([]);
  });

  it('gives pieces the pictures that were made since', async () => {
    const second = { productGroup: 'AR-1002', position: 0 };
    const products = service.connection.collection('products');
    const { images } = (await products.findOne(second))!;
    await products.updateOne(second, { $set: { images: ['/api/v1/images/demo/an-old-drawing.svg'] } });
    expect(await loadDemoData(service.app)).toBe(1);
    expect((await products.findOne(second))!['images']).toEqual(images);
  });

  it('gives every category and material a picture, but not where staff chose one', async () => {
    expect(documents.TaxonomyEntry.filter(({ image }) => !image)).toEqual([]);
    const taxonomy = service.connection.collection('branches');
    await taxonomy.updateOne({ name: 'ring' }, { $unset: { image: 1 } });
    await taxonomy.updateOne({ name: 'bangle' }, { $set: { image: '/api/v1/images/own.webp' } });
    expect(await loadDemoData(service.app)).toBe(1);
    const answer = await fetch(`${service.url}/api/v1/categories`);
    const { categories: shown } = (await answer.json()) as { categories: catalog.Category[] };
    const imageOf = (name: string) => shown.find(({ main }) => main === name)?.image;
    expect([imageOf('ring'), imageOf('bangle')]).toEqual([
      documents.TaxonomyEntry[0]!.image,
      '/api/v1/images/own.webp',
    ]);
  });

  it('gives pieces the clips that were made since, but not where staff chose a video', async () => {
    const [one, other] = documents.Product.filter(({ video }) => video);
    const products = service.connection.collection('products');
    await products.updateOne({ _id: one!._id }, { $unset: { video: 1 } });
    await products.updateOne({ _id: other!._id }, { $set: { video: 'https://videos.example/own.mp4' } });
    expect(await loadDemoData(service.app)).toBe(1);
    expect(await products.findOne({ _id: one!._id })).toMatchObject({ video: one!.video });
    expect(await products.findOne({ _id: other!._id })).toMatchObject({ video: 'https://videos.example/own.mp4' });
  });
});
