import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setApiTransport, StaticRouter } from '@shop/mfe-kit';
import { cleanup, render, screen, within } from '@testing-library/react';
import { newQueryClient, StorefrontContexts } from '../../testing/storefront-harness.tsx';
import { CollectionsPage, prefetch } from './collections-page.tsx';

const collection = (name: string, kind: string) => ({
  slug: name.toLowerCase(),
  name,
  kind,
  text: `About ${name}.`,
  image: `/api/v1/images/${name}.avif`,
  totalCount: 12,
});

// Real: page, query and API client. Stubbed: the gateway.
describe('the overview of collections', () => {
  let collections: object[];
  beforeEach(() => {
    collections = [collection('Bridal', 'collection'), collection('Anniversary', 'gift-guide')];
    setApiTransport({ origin: 'http://gateway', fetch: async () => Response.json({ collections }) });
  });
  afterEach(cleanup);

  const open = async (path: string) => {
    const client = newQueryClient();
    const url = new URL(path, 'http://shop');
    const result = await prefetch(client, { params: {}, url, signal: new AbortController().signal });
    render(
      <StorefrontContexts queryClient={client}>
        <StaticRouter location={path}>
          <CollectionsPage />
        </StaticRouter>
      </StorefrontContexts>,
    );
    return result;
  };
  const tiles = () =>
    within(document.querySelector('h1')!.parentElement!)
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent);

  it('leads to each, gift guides under a heading of their own', async () => {
    const { head } = await open('/collections');
    expect(head).toMatchObject({ title: 'Collections', canonical: '/collections' });
    expect(tiles()).toEqual(['Bridal', 'Gift guides']);
    expect(screen.getByRole('link', { name: 'Bridal' }).getAttribute('href')).toBe('/collection/bridal');
    const guides = screen.getByRole('region', { name: 'Gift guides' });
    expect(within(guides).getByRole('link', { name: 'Anniversary' })).toBeTruthy();
    expect(within(guides).getByText('12 pieces')).toBeTruthy();
  });

  it('has the gift guides alone at /gifts', async () => {
    const { head } = await open('/gifts');
    expect(head).toMatchObject({ title: 'Gift guides', canonical: '/gifts' });
    expect(tiles()).toEqual(['Anniversary']);
  });

  it('says that there are none, with a way on', async () => {
    collections = [];
    await open('/collections');
    expect(screen.getByText('No collections at the moment')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the shop' }).getAttribute('href')).toBe('/shop');
  });
});
