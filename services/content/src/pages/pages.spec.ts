import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { content, identity } from '@shop/contracts';
import { publishedEvents, type TestService } from '@shop/service-kit/testing';
import { startContent } from '../../test/service-harness.ts';

type Page = content.StaffPage;
type Answer = { status: number; body: { page: Page; code?: string; errors?: object; details?: object } };

let service: TestService;
let admin: { cookie: string };
beforeAll(async () => {
  service = await startContent();
  admin = await service.signIn({ role: 'admin' });
});
afterAll(() => service.close());

async function ask(method: string, path: string, body?: unknown, headers: object = admin): Promise<Answer> {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}
const text = (title: string) => ({
  ...{ title, description: `All about ${title}` },
  blocks: [{ kind: 'paragraph', text: `This is ${title}.` }] satisfies content.PageBlock[],
});
const create = async (fields: object) => (await ask('POST', '/admin/pages', fields)).body.page;
const change = (slug: string, fields: object, headers: object = {}) =>
  ask('PATCH', `/admin/pages/${slug}`, fields, { ...admin, ...headers });
/** As a visitor reads it. */
const read = (slug: string) => ask('GET', `/pages/added/${slug}`, undefined, {});
const rows = async () => (await ask('GET', '/admin/pages')).body as never as { pages: Omit<Page, 'blocks'>[] };
const toldTags = async () => (await publishedEvents(service, content.contentChanged)).map(({ data }) => data.tag);

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis.
describe('a page that staff add', () => {
  it('is a draft that no visitor sees until it is published, then has an address made of its title, and is listed', async () => {
    const page = await create(text('Care of pearls'));
    expect(page).toMatchObject({ slug: 'care-of-pearls', path: '/page/care-of-pearls', status: 'draft' });
    expect((await read('care-of-pearls')).body.code).toBe('page.not-found');
    await change('care-of-pearls', { status: 'published' });
    expect((await read('care-of-pearls')).body.page).toMatchObject({
      path: '/page/care-of-pearls',
      ...text(page.title),
    });
    const listed = (await ask('GET', '/pages', undefined, {})).body as never as { pages: { path: string }[] };
    expect(listed.pages).toContainEqual(expect.objectContaining({ path: '/page/care-of-pearls', title: page.title }));
    await change('care-of-pearls', { status: 'draft' });
    expect((await read('care-of-pearls')).status).toBe(404);
    expect((await toldTags()).filter((tag) => /care-of-pearls/.test(tag))).toHaveLength(3);
  });

  it('moves, and each of its former addresses leads to it until another page has it', async () => {
    await create({ ...text('One'), slug: 'one', status: 'published' });
    await change('one', { slug: 'two' });
    // By its former address, as a form that was open in the meantime.
    expect((await change('one', { slug: 'Three!' })).body.page.slug).toBe('three');
    for (const former of ['one', 'two']) expect((await read(former)).body.page.path).toBe('/page/three');
    expect(await toldTags()).toEqual(expect.arrayContaining(['page:one', 'page:two', 'page:three', 'pages']));
    await create({ ...text('Another'), slug: 'one', status: 'published' });
    expect((await read('one')).body.page.title).toBe('Another');
    expect((await read('two')).body.page.title).toBe('One');
  });

  it.each([
    ['about', 409],
    ['new', 400],
    ['there', 409],
    ['***', 400],
  ])('is refused at the address %s, and the field is named', async (slug, status) => {
    if (slug === 'there') await create({ ...text('There'), slug });
    const refused = await ask('POST', '/admin/pages', { ...text('***'), slug });
    expect([refused.status, Object.keys(refused.body.errors!)]).toEqual([status, ['slug']]);
  });

  it('is created once for a key, and one of two who take the same address gets it', async () => {
    const once = () =>
      ask('POST', '/admin/pages', { ...text('Once'), slug: 'once' }, { ...admin, 'idempotency-key': 'k1' });
    expect([(await once()).status, (await once()).status]).toEqual([201, 201]);
    const both = await Promise.all([1, 2].map(() => ask('POST', '/admin/pages', { ...text('Race'), slug: 'race' })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('is gone with all its addresses when it is deleted, which the audit trail keeps', async () => {
    await create({ ...text('Gone'), slug: 'going', status: 'published' });
    await change('going', { slug: 'gone' });
    expect((await ask('DELETE', '/admin/pages/gone')).status).toBe(200);
    for (const slug of ['going', 'gone']) expect((await read(slug)).status).toBe(404);
    expect((await change('gone', { title: 'Back' })).body.code).toBe('page.not-found');
    const audited = (await publishedEvents(service, identity.auditRecorded)).map(({ data }) => data);
    const about = audited.filter(({ subjectId }) => /^(going|gone)$/.test(subjectId));
    expect(about.map(({ action, before, after }) => [action, before?.['slug'], after?.['slug']])).toEqual([
      ['page.created', undefined, 'going'],
      ['page.changed', 'going', 'gone'],
      ['page.removed', 'gone', undefined],
    ]);
  });
});

describe('a page that every shop has', () => {
  const changeOfShop = (slug: string, fields: object, headers: object = {}) =>
    ask('PUT', `/admin/page/${slug}`, fields, { ...admin, ...headers });

  it('is listed before anybody wrote it, and is whole from its first save on', async () => {
    const { pages } = await rows();
    expect(pages.slice(0, content.PAGE_SLUGS.length).map(({ slug }) => slug)).toEqual([...content.PAGE_SLUGS]);
    const { page } = (await ask('GET', '/admin/page/contact')).body;
    expect(page).toMatchObject({ path: '/contact', isOfShop: true, title: '', blocks: [] });
    expect((await changeOfShop('contact', { title: 'Contact' })).body.errors).toEqual({
      description: 'Description is required',
    });
    const saved = await changeOfShop('contact', text('Contact'), { 'if-match': `"${page.version}"` });
    expect([saved.status, (await ask('GET', '/pages/contact', undefined, {})).body.page.title]).toEqual([
      200,
      'Contact',
    ]);
    const row = (await rows()).pages.find(({ slug }) => slug === 'contact');
    expect(row).toMatchObject({ title: 'Contact', updatedAt: expect.any(String) });
    expect((await changeOfShop('contact', { title: 'Theirs' }, { 'if-match': `"${page.version}"` })).status).toBe(409);
  });

  it('is no added one: it neither moves nor becomes a draft nor is deleted', async () => {
    await changeOfShop('privacy-policy', text('Privacy'));
    const codes = [
      await change('privacy-policy', { slug: 'privacy', status: 'draft' }),
      await ask('DELETE', '/admin/pages/privacy-policy'),
    ].map(({ body }) => body.code);
    expect(codes).toEqual(['page.not-found', 'page.not-found']);
    expect((await ask('GET', '/pages/privacy-policy', undefined, {})).status).toBe(200);
  });
});

it('a page is saved on the version that was read: another one is refused with the page as it is now', async () => {
  const { version } = await create({ ...text('Both'), slug: 'both' });
  const on = { 'if-match': `"${version}"` };
  expect((await change('both', { title: 'Mine' }, on)).status).toBe(200);
  const refused = await change('both', { description: 'Theirs' }, on);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'document.changed', details: { document: { title: 'Mine' }, saves: [{ fields: ['title'] }] } },
  });
  expect((await change('both', { blocks: [] })).body.page).toMatchObject({ title: 'Mine', blocks: [] });
  const wrong = await change('both', { blocks: [{ kind: 'question', question: 'Why?', answer: '' }] });
  expect(wrong.body.errors).toEqual({ 'blocks.0.answer': 'Answer is required' });
});
