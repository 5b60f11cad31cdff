import { afterEach, describe, expect, it } from '@jest/globals';
import type { PageRoute } from '@shop/build/registry';
import type { AnswerOf, content } from '@shop/contracts/browser';
import { LoaderContext, type PartLoader, StaticRouter } from '@shop/mfe-kit';
import { menusQuery } from '@shop/mfe-kit/text-pages.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { brandQuery, categoriesQuery, materialsQuery } from '../shell-data.ts';
import { PageSourceContext } from '../page.ts';
import { Footer } from './footer.tsx';

type Written = AnswerOf<typeof content.getMenus>['menus'];

const brand: AnswerOf<typeof content.getBrand>['brand'] = {
  name: 'Aranya',
  tagline: '',
  description: '',
  phone: '+91 141 400 1042',
  email: 'care@aranya.example',
  city: 'Jaipur',
  companyLine: 'Aranya Private Limited',
  credit: '',
  social: { instagram: 'https://i.example', facebook: 'https://f.example', maps: 'https://m.example' },
  chatLink: 'https://c.example',
  promises: [],
};

// Nothing is followed here.
const loader: PartLoader = {
  peek: () => undefined,
  load: (id) => Promise.reject(new Error(`${id} is not in this test`)),
  standing: () => false,
  preloadPart: () => {},
  preloadPage: () => {},
};

describe('the footer', () => {
  afterEach(cleanup);

  const open = (fields: Partial<typeof brand> = {}, columns: Written['footer'] = [], routes: PageRoute[] = []) => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    client.setQueryData(brandQuery.queryKey, { brand: { ...brand, ...fields } });
    client.setQueryData(categoriesQuery.queryKey, { categories: [{ _id: '0'.repeat(24), main: 'ring', sub: [] }] });
    client.setQueryData(materialsQuery.queryKey, { materials: [] });
    client.setQueryData(menusQuery.queryKey, { menus: { header: [], slideOut: [], footer: columns }, sources: [] });
    render(
      <QueryClientProvider client={client}>
        <PageSourceContext value={{ routes, read: () => Promise.reject(new Error('no pages in this test')) }}>
          <LoaderContext value={loader}>
            <StaticRouter location="/">
              <Footer />
            </StaticRouter>
          </LoaderContext>
        </PageSourceContext>
      </QueryClientProvider>,
    );
  };
  const detailsOf = (fields: Partial<typeof brand>) => {
    open(fields);
    return [...screen.getByRole('group').children].map(({ textContent }) => textContent);
  };

  it('says where the shop is and how to reach it', () => {
    expect(detailsOf({})).toEqual([brand.phone, brand.email, brand.city, brand.companyLine]);
  });

  it('shows the policies alone on a quiet page, and no categories in their place where none is written', () => {
    const policy = { kind: 'link', label: 'Refund & Return', path: '/refund-return' } as const;
    const columns: Written['footer'] = [
      { kind: 'heading', label: 'Policies', items: [policy] },
      { kind: 'heading', label: 'Categories', items: [{ kind: 'categories' }] },
    ];
    const titles = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);
    const quiet = [{ path: '*', part: 'checkout/checkout-page', quiet: true }];
    open({}, columns, quiet);
    expect(titles()).toEqual(['Policies', 'Questions?']);
    cleanup();
    open({}, columns.slice(1), quiet);
    expect(titles()).toEqual(['Questions?']);
    cleanup();
    open({}, columns.slice(1));
    expect(titles()).toEqual(['Categories', 'Store details']);
  });

  it('has no link and no line for what the shop did not say', () => {
    expect(detailsOf({ phone: '', city: '', companyLine: '' })).toEqual([brand.email]);
  });
});
