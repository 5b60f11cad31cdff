import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { content, identity } from '@shop/contracts';
import { publishedEvents, type TestService } from '@shop/service-kit/testing';
import { startContent } from '../../test/service-harness.ts';

type Menus = content.Menus & { version: string };
type Shown = {
  menus: Record<keyof content.Menus, content.ShownMenuItem[]>;
  textPages: string[];
  sources: { tag: string }[];
};
type Answer<B> = { status: number; body: B & { code?: string; errors?: Record<string, string> } };

const BRIDAL = 'b'.repeat(24);

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis. A stub plays catalog.
describe('the menus', () => {
  let service: TestService;
  let catalogStub: http.Server;
  let isCatalogUp = true;
  let collections: object[];
  let admin: { cookie: string };
  beforeAll(async () => {
    catalogStub = http.createServer((_request, response) => {
      if (!isCatalogUp) return void response.writeHead(503).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ collections }));
    });
    await new Promise<void>((resolve) => catalogStub.listen(0, '127.0.0.1', resolve));
    service = await startContent({ CATALOG_URL: `http://127.0.0.1:${(catalogStub.address() as AddressInfo).port}` });
    admin = await service.signIn({ role: 'admin' });
  });
  afterAll(async () => {
    await service.close();
    catalogStub.close();
  });
  beforeEach(() => {
    isCatalogUp = true;
    collections = [{ _id: BRIDAL, slug: 'bridal', name: 'Bridal', kind: 'collection', text: '', totalCount: 2 }];
  });

  async function ask<B>(method: string, path: string, body?: unknown, headers: object = admin): Promise<Answer<B>> {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Answer<B>['body'] };
  }
  const change = (menus: object, headers: object = {}) =>
    ask<{ menus: Menus }>('PUT', '/admin/menus', menus, { ...admin, ...headers });
  const read = () => ask<Shown>('GET', '/menus', undefined, {});
  const header = async () => (await read()).body.menus.header;
  const to = (target: content.MenuTarget, label = ''): object => ({ label, target });
  const page = async (slug: string, title: string) => {
    const text = { title, description: 'D', blocks: [], slug, status: 'published' };
    return (await ask<{ page: content.StaffPage }>('POST', '/admin/pages', text)).body.page;
  };

  it('are those of the specification until staff change them, without pages that nobody wrote', async () => {
    expect((await ask<{ menus: Menus }>('GET', '/admin/menus')).body.menus).toMatchObject(content.DEFAULT_MENUS);
    expect((await header()).map(({ kind, path }) => path ?? kind)).toEqual([
      'categories',
      'materials',
      '/shop',
      '/collections',
    ]);
    expect((await read()).body.textPages).toEqual([]);
    await ask('PUT', '/admin/page/about', { title: 'About us', description: 'D', blocks: [] });
    await ask('PUT', '/admin/brand', { name: 'Aranya' });
    expect((await header()).at(-1)).toEqual({ kind: 'link', label: 'About', path: '/about' });
    expect((await read()).body.textPages).toEqual(['about']);
    expect((await read()).body.menus.footer.map(({ label }) => label)).toEqual(['Categories', 'Why Aranya']);
  });

  it('show a page that staff added under its title until it has another name, and not while it is a draft', async () => {
    const { _id } = await page('pearls', 'Care of pearls');
    expect(
      (await change({ header: [to({ kind: 'page', id: _id }), to({ kind: 'page', id: _id }, 'Care')] })).status,
    ).toBe(200);
    const before = (await publishedEvents(service, content.contentChanged)).length;
    expect(await header()).toEqual([
      { kind: 'link', label: 'Care of pearls', path: '/page/pearls' },
      { kind: 'link', label: 'Care', path: '/page/pearls' },
    ]);
    await ask('PATCH', '/admin/pages/pearls', { slug: 'all-pearls' });
    expect((await header())[0]!.path).toBe('/page/all-pearls');
    await ask('PATCH', '/admin/pages/all-pearls', { status: 'draft' });
    expect(await header()).toEqual([]);
    // A change of its text alone drops no menu.
    await ask('PATCH', '/admin/pages/all-pearls', { description: 'Other' });
    const told = (await publishedEvents(service, content.contentChanged)).slice(before).map(({ data }) => data.tag);
    expect(told.filter((tag) => tag === 'menus')).toHaveLength(2);
  });

  it('ask catalog for collections, only where they lead to one, and are not answered without it', async () => {
    isCatalogUp = false;
    await change({ header: [to({ kind: 'address', path: '/shop' }, 'Shop')] });
    expect((await read()).body.sources).toEqual([]);
    await change({ header: [to({ kind: 'collection', id: BRIDAL })] });
    expect((await read()).status).toBe(503);
    isCatalogUp = true;
    expect(await header()).toEqual([{ kind: 'link', label: 'Bridal', path: '/collection/bridal' }]);
    expect((await read()).body.sources).toEqual([{ tag: 'collections' }]);
    collections = [];
    expect(await header()).toEqual([]);
  });

  it('are saved on the version that was read, each by itself, and audited', async () => {
    const { version } = (await ask<{ menus: Menus }>('GET', '/admin/menus')).body.menus;
    const on = { 'if-match': `"${version}"` };
    const slideOut = [to({ kind: 'categories' })];
    expect((await change({ slideOut }, on)).status).toBe(200);
    const refused = await change({ footer: [] }, on);
    expect(refused).toMatchObject({ status: 409, body: { details: { saves: [{ fields: ['slideOut'] }] } } });
    const audited = (await publishedEvents(service, identity.auditRecorded)).map(({ data }) => data).at(-1)!;
    expect([audited.action, Object.keys(audited.after!)]).toEqual(['menus.changed', ['slideOut']]);
  });

  const child = (target: object, label = 'A') => ({ label, target });
  it.each([
    ['an address of another site', [child({ kind: 'address', path: 'https://x.example' })], 'header.0.target.path'],
    ['a page of staff', [child({ kind: 'address', path: '/admin' })], 'header.0.target.path'],
    ['a piece', [child({ kind: 'address', path: '/product/group/AR-1042' })], 'header.0.target.path'],
    ['a heading without text', [child({ kind: 'none' }, '')], 'header.0.label'],
    ['no category', [child({ kind: 'category', id: '' })], 'header.0.target.id'],
    [
      'a second level of headings',
      [{ ...child({ kind: 'none' }), items: [child({ kind: 'none' })] }],
      'header.0.items.0.target.kind',
    ],
    [
      'entries of all categories',
      [{ ...child({ kind: 'categories' }), items: [child({ kind: 'categories' })] }],
      'header.0.items',
    ],
  ])('are refused with %s', async (_, items, field) => {
    const { status, body } = await change({ header: items });
    expect([status, Object.keys(body.errors!)]).toEqual([400, [field]]);
  });

  it('have headings as columns of the footer', async () => {
    const { body } = await change({ footer: [child({ kind: 'categories' })] });
    expect(body.errors).toEqual({ 'footer.0.target.kind': 'A column of the footer is a heading' });
  });
});
