import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
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

// Real gallery, view and three.js. jsdom has no WebGL, like some browsers.
describe('the gallery of a piece', () => {
  beforeEach(() => prefersReducedMotion(false));
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

  it('shows its pictures over the whole screen, and leads back to where it was', async () => {
    shown({ ...RING, images: ['/api/v1/images/a.avif', '/api/v1/images/b.avif'] });
    fireEvent.click(screen.getByRole('button', { name: 'Enlarge picture 2' }));
    const zoomed = await screen.findByRole('dialog', { name: 'Enlarged pictures of Meera Ring in Yellow Gold' });
    await waitFor(() =>
      expect(zoomed.querySelector('img[src*="b.avif?w=1600"]')?.getAttribute('alt')).toBe(
        'Meera Ring in Yellow Gold, picture 2 of 2',
      ),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows what staff say of a picture, large and small, and keeps in sight what they chose', () => {
    const pictureNotes = [{ image: '/api/v1/images/b.avif', alt: 'From behind', focus: { x: 10, y: 90 } }];
    shown({ ...RING, images: ['/api/v1/images/a.avif', '/api/v1/images/b.avif'], pictureNotes });
    expect(screen.getByRole('img', { name: 'Meera Ring in Yellow Gold, picture 1 of 2' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'From behind' }).style.objectPosition).toBe('10% 90%');
    const small = screen.getByRole('button', { name: 'Picture 2' }).querySelector('img')!;
    expect(small.style.objectPosition).toBe('10% 90%');
  });

  it('says so where the browser has no WebGL, and leads back to the pictures', async () => {
    const reported = jest.fn();
    Object.assign(window, { reportError: reported });
    jest.spyOn(console, 'error').mockImplementation(() => {});
    shown({ ...RING, design: DESIGN });
    fireEvent.click(screen.getByRole('button', { name: '3D view' }));
    expect((await screen.findByRole('alert')).textContent).toContain('WebGL is missing');
    expect(reported).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button', { name: 'Back to the pictures' }));
    expect(screen.queryByRole('group', { name: '3D view of Meera Ring' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '3D view' }));
  });

  describe('with a video', () => {
    const TURNING = { ...RING, video: '/api/v1/videos/demo/ring.mp4' };
    const video = () => document.querySelector('video');

    it('loads nothing of it before somebody asks', () => {
      shown(TURNING);
      expect(screen.getByRole('button', { name: 'Video' })).toBeTruthy();
      expect(video()).toBeNull();
    });

    it('plays it without sound, over and over, once its thumbnail is chosen', () => {
      shown(TURNING);
      fireEvent.click(screen.getByRole('button', { name: 'Video' }));
      expect(video()).toMatchObject({ autoplay: true, muted: true, loop: true, controls: true, playsInline: true });
      expect(video()!.getAttribute('src')).toBe(TURNING.video);
    });

    it('starts nothing by itself for who wants less motion, but when they press play', async () => {
      prefersReducedMotion(true);
      shown(TURNING);
      fireEvent.click(screen.getByRole('button', { name: 'Video' }));
      expect(video()).toBeNull();
      fireEvent.click(screen.getByRole('button', { name: 'Play the video' }));
      expect(video()!.autoplay).toBe(true);
      await waitFor(() => expect(document.activeElement).toBe(video()));
    });

    it('pauses it when another picture is shown', () => {
      const pause = jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
      shown(TURNING);
      fireEvent.click(screen.getByRole('button', { name: 'Video' }));
      const preview = screen.getByRole('list', { name: 'Large pictures' });
      Object.defineProperty(preview, 'clientWidth', { value: 400 });
      preview.scrollLeft = 400;
      fireEvent.scroll(preview);
      pause.mockClear();
      preview.scrollLeft = 0;
      fireEvent.scroll(preview);
      expect(pause).toHaveBeenCalledTimes(1);
    });

    it('leaves the arrow keys to it while it has the focus', () => {
      const scrolled = jest.spyOn(Element.prototype, 'scrollTo');
      shown(TURNING);
      fireEvent.click(screen.getByRole('button', { name: 'Video' }));
      scrolled.mockClear();
      fireEvent.keyDown(video()!, { key: 'ArrowLeft' });
      expect(scrolled).not.toHaveBeenCalled();
      const pictures = screen.getByRole('list', { name: 'Large pictures' });
      Object.defineProperty(pictures, 'scrollWidth', { value: 800 });
      fireEvent.keyDown(pictures, { key: 'ArrowRight' });
      expect(scrolled).toHaveBeenCalledTimes(1);
    });

    it('shows the photograph again where it cannot be played', () => {
      shown(TURNING);
      fireEvent.click(screen.getByRole('button', { name: 'Video' }));
      fireEvent.error(video()!);
      expect(video()).toBeNull();
      expect(screen.getByRole('button', { name: 'Play the video' })).toBeTruthy();
    });
  });
});

/** jsdom has no media queries, layout or scrolling. */
function prefersReducedMotion(matches: boolean) {
  Element.prototype.scrollTo = () => {};
  Object.assign(window, {
    matchMedia: () => ({ matches }),
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
  });
}
