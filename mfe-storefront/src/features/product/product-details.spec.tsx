import { afterEach, describe, expect, it } from '@jest/globals';
import { StaticRouter } from '@shop/mfe-kit';
import { menusQuery } from '@shop/mfe-kit/text-pages.tsx';
import { cleanup, render, screen } from '@testing-library/react';
import { newQueryClient, StorefrontContexts } from '../../testing/storefront-harness.tsx';
import type { Product } from './api/product.ts';
import { ProductDetails } from './product-details.tsx';

const details: Product['detailsRef'] = {
  _id: 'd'.repeat(24),
  metalPurity: ['18K'],
  metalTone: ['Rose Gold'],
  stoneType: [],
  weight: 3.2,
  certification: { isHallmarked: false, isCertified: false },
  hypoallergenic: false,
  careInstructions: 'Wipe it.',
  packaging: 'A box.',
};

describe('the details of a piece', () => {
  afterEach(cleanup);

  const headingsOf = (fields: Partial<typeof details>, textPages?: string[]) => {
    const queryClient = newQueryClient();
    if (textPages) queryClient.setQueryData(menusQuery.queryKey, { textPages } as never);
    render(
      <StorefrontContexts queryClient={queryClient}>
        <StaticRouter location="/">
          <ProductDetails product={{ detailsRef: { ...details, ...fields } } as Product} />
        </StaticRouter>
      </StorefrontContexts>,
    );
    return screen.getAllByRole('heading', { hidden: true }).map(({ textContent }) => textContent);
  };

  it('say how to care for it and how it is packed', () => {
    expect(headingsOf({})).toEqual(['Description', 'Care instructions', 'Packaging', 'Refund & Return Policy']);
    expect(screen.getByText('A box.').previousElementSibling!.textContent).toBe('Packaging');
  });

  it.each([
    [{ careInstructions: '' }, ['Description', 'Packaging', 'Refund & Return Policy']],
    [{ careInstructions: '', packaging: '' }, ['Description', 'Refund & Return Policy']],
  ])('have no heading over nothing: %p', (fields, headings) => {
    expect(headingsOf(fields)).toEqual(headings);
  });

  it.each([
    ['those that are written', ['refund-return'], ['/refund-return']],
    ['none while none is written', [], []],
    ['all where it is not known', undefined, ['/shipping-policy', '/refund-return']],
  ])('lead to the pages of policies, %s', (_, textPages, ways) => {
    headingsOf({ shippingNote: 'Free.' }, textPages);
    const links = screen.queryAllByRole('link', { hidden: true });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(ways);
  });
});
