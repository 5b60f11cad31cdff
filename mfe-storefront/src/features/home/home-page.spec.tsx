import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StaticRouter } from '@shop/mfe-kit';
import { cleanup, render, screen, within } from '@testing-library/react';
import { cardOf as card, newQueryClient, StorefrontContexts, stubGateway } from '../../testing/storefront-harness.tsx';
import { HomePage, prefetch } from './home-page.tsx';

const id = (n: number) => `${n}`.padStart(24, '0');
const brand = {
  name: 'Aranya',
  tagline: 'Fine jewellery, made by hand',
  description: 'Rings and more.',
  phone: '',
  email: 'care@aranya.example',
  city: '',
  companyLine: '',
  credit: '',
  social: { instagram: 'https://i.example', facebook: 'https://f.example', maps: 'https://m.example' },
  chatLink: 'https://c.example',
  promises: [{ title: 'Hallmarked', text: 'Each piece.' }],
};
const banners = ['Wedding season', 'Everyday gold'].map((title, n) => ({
  _id: id(n),
  image: `/api/v1/images/hall-${n}.webp`,
  title,
  ...(n === 0 && { link: '/shop?filter.occasion=wedding' }),
}));
const posts = Array.from({ length: 8 }, (_, n) => ({
  _id: id(n),
  post: `/api/v1/images/post-${n}.webp`,
  url: `https://www.instagram.com/p/${n}/`,
}));

// Real page, queries and API client; the gateway is stubbed, and unknown requests fail.
describe('the home page', () => {
  let answers: Record<string, unknown>;
  beforeEach(() => {
    Object.assign(window, {
      ResizeObserver: class {
        observe() {}
        disconnect() {}
      },
    });
    answers = {
      '/brand': { brand },
      '/categories': { categories: [{ _id: id(1), main: 'ring', sub: [] }] },
      '/materials': { materials: [{ _id: id(1), tag: 'rose-gold', sub: [] }] },
      '/products': { products: [card(1), card(2)], totalCount: 2 },
      '/products/ring': { products: [card(3)], totalCount: 1 },
      '/discountbanner': { banners },
      '/instapost': { posts },
    };
    stubGateway(answers);
  });
  afterEach(cleanup);

  const open = async () => {
    const client = newQueryClient();
    const url = new URL('http://shop/');
    const result = await prefetch(client, { params: {}, url, signal: new AbortController().signal });
    render(
      <StorefrontContexts queryClient={client}>
        <StaticRouter location="/">
          <HomePage />
        </StaticRouter>
      </StorefrontContexts>,
    );
    return result;
  };
  const eager = () => [...document.querySelectorAll<HTMLImageElement>('img[loading=eager]')].map(({ src }) => src);
  const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

  it('has no empty paragraph where the shop says nothing of itself', async () => {
    answers['/brand'] = { brand: { ...brand, description: '' } };
    await open();
    expect([...document.querySelectorAll('p:empty')]).toEqual([]);
    expect(screen.getByRole('heading', { level: 1 }).nextElementSibling!.textContent).toContain('Shop all pieces');
  });

  it('shows banners, categories, featured pieces, materials, posts and why people come back, in this order', async () => {
    await open();
    expect(titles()).toEqual([
      'Offers',
      'By category',
      'Featured pieces',
      'By material',
      'On Instagram',
      'Why people come back',
    ]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(brand.tagline);
    const offers = within(screen.getByRole('list', { name: 'Offers' }));
    expect(offers.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Shop now: Wedding season',
      'Shop now: Everyday gold',
    ]);
  });

  it('leads from a banner where staff say, else to all pieces', async () => {
    await open();
    const links = screen.getAllByRole('link', { name: /^Shop now/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/shop?filter.occasion=wedding', '/shop']);
  });

  it('wants one picture at once: that of the first banner', async () => {
    await open();
    expect(eager()).toEqual([expect.stringContaining('/images/hall-0.webp')]);
  });

  it('shows categories and materials by their pictures, and by their first piece where they have none', async () => {
    const prefetchCovers = (name: RegExp) =>
      screen.getAllByRole('link', { name }).map((link) => link.querySelector('img')?.getAttribute('src'));
    const bangle = { _id: id(2), main: 'bangle', sub: [], image: '/api/v1/images/bangles.avif' };
    answers['/categories'] = { categories: [{ _id: id(1), main: 'ring', sub: [] }, bangle] };
    const silver = { _id: id(4), tag: 'silver', sub: [], image: '/api/v1/images/silver.avif' };
    answers['/materials'] = { materials: [{ _id: id(3), tag: 'rose-gold', sub: [] }, silver] };
    answers['/material/rose-gold'] = { products: [card(4)], totalCount: 1 };
    await open();
    expect(prefetchCovers(/^(Rings|Bangles)$/)).toEqual([
      '/api/v1/images/ring-3.webp?w=640',
      '/api/v1/images/bangles.avif?w=640',
    ]);
    expect(prefetchCovers(/^(Rose gold|Silver)$/)).toEqual([
      '/api/v1/images/ring-4.webp?w=640',
      '/api/v1/images/silver.avif?w=640',
    ]);
  });

  it('leads to six posts where they stand, in tabs of their own', async () => {
    await open();
    const links = screen.getAllByRole('link', { name: /^Our post on Instagram/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(posts.slice(0, 6).map(({ url }) => url));
    expect(links.every((link) => link.getAttribute('rel') === 'noopener noreferrer')).toBe(true);
  });

  it('shows a piece in place of banners, and no strip without posts', async () => {
    Object.assign(answers, { '/discountbanner': { banners: [] }, '/instapost': { posts: [] } });
    await open();
    expect(titles()).not.toContain('Offers');
    expect(titles()).not.toContain('On Instagram');
    expect(eager()).toEqual([expect.stringContaining('/images/ring-1.webp')]);
  });

  it('of a shop without pieces has neither an empty frame nor links to nothing', async () => {
    Object.assign(answers, {
      '/discountbanner': { banners: [] },
      '/products': { products: [], totalCount: 0 },
      ...{ '/categories': { categories: [] }, '/materials': { materials: [] } },
    });
    await open();
    expect(screen.getByText('Our first pieces are on their way.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^(Shop all pieces|How we work)$/ })).toBeNull();
    expect(eager()).toEqual([]);
  });

  it('opens without the sections whose data is away', async () => {
    for (const path of ['/materials', '/discountbanner', '/instapost']) delete answers[path];
    const { status = 200 } = await open();
    expect(status).toBe(200);
    expect(titles()).toEqual(['By category', 'Featured pieces', 'Why people come back']);
  });

  it.each(['/brand', '/products'])('does not open without its content, as %s', async (path) => {
    delete answers[path];
    await expect(open()).rejects.toThrow('Something went wrong');
  });

  it('tells search engines who the shop is and where it is searched', async () => {
    const { head } = await open();
    const [shop, site] = head.jsonLd!;
    expect(shop).toMatchObject({ '@type': 'Organization', name: 'Aranya', sameAs: Object.values(brand.social) });
    expect(site).toMatchObject({ '@type': 'WebSite', name: 'Aranya', url: 'http://shop' });
    expect(site).toHaveProperty('potentialAction.target.urlTemplate', 'http://shop/search?q={search_term_string}');
    expect(site).toHaveProperty('potentialAction.query-input', 'required name=search_term_string');
  });

  it('is previewed elsewhere by the picture of its first banner, as a JPEG', async () => {
    const { head } = await open();
    expect(head.openGraph).toEqual({
      type: 'website',
      image: '/api/v1/images/hall-0.webp?w=1200&f=jpeg',
      imageAlt: brand.tagline,
    });
  });
});
