import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StaticRouter } from '@shop/mfe-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { newQueryClient, stubGateway } from '../../testing/storefront-harness.tsx';
import { prefetch, TextPage } from './text-page.tsx';

const brand = {
  name: 'Aranya',
  phone: '+91 141 400 1042',
  email: 'care@aranya.example',
  city: '',
  social: { instagram: 'https://i.example', facebook: 'https://f.example', maps: 'https://m.example' },
  chatLink: 'https://c.example',
};
const page = { slug: 'contact', title: 'Contact us', description: '', blocks: [{ kind: 'paragraph', text: 'Write.' }] };

// Real page, queries and API client; the gateway is stubbed, and unknown requests fail.
describe('a text page', () => {
  let answers: Record<string, unknown>;
  beforeEach(() => {
    answers = {
      '/pages/contact': { page },
      '/pages/about': { page: { ...page, title: 'About' } },
      '/brand': { brand },
    };
    stubGateway(answers);
  });
  afterEach(cleanup);

  const open = async (path: string) => {
    const client = newQueryClient();
    const url = new URL(path, 'http://shop');
    await prefetch(client, { params: {}, url, signal: new AbortController().signal });
    render(
      <QueryClientProvider client={client}>
        <StaticRouter location={path}>
          <TextPage />
        </StaticRouter>
      </QueryClientProvider>,
    );
  };
  const ways = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

  it('says how to reach the shop where people look for it, by all that the brand says', async () => {
    await open('/contact');
    expect(ways()).toEqual(['tel:+911414001042', 'mailto:care@aranya.example', 'https://c.example']);
    expect(screen.queryByText('Workshop')).toBeNull();
  });

  it('says it nowhere else', async () => {
    await open('/about');
    expect(ways()).toEqual([]);
  });

  it('opens without it when it is away', async () => {
    delete answers['/brand'];
    await open('/contact');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Contact us');
    expect(ways()).toEqual([]);
  });
});
