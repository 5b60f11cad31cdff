import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StaticRouter } from '@shop/mfe-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
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
    const result = await prefetch(client, { params: {}, url, signal: new AbortController().signal });
    render(
      <QueryClientProvider client={client}>
        <StaticRouter location={path}>
          <TextPage />
        </StaticRouter>
      </QueryClientProvider>,
    );
    return result;
  };
  const ways = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

  it('says how to reach the shop where people look for it, by all that the brand says', async () => {
    await open('/contact');
    expect(ways()).toEqual(['tel:+911414001042', 'mailto:care@aranya.example', 'https://c.example']);
    expect(screen.queryByText('Workshop')).toBeNull();
  });

  it('names the grievance officer, and how and how soon complaints are answered', async () => {
    const officer = {
      name: 'Kavita Rathore',
      email: 'grievance@aranya.example',
      phone: '+91 141 1048',
      hours: '10 to 7',
    };
    const promise = 'Answered within 48 hours.';
    answers['/brand'] = { brand: { ...brand, grievanceOfficer: { ...officer, promise } } };
    await open('/contact');
    const section = within(screen.getByRole('region', { name: 'Grievance officer' }));
    for (const text of [officer.name, officer.hours, promise]) expect(section.getByText(text)).toBeTruthy();
    expect(section.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'mailto:grievance@aranya.example',
      'tel:+911411048',
    ]);
    cleanup();
    answers['/brand'] = { brand };
    await open('/contact');
    expect(screen.queryByText('Grievance officer')).toBeNull();
  });

  it('says it nowhere else', async () => {
    await open('/about');
    expect(ways()).toEqual([]);
  });

  it('has its questions under their headings, and for search engines what is read there', async () => {
    const question = { kind: 'question', question: 'Is it hallmarked?', answer: 'Yes.' };
    answers['/pages/faqs'] = {
      page: { ...page, slug: 'faqs', blocks: [{ kind: 'heading', text: 'Metal' }, question] },
    };
    const result = await open('/faqs');
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Metal');
    expect(screen.getByText('Yes.').closest('details')!.textContent).toContain('Is it hallmarked?');
    expect(result?.head?.jsonLd).toEqual([
      {
        '@type': 'FAQPage',
        mainEntity: [
          {
            '@type': 'Question',
            name: question.question,
            acceptedAnswer: { '@type': 'Answer', text: question.answer },
          },
        ],
      },
    ]);
  });

  it('that staff added leads from a former address to the one that it has now', async () => {
    const added = { page: { ...page, slug: 'pearls', path: '/page/pearls' } };
    answers['/pages/added/pearls'] = added;
    answers['/pages/added/care%20of%20pearls'] = added;
    expect((await open('/page/pearls'))?.redirect).toBeUndefined();
    cleanup();
    expect(await open('/page/care%20of%20pearls?from=mail')).toMatchObject({
      status: 301,
      redirect: '/page/pearls?from=mail',
    });
  });

  it('opens without it when it is away', async () => {
    delete answers['/brand'];
    await open('/contact');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Contact us');
    expect(ways()).toEqual([]);
  });
});
