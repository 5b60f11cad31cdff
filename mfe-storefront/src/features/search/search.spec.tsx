import { afterEach, expect, it } from '@jest/globals';
import { OverlayContext, StaticRouter } from '@shop/mfe-kit';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StorefrontContexts, stubGateway } from '../../testing/storefront-harness.tsx';
import { Search } from './search.tsx';

afterEach(cleanup);

it('is walked by the arrow keys: from the words through the suggestions to the last row, and back', async () => {
  const suggestions = [
    { type: 'product', text: 'Meera Ring' },
    { type: 'category', text: 'ring' },
  ];
  stubGateway({ '/suggestions': { suggestions } });
  render(
    <StorefrontContexts>
      <StaticRouter location="/">
        <OverlayContext value={{ close: () => {} }}>
          <Search />
        </OverlayContext>
      </StaticRouter>
    </StorefrontContexts>,
  );
  const input = screen.getByRole('searchbox');
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
