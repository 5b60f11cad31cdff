import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Route, Routes, setApiTransport, StaticRouter } from '@shop/mfe-kit';
import { cleanup, render, screen, within } from '@testing-library/react';
import { cardOf, newQueryClient, StorefrontContexts } from '../../testing/storefront-harness.tsx';
import { ListingPage, prefetch } from './listing-page.tsx';

const card = (n: number) => cardOf(n, { price: 32_950 + n, images: [] });

// Real page, queries and API client; only the gateway is stubbed.
describe('a listing', () => {
  const asked: string[] = [];
  const categories = [
    { _id: '1'.repeat(24), main: 'ring', sub: ['solitaire', 'three-stone'], image: '/api/v1/images/rings.avif' },
  ];
  const materials = [
    { _id: '2'.repeat(24), tag: 'rose-gold', sub: ['all', '22k', '18k'] },
    { _id: '3'.repeat(24), tag: 'platinum', sub: ['all', '950'], image: '/api/v1/images/platinum.avif' },
  ];
  let answer: { status: number; body: unknown };

  beforeEach(() => {
    asked.length = 0;
    setApiTransport({
      origin: 'http://gateway',
      fetch: async (url) => {
        asked.push(String(url));
        if (String(url).endsWith('/categories')) return Response.json({ categories });
        if (String(url).endsWith('/materials')) return Response.json({ materials });
        const type = answer.status < 400 ? 'application/json' : 'application/problem+json';
        return new Response(JSON.stringify(answer.body), { status: answer.status, headers: { 'content-type': type } });
      },
    });
  });
  afterEach(cleanup);

  const open = async (address: string) => {
    const client = newQueryClient();
    const url = new URL(address, 'http://shop');
    const [, kind, main, sub] = url.pathname.split('/');
    const decoded = sub && decodeURIComponent(sub);
    const params = {
      ...(kind === 'product' && { main, sub: decoded }),
      ...(kind === 'material' && { tag: main, sub: decoded }),
      ...(kind === 'collection' && { slug: main }),
    };
    const result = await prefetch(client, { params, url, signal: new AbortController().signal });
    const page = (
      <StorefrontContexts queryClient={client}>
        <StaticRouter location={address}>
          <Routes>
            <Route path="/shop" element={<ListingPage />} />
            <Route path="/product/:main/:sub?" element={<ListingPage />} />
            <Route path="/material/:tag/:sub?" element={<ListingPage />} />
            <Route path="/collection/:slug" element={<ListingPage />} />
          </Routes>
        </StaticRouter>
      </StorefrontContexts>
    );
    return { result, page };
  };

  it('asks once, with the filters of the address, and shows what came', async () => {
    answer = { status: 200, body: { products: [card(1), card(2)], totalCount: 14 } };
    const { result, page } = await open('/product/ring?sort_by=price-ascending&page=2');
    render(page);
    expect(asked).toEqual([
      'http://gateway/api/v1/categories',
      'http://gateway/api/v1/products/ring?sort_by=price-ascending&page=2',
    ]);
    expect(result.head.title).toBe('Rings');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Rings');
    expect(screen.getByText('14 pieces')).toBeTruthy();
    expect(screen.getByText('₹32,951')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Prev' }).getAttribute('href')).toBe(
      '/product/ring?sort_by=price-ascending',
    );
  });

  it('stands under the picture of its category or material, which waits until the screen has room for it', async () => {
    answer = { status: 200, body: { products: [], totalCount: 0 } };
    const scenes = () => [...document.querySelectorAll('header img')].map((image) => image.getAttribute('src'));
    render((await open('/product/ring/halo')).page);
    expect(scenes()).toEqual(['/api/v1/images/rings.avif?w=640']);
    expect(document.querySelector('header img')!.getAttribute('loading')).toBe('lazy');
    cleanup();
    render((await open('/material/platinum')).page);
    expect(scenes()).toEqual(['/api/v1/images/platinum.avif?w=640']);
    cleanup();
    render((await open('/shop')).page);
    expect(scenes()).toEqual([]);
  });

  it.each([
    [
      '/product/ring',
      'Within rings',
      ['All (/product/ring) here', 'Solitaire (/product/ring/solitaire)', 'Three-stone (/product/ring/three-stone)'],
    ],
    [
      '/product/ring/solitaire?page=2',
      'Within rings',
      ['All (/product/ring)', 'Solitaire (/product/ring/solitaire) here', 'Three-stone (/product/ring/three-stone)'],
    ],
    [
      '/material/rose-gold/18k',
      'Within rose gold',
      ['All (/material/rose-gold)', '22K (/material/rose-gold/22k)', '18K (/material/rose-gold/18k) here'],
    ],
  ])('at %s leads to the parts of it', async (address, name, ways) => {
    answer = { status: 200, body: { products: [card(1)], totalCount: 1 } };
    render((await open(address)).page);
    const links = within(screen.getByRole('navigation', { name })).getAllByRole('link');
    expect(
      links.map((link) => {
        const here = link.getAttribute('aria-current') === 'page' ? ' here' : '';
        return `${link.textContent} (${link.getAttribute('href')})${here}`;
      }),
    ).toEqual(ways);
  });

  it.each(['/material/platinum', '/shop'])('at %s has no parts to choose between', async (address) => {
    answer = { status: 200, body: { products: [card(1)], totalCount: 1 } };
    render((await open(address)).page);
    expect(screen.queryByRole('navigation', { name: /Within/ })).toBeNull();
  });

  it('keeps a filtered view out of search engines, and a plain one in', async () => {
    answer = { status: 200, body: { products: [], totalCount: 0 } };
    expect((await open('/shop?availability=in-stock')).result.head).toMatchObject({
      noindex: true,
      canonical: '/shop',
    });
    answer = { status: 200, body: { products: [card(1)], totalCount: 13 } };
    expect((await open('/shop?page=2')).result.head).toMatchObject({ noindex: false, canonical: '/shop?page=2' });
    expect((await open('/shop?page=1')).result.head).toMatchObject({ canonical: '/shop' });
  });

  it('says that nothing fits, with a way on', async () => {
    answer = { status: 200, body: { products: [], totalCount: 0 } };
    render((await open('/shop?filter.price.lte=1')).page);
    expect(screen.getByText('Nothing here fits')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show everything here' }).getAttribute('href')).toBe('/shop');
    cleanup();
    render((await open('/product/ring/halo')).page);
    expect(screen.getByText('No pieces here at the moment')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the shop' }).getAttribute('href')).toBe('/shop');
  });

  it('of a shop without pieces leads neither to itself nor to filters', async () => {
    answer = { status: 200, body: { products: [], totalCount: 0 } };
    render((await open('/shop')).page);
    expect(screen.getByText('Our first pieces are on their way')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'To the shop' })).toBeNull();
    expect(screen.queryByLabelText('To (₹)')).toBeNull();
  });

  it('throws on what the API refuses, which the shell turns into a status', async () => {
    const body = {
      type: 'about:blank',
      title: '',
      status: 404,
      code: 'category.not-found',
      message: 'No',
      requestId: 'r',
    };
    answer = { status: 404, body };
    await expect(open('/product/sword')).rejects.toMatchObject({ problem: { code: 'category.not-found' } });
  });

  it('says itself, with its filters in place, that the price limits do not fit together', async () => {
    const errors = { 'filter.price.gte': 'The lowest price is above the highest' };
    const body = {
      type: 'about:blank',
      title: '',
      status: 400,
      code: 'request.invalid',
      message: '',
      requestId: 'r',
      errors,
    };
    answer = { status: 400, body };
    const { result, page } = await open('/shop?filter.price.gte=9&filter.price.lte=5');
    expect(result).toMatchObject({ status: 400, head: { noindex: true } });
    render(page);
    await screen.findByText('The lowest price is above the highest');
    expect(screen.getByLabelText('To (₹)')).toHaveProperty('value', '5');
  });

  it('is a 404 behind its last page, and has a first page without pieces', async () => {
    answer = { status: 200, body: { products: [], totalCount: 24 } };
    expect((await open('/shop?page=3')).result).toMatchObject({ status: 404 });
    answer = { status: 200, body: { products: [], totalCount: 0 } };
    expect((await open('/shop')).result.status).toBeUndefined();
  });

  it('says behind its last page that there is no such page, and blames no filter', async () => {
    answer = { status: 200, body: { products: [], totalCount: 24 } };
    render((await open('/shop?availability=in-stock&page=99')).page);
    expect(screen.getByText('There is no page 99')).toBeTruthy();
    expect(screen.queryByText('Nothing here fits')).toBeNull();
    expect(screen.getByRole('link', { name: 'To the first page' }).getAttribute('href')).toBe(
      '/shop?availability=in-stock',
    );
  });

  it.each([
    ['/product/Ring', '/product/ring'],
    ['/product/RING/Three-Stone?page=2', '/product/ring/three-stone?page=2'],
    ['/material/Rose-Gold/ALL', '/material/rose-gold'],
    ['/material/gold/%20Daily%20Wear', '/material/gold/daily%20wear'],
  ])('leads from %s to its one address %s', async (address, redirect) => {
    expect((await open(address)).result).toMatchObject({ status: 301, redirect });
    expect(asked).toEqual([]);
  });

  it('passes on no foreign parameters of its address', async () => {
    answer = { status: 200, body: { products: [card(1), card(2)], totalCount: 14 } };
    render((await open('/product/ring?utm_source=mail&page=2&sort_by=featured')).page);
    expect(screen.getByRole('link', { name: 'Prev' }).getAttribute('href')).toBe('/product/ring?sort_by=featured');
  });

  it('of a collection has its name, words and picture, in the page and in its head', async () => {
    const collection = {
      slug: 'bridal',
      name: 'Bridal',
      kind: 'collection',
      text: 'For the day.',
      image: '/api/v1/images/bridal.avif',
    };
    answer = { status: 200, body: { products: [card(1)], totalCount: 1, collection } };
    const { result, page } = await open('/collection/bridal?filter.metal=gold');
    expect(asked).toEqual(['http://gateway/api/v1/collection/bridal?filter.metal=gold']);
    expect(result.head).toMatchObject({
      title: 'Bridal',
      description: 'For the day.',
      canonical: '/collection/bridal',
      noindex: true,
      openGraph: { image: '/api/v1/images/bridal.avif?w=1200&f=jpeg' },
    });
    const [{ itemListElement }] = result.head.jsonLd as unknown as [{ itemListElement: { name: string }[] }];
    expect(itemListElement.map(({ name }) => name)).toEqual(['Home', 'Collections', 'Bridal']);
    render(page);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bridal');
    expect(screen.getByText('For the day.')).toBeTruthy();
    expect(document.querySelector('header img')!.getAttribute('src')).toBe('/api/v1/images/bridal.avif?w=640');
    expect(screen.getByRole('link', { name: 'Collections' }).getAttribute('href')).toBe('/collections');
  });

  it.each([
    ['/collection/bridal?page=2', '/collection/weddings', '/collection/weddings?page=2'],
    ['/product/brooch/pin', '/product/brooches/pin', '/product/brooches/pin'],
  ])('leads from the former name %s to the one that it has now', async (address, canonicalPath, redirect) => {
    answer = { status: 200, body: { products: [], totalCount: 24, canonicalPath } };
    expect((await open(address)).result).toMatchObject({ status: 301, redirect });
  });

  it('shows the filters of a link of before under the names that they have now', async () => {
    const facets = [{ facet: 'tone', values: [{ value: 'moonlight', label: 'Moonlight', count: 13 }] }];
    const canonicalFilters = { 'filter.tone': 'moonlight' };
    answer = { status: 200, body: { products: [card(1)], totalCount: 13, facets, canonicalFilters } };
    render((await open('/shop?filter.tone=frosted')).page);
    expect(screen.getByRole('link', { name: 'Remove Moonlight' }).getAttribute('href')).toBe('/shop');
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/shop?filter.tone=moonlight&page=2');
  });

  it('leads from a material’s sub called all to the material', async () => {
    answer = { status: 200, body: { products: [], totalCount: 0 } };
    expect((await open('/material/gold/all?page=2')).result).toMatchObject({
      status: 301,
      redirect: '/material/gold?page=2',
    });
  });
});
