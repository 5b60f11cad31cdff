import { afterEach, describe, expect, it } from '@jest/globals';
import type { AnswerOf, content } from '@shop/contracts/browser';
import { StaticRouter } from '@shop/mfe-kit';
import { menusQuery } from '@shop/mfe-kit/text-pages.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { brandQuery } from '../shell-data.ts';
import { PageSourceContext } from '../page.ts';
import { Footer } from './footer.tsx';

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

describe('the footer', () => {
  afterEach(cleanup);

  const detailsOf = (fields: Partial<typeof brand>) => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    client.setQueryData(brandQuery.queryKey, { brand: { ...brand, ...fields } });
    client.setQueryData(menusQuery.queryKey, { menus: { header: [], slideOut: [], footer: [] }, sources: [] });
    render(
      <QueryClientProvider client={client}>
        <PageSourceContext value={{ routes: [], read: () => Promise.reject(new Error('no pages in this test')) }}>
          <StaticRouter location="/">
            <Footer />
          </StaticRouter>
        </PageSourceContext>
      </QueryClientProvider>,
    );
    return [...screen.getByRole('group').children].map(({ textContent }) => textContent);
  };

  it('says where the shop is and how to reach it', () => {
    expect(detailsOf({})).toEqual([brand.phone, brand.email, brand.city, brand.companyLine]);
  });

  it('has no link and no line for what the shop did not say', () => {
    expect(detailsOf({ phone: '', city: '', companyLine: '' })).toEqual([brand.email]);
  });
});
