import { afterEach, expect, it } from '@jest/globals';
import { createBrowserHistory, Router, setApiTransport, StaticRouter } from '@shop/mfe-kit';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { settled } from '../../components/page-results.ts';
import { cardOf, newQueryClient, StorefrontContexts, stubGateway } from '../../testing/storefront-harness.tsx';
import { prefetch, SearchPage } from './search-page.tsx';

afterEach(cleanup);

const context = (address: string) => ({
  params: {},
  url: new URL(address, 'http://shop'),
  signal: new AbortController().signal,
});
const onServer = (address: string) => prefetch(new QueryClient(), { ...context(address), secondary: settled });

it('is a 404 behind the last page of results, and not where there are none', async () => {
  stubGateway({ '/search': { products: [], totalCount: 13 } });
  expect((await onServer('/search?q=ring&page=2')).status).toBeUndefined();
  expect((await onServer('/search?q=ring&page=3')).status).toBe(404);
  expect((await onServer('/search?page=2')).status).toBe(404);
  stubGateway({ '/search': { products: [], totalCount: 0 } });
  expect((await onServer('/search?q=nothing')).status).toBeUndefined();
});

it('changes in the browser before the results have come, and shows twelve skeletons until then', async () => {
  let answer = (_: Response) => {};
  let requests = 0;
  setApiTransport({
    origin: 'http://gateway',
    fetch: () => {
      requests++;
      return new Promise((resolve) => (answer = resolve));
    },
  });
  const queryClient = newQueryClient();
  const { head } = await prefetch(queryClient, context('/search?q=ring'));
  expect(head.title).toBe('Search results for ring');
  render(
    <StorefrontContexts queryClient={queryClient}>
      <StaticRouter location="/search?q=ring">
        <SearchPage />
      </StaticRouter>
    </StorefrontContexts>,
  );
  expect(screen.getByRole('status', { name: 'Loading products' }).children).toHaveLength(12);
  answer(Response.json({ products: [cardOf(1)], totalCount: 1 }));
  await screen.findByText('Results (1)');
  expect(requests).toBe(1);
});

it('shows the filters of a link of before under the names that they have now', async () => {
  const canonicalFilters = { 'filter.tone': 'moonlight' };
  stubGateway({ '/search': { products: [cardOf(1)], totalCount: 1, canonicalFilters } });
  render(
    <StorefrontContexts>
      <StaticRouter location="/search?q=ring&filter.tone=frosted">
        <SearchPage />
      </StaticRouter>
    </StorefrontContexts>,
  );
  const chip = await screen.findByRole('link', { name: 'Remove Moonlight' });
  expect(chip.getAttribute('href')).toBe('/search?q=ring');
});

it('says in the browser that a page is behind the last one, with a way to the first', async () => {
  stubGateway({ '/search': { products: [], totalCount: 13 } });
  render(
    <StorefrontContexts>
      <StaticRouter location="/search?q=ring&page=99">
        <SearchPage />
      </StaticRouter>
    </StorefrontContexts>,
  );
  await screen.findByText('There is no page 99');
  expect(screen.getByRole('link', { name: 'To the first page' }).getAttribute('href')).toBe('/search?q=ring');
});

function InBrowser({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ window, v5Compat: true }));
  const [location, setLocation] = useState(history.location);
  useLayoutEffect(() => history.listen((next) => setLocation(next.location)), [history]);
  return (
    <Router navigator={history} location={location}>
      {children}
    </Router>
  );
}

it('keeps the focus in the field that a search is sent from, and shows there what the address asks for', async () => {
  stubGateway({ '/search': { products: [cardOf(1)], totalCount: 1 } });
  window.history.replaceState(null, '', '/search?q=ring');
  render(
    <StorefrontContexts>
      <InBrowser>
        <SearchPage />
      </InBrowser>
    </StorefrontContexts>,
  );
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  field.focus();
  fireEvent.change(field, { target: { value: ' chain ' } });
  fireEvent.submit(field.form!);
  await screen.findByRole('heading', { name: /Search results for .*chain/ });
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }));
  expect(field.value).toBe('chain');
  act(() => window.history.back());
  await screen.findByRole('heading', { name: /Search results for .*ring/ });
  expect(field.value).toBe('ring');
});

it('says that the search did not work, and tries again; what was found stays when it fails later', async () => {
  const queryClient = newQueryClient();
  const show = () =>
    render(
      <StorefrontContexts queryClient={queryClient}>
        <StaticRouter location="/search?q=ring">
          <SearchPage />
        </StaticRouter>
      </StorefrontContexts>,
    );
  stubGateway({});
  show();
  await screen.findByText('The search did not work');
  stubGateway({ '/search': { products: [cardOf(1)], totalCount: 1 } });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Results (1)');
  cleanup();
  stubGateway({});
  await queryClient.refetchQueries();
  show();
  expect(screen.getByRole('link', { name: 'Ring 1' })).toBeTruthy();
  expect(screen.queryByText('The search did not work')).toBeNull();
});
