import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { Product } from './api/product.ts';
import { Gallery } from './gallery.tsx';

const RING = {
  _id: '64b000000000000000000001',
  name: 'Meera Ring',
  productGroup: 'AR-1001',
  metalTone: 'Yellow Gold',
  images: ['/api/v1/images/a.avif'],
  customizable: true,
  detailsRef: { metalTone: ['Yellow Gold'], metalPurity: ['18K'], stoneType: [] },
} as unknown as Product;
const DESIGN = { kind: 'ring', style: 'band', metal: 'yellow', diameter: 17, width: 3, thickness: 1.5 } as const;

// Real: the gallery, the view and three.js. jsdom has no WebGL, as some browsers.
describe('the gallery of a piece', () => {
  afterEach(cleanup);
  const shown = (product: Product) =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Gallery product={product} />
      </QueryClientProvider>,
    );

  it('offers no 3D view of a piece without a design', () => {
    shown(RING);
    expect(screen.queryByRole('button', { name: '3D view' })).toBeNull();
  });

  it('says so where the browser has no WebGL, and leads back to the pictures', async () => {
    const reported = jest.fn();
    Object.assign(window, { reportError: reported });
    jest.spyOn(console, 'error').mockImplementation(() => {});
    shown({ ...RING, design: DESIGN });
    fireEvent.click(screen.getByRole('button', { name: '3D view' }));
    expect((await screen.findByRole('alert', {}, { timeout: 10_000 })).textContent).toContain('WebGL is missing');
    expect(reported).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button', { name: 'Back to the pictures' }));
    expect(screen.queryByRole('group', { name: '3D view of Meera Ring' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '3D view' }));
  });
});
