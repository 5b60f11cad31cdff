import { describe, expect, it } from '@jest/globals';
import { LoaderContext, type PartLoader, StaticRouter } from '@shop/mfe-kit';
import { render, screen } from '@testing-library/react';
import { DashboardPage, prefetch } from './dashboard-page.tsx';

const loader: PartLoader = {
  peek: () => undefined,
  load: () => Promise.reject(new Error('no parts in this test')),
  standing: () => false,
  preloadPart: () => {},
  preloadPage: () => {},
};

describe('the dashboard', () => {
  it('leads back to the shop and stays out of search engines', async () => {
    render(
      <LoaderContext value={loader}>
        <StaticRouter location="/admin/dashboard">
          <DashboardPage />
        </StaticRouter>
      </LoaderContext>,
    );
    expect(screen.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')).toBe('/');
    const head = await prefetch(undefined as never, undefined as never);
    expect(head).toMatchObject({ head: { noindex: true } });
  });
});
