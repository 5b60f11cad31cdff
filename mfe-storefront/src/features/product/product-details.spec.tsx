import { afterEach, describe, expect, it } from '@jest/globals';
import { StaticRouter } from '@shop/mfe-kit';
import { cleanup, render, screen } from '@testing-library/react';
import { StorefrontContexts } from '../../testing/storefront-harness.tsx';
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

  const headingsOf = (fields: Partial<typeof details>) => {
    render(
      <StorefrontContexts>
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
});
