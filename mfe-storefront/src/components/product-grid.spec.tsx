import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Router, StaticRouter } from '@shop/mfe-kit';
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { cardOf, noParts, StorefrontContexts } from '../testing/storefront-harness.tsx';
import { toneOf } from './product-card.tsx';
import { ProductGrid } from './product-grid.tsx';

const swatch = (n: number, metalTone: string, stock = 0) => ({
  _id: `${n}`.padStart(24, '0'),
  metalTone,
  materialTag: 'gold',
  price: 100,
  stock,
  image: '/i.svg',
});
const ROSE = { ...swatch(2, 'Rose Gold', 3), price: 33_100.5, purity: '22K', image: '/rose.svg' };
const CARD = cardOf(1, {
  name: 'Meera Ring',
  images: ['/front.svg', '/detail.svg'],
  rating: 4.5,
  ratingCount: 3,
  stock: 0,
  purity: '18K',
  carat: 0.5,
  swatches: [swatch(1, 'Yellow Gold'), ROSE],
});

describe('a grid of pieces', () => {
  const preloadPage = jest.fn();
  const push = jest.fn();
  const replace = jest.fn();
  const navigator = {
    push,
    replace,
    go: () => {},
    createHref: (to: unknown) => String(to),
  } as unknown as Parameters<typeof Router>[0]['navigator'];

  afterEach(() => {
    cleanup();
    preloadPage.mockClear();
    push.mockClear();
    replace.mockClear();
  });

  const shown = (card = CARD) =>
    render(
      <StorefrontContexts loader={{ ...noParts, preloadPage }}>
        <Router location="/shop" navigator={navigator}>
          <ProductGrid cards={[card]} />
        </Router>
      </StorefrontContexts>,
    );
  const enter = (pointerType: string) => {
    const event = createEvent.pointerOver(screen.getByRole('article'));
    Object.defineProperty(event, 'pointerType', { value: pointerType });
    fireEvent(screen.getByRole('article'), event);
  };
  const rose = () => screen.getByRole('link', { name: 'Meera Ring in Rose Gold' });

  it('shows what staff say of its pictures, and of that of another metal', () => {
    const pictureNotes = [
      { image: '/front.svg', alt: 'The ring on silk', focus: { x: 40, y: 25 } },
      { image: '/detail.svg', alt: 'Its clasp' },
    ];
    const told = { ...ROSE, pictureNote: { image: ROSE.image, focus: { x: 5, y: 6 } } };
    shown({ ...CARD, pictureNotes, swatches: [CARD.swatches[0]!, told] });
    expect(screen.getByRole('img', { name: 'The ring on silk' }).style.objectPosition).toBe('40% 25%');
    enter('mouse');
    expect(screen.getByRole('img', { name: 'Its clasp' }).style.objectPosition).toBe('');
    fireEvent.focus(rose());
    expect(screen.getByRole('img', { name: 'Meera Ring in Rose Gold' }).style.objectPosition).toBe('5% 6%');
  });

  it('leads to the piece, and by its swatches to the other metals, within the shop', () => {
    shown();
    const click = createEvent.click(rose(), { button: 0 });
    fireEvent(rose(), click);
    expect(click.defaultPrevented).toBe(true);
    expect(push.mock.calls[0]![0]).toMatchObject({
      pathname: '/product/group/AR-1001',
      search: `?variant=${'2'.padStart(24, '0')}`,
    });
  });

  it('makes no second entry of the history for the piece that is open', () => {
    shown();
    const before = window.location.href;
    window.history.replaceState(null, '', rose().getAttribute('href')!);
    fireEvent.click(rose());
    window.history.replaceState(null, '', before);
    expect(push).not.toHaveBeenCalled();
    expect(replace).toHaveBeenCalledTimes(1);
  });

  it('leaves a click that wants a new tab to the browser', () => {
    shown();
    const click = createEvent.click(rose(), { button: 0, ctrlKey: true });
    fireEvent(rose(), click);
    expect(click.defaultPrevented).toBe(false);
    expect(push).not.toHaveBeenCalled();
  });

  it('loads a page ahead at the first sign of intent, once', () => {
    shown();
    fireEvent.pointerOver(rose());
    fireEvent.focus(rose());
    expect(preloadPage.mock.calls).toEqual([[`/product/group/AR-1001?variant=${'2'.padStart(24, '0')}`]]);
  });

  it('brings second pictures only under a mouse', () => {
    const { container } = shown();
    const pictures = () => container.querySelectorAll('img').length;
    enter('touch');
    expect(pictures()).toBe(1);
    enter('mouse');
    expect(pictures()).toBe(2);
  });

  it('says in words what its pictures show', () => {
    const { container } = shown();
    enter('mouse');
    expect([...container.querySelectorAll('img')].map(({ alt }) => alt)).toEqual([
      `Meera Ring in ${CARD.metalTone}`,
      'Meera Ring, another view',
    ]);
  });

  it('says what it costs and is made of, how it is rated, and that none is left', () => {
    shown();
    expect(screen.getByText('₹32,950')).toBeTruthy();
    expect(screen.getByText('18K Yellow Gold · 0.5 ct')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Rated 4.5 of 5, 3 reviews' })).toBeTruthy();
    expect(screen.getByText('Out of stock in Yellow Gold')).toBeTruthy();
  });

  it.each(['mouse', 'touch'])(
    'shows the metal of a swatch under the %s, with its picture, price and address',
    (pointerType) => {
      const { container } = shown();
      const [over, click] = [createEvent.pointerOver(rose()), createEvent.click(rose(), { button: 0 })];
      for (const event of [over, click]) Object.defineProperty(event, 'pointerType', { value: pointerType });
      fireEvent(rose(), over);
      if (pointerType === 'touch') fireEvent(rose(), click);
      expect(container.querySelector('img')!.getAttribute('src')).toContain('/rose.svg');
      expect(screen.getByText('₹33,100.50')).toBeTruthy();
      expect(screen.getByText('22K Rose Gold · 0.5 ct')).toBeTruthy();
      expect(screen.queryByText(/Out of stock/)).toBeNull();
      expect(screen.getByRole('link', { name: 'Meera Ring' }).getAttribute('href')).toBe(rose().getAttribute('href'));
      expect(push).not.toHaveBeenCalled();
    },
  );

  it('has no line for reviews without one', () => {
    render(
      <StorefrontContexts>
        <StaticRouter location="/shop">
          <ProductGrid cards={[cardOf(2)]} />
        </StaticRouter>
      </StorefrontContexts>,
    );
    expect(screen.queryByText('No reviews yet')).toBeNull();
  });

  it('says what is sold out: the metal it shows, or the whole piece', () => {
    shown();
    expect(screen.getByText('Out of stock in Yellow Gold')).toBeTruthy();
    cleanup();
    const soldOut = { ...CARD, swatches: [swatch(1, 'Yellow Gold'), swatch(2, 'Rose Gold')] };
    render(
      <StorefrontContexts>
        <StaticRouter location="/shop">
          <ProductGrid cards={[soldOut]} />
        </StaticRouter>
      </StorefrontContexts>,
    );
    expect(screen.getByText('Out of stock')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Meera Ring in Rose Gold, out of stock' })).toBeTruthy();
  });

  it('gives every metal of one piece a swatch of its own', () => {
    const metals = ['Yellow Gold', 'White Gold', 'Rose Gold', 'Platinum', 'Silver', 'Oxidised Silver'];
    expect(new Set(metals.map(toneOf)).size).toBe(metals.length);
    expect(toneOf('Yellow Gold Vermeil')).toBe('yellow');
  });
});
