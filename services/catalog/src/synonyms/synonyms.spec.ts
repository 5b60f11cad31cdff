import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalog, identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog();
});
afterAll(() => shop.close());

const send = (method: string, path: string, body?: object) =>
  shop.send<{ code: string; message: string; errors: Record<string, string>; synonym: catalog.Synonym }>(
    method,
    path,
    body,
    shop.staff,
  );
const found = async (text: string) => {
  const { body } = await shop.get<catalog.Listing>(`/search?q=${encodeURIComponent(text)}`);
  return body.products.map(({ name }) => name);
};

describe('synonyms', () => {
  it('are known to the search with the next call, in any script, and forgotten with the next after that', async () => {
    await shop.add({ name: 'Tara' });
    await shop.add({
      name: 'Chandra',
      category: { main: 'necklace' },
      detailsModel: 'NecklaceDetails',
      detailsRef: { sizeOptions: undefined, engravingAvailable: undefined },
    });
    expect(await found('अंगूठी')).toEqual([]);
    const { body, status } = await send('POST', '/admin/synonym', {
      means: ' Ring ',
      words: ['अंगूठी', 'Anguthi', 'rng'],
    });
    expect([status, body.message, body.synonym]).toMatchObject([
      201,
      'Synonym created',
      { means: 'ring', words: ['अंगूठी', 'anguthi', 'rng'] },
    ]);
    for (const text of ['अंगूठी', 'anguthi', 'rng', 'gold rngs']) expect(await found(text)).toEqual(['Tara']);
    await send('PUT', `/admin/synonym/${body.synonym._id}`, { means: 'necklace' });
    expect(await found('rng')).toEqual(['Chandra']);
    expect((await send('DELETE', `/admin/synonym/${body.synonym._id}`)).body.message).toBe('Synonym removed');
    expect(await found('rng')).toEqual([]);
    expect((await send('DELETE', `/admin/synonym/${body.synonym._id}`)).body.code).toBe('synonym.not-found');
  });

  it('may be several words with small ones, which mean several', async () => {
    await shop.add({ name: 'Uphaar', detailsRef: { occasion: ['Gift'] } });
    const { body } = await send('POST', '/admin/synonym', { means: 'gold gift', words: ['gift for her', 'for her'] });
    expect(await found('gift for her')).toEqual(['Uphaar']);
    expect(await found('for her')).toEqual(['Uphaar']);
    await send('DELETE', `/admin/synonym/${body.synonym._id}`);
  });

  it('do not hide a piece that is called by the word', async () => {
    await shop.add({ name: 'Rani Haar', productGroup: 'AR-8001' });
    const { body } = await send('POST', '/admin/synonym', { means: 'pendant', words: ['haar'] });
    expect(await found('rani haar')).toEqual(['Rani Haar']);
    await send('DELETE', `/admin/synonym/${body.synonym._id}`);
  });

  it('mean one thing each, however they are written', async () => {
    const { body } = await send('POST', '/admin/synonym', { means: 'earring', words: ['bali', 'Balis', 'bāli'] });
    expect(body.synonym.words).toEqual(['bali']);
    expect((await send('POST', '/admin/synonym', { means: 'bangle', words: ['kangan', 'BALI'] })).body.code).toBe(
      'synonym.taken',
    );
    const { body: other } = await send('POST', '/admin/synonym', { means: 'bangle', words: ['kangan'] });
    expect((await send('PUT', `/admin/synonym/${other.synonym._id}`, { words: ['bali'] })).body.code).toBe(
      'synonym.taken',
    );
    const { synonyms } = (await shop.get<{ synonyms: catalog.Synonym[] }>('/admin/synonyms', shop.staff)).body;
    expect(synonyms.map(({ means, words }) => [means, words])).toEqual([
      ['bangle', ['kangan']],
      ['earring', ['bali']],
    ]);
  });

  it.each([
    [{ means: '', words: ['a'] }, 'means'],
    [{ means: 'ring', words: [] }, 'words'],
    [{ means: 'ring', words: ['***'] }, 'words.0'],
    [{ means: 'ring', words: ['x'.repeat(61)] }, 'words.0'],
  ])('are refused at the field: %j', async (body, field) => {
    const answer = await send('POST', '/admin/synonym', body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  });

  it('are told to caches and to the audit trail', async () => {
    const { body } = await send('POST', '/admin/synonym', { means: 'ring', words: ['challa'] });
    const audit = (await publishedEvents(shop.service, identity.auditRecorded)).filter(
      ({ data }) => data.subjectId === body.synonym._id,
    );
    expect(audit.map(({ data }) => [data.action, data.before, data.after])).toEqual([
      ['synonym.created', null, { means: 'ring', words: ['challa'] }],
    ]);
    const events = await publishedEvents(shop.service, catalog.taxonomyChanged);
    expect(events.map(({ data }) => data.tag)).toContain('synonyms');
  });

  it('are all kept when staff add them at the same time', async () => {
    const words = ['one', 'two', 'three', 'four'];
    const answers = await Promise.all(
      words.map((word) => send('POST', '/admin/synonym', { means: 'ring', words: [word] })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { synonyms } = (await shop.get<{ synonyms: catalog.Synonym[] }>('/admin/synonyms', shop.staff)).body;
    expect(synonyms.flatMap((each) => each.words)).toEqual(expect.arrayContaining(words));
  });
});
