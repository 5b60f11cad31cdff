import { afterEach, expect, it } from '@jest/globals';
import { OverlayContext, StaticRouter } from '@shop/mfe-kit';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { StorefrontContexts, stubGateway } from '../../testing/storefront-harness.tsx';
import { Search } from './search.tsx';

afterEach(cleanup);

const open = (answers: Readonly<Record<string, unknown>>) => {
  stubGateway(answers);
  render(
    <StorefrontContexts>
      <StaticRouter location="/">
        <OverlayContext value={{ close: () => {}, guard: () => () => {} }}>
          <Search />
        </OverlayContext>
      </StaticRouter>
    </StorefrontContexts>,
  );
  return screen.getByRole('searchbox');
};

it('shows popular searches until something is typed', async () => {
  const input = open({
    '/popular-searches': { searches: ['gold ring', 'jhumka'] },
    '/suggestions': { suggestions: [{ type: 'category', text: 'ring' }] },
  });
  const popular = await screen.findByRole('region', { name: 'Popular searches' });
  const names = within(popular).getAllByRole('button');
  expect(names.map(({ textContent }) => textContent)).toEqual(['gold ring', 'jhumka']);
  fireEvent.change(input, { target: { value: 'ring' } });
  expect(screen.queryByRole('region', { name: 'Popular searches' })).toBeNull();
  await screen.findByRole('region', { name: 'Categories' });
  fireEvent.change(input, { target: { value: '' } });
  expect(screen.getByRole('region', { name: 'Popular searches' })).toBeTruthy();
});

it('suggests pieces with their picture and the price that the visitor sees', async () => {
  const image = '/api/v1/images/ring-1.webp';
  const input = open({
    '/suggestions': { suggestions: [{ type: 'product', text: 'Meera Ring', image, price: 10_000, mrp: 10_300 }] },
  });
  fireEvent.change(input, { target: { value: 'meera' } });
  const piece = await screen.findByRole('button', { name: /Meera Ring/ });
  expect(piece.textContent).toBe('Meera Ring₹10,300.00');
  expect(piece.querySelector('img')!.src).toContain(image);
});

it('is walked by the arrow keys: from the words through the suggestions to the last row, and back', async () => {
  const suggestions = [
    { type: 'product', text: 'Meera Ring' },
    { type: 'category', text: 'ring' },
  ];
  const input = open({ '/suggestions': { suggestions } });
  input.focus();
  fireEvent.change(input, { target: { value: 'ring' } });
  await screen.findByText('Meera Ring');
  const after = (key: string) => {
    fireEvent.keyDown(document.activeElement!, { key });
    return document.activeElement!.textContent || document.activeElement!.tagName;
  };
  expect(['Down', 'Down', 'Down', 'Down'].map((way) => after(`Arrow${way}`))).toEqual([
    'Meera Ring',
    'ring',
    'Search for : ring',
    'Search for : ring',
  ]);
  expect(['Up', 'Up', 'Up', 'Up'].map((way) => after(`Arrow${way}`))).toEqual(['ring', 'Meera Ring', 'INPUT', 'INPUT']);
});
