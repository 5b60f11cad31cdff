import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Router } from 'react-router-dom';
import { Link, NavLink, STAY } from './link.tsx';
import { LoaderContext, type PartLoader } from './loader.ts';

const gone: unknown[][] = [];
const navigator = {
  createHref: String,
  go: () => {},
  push: (...to: unknown[]) => void gone.push(['push', ...to]),
  replace: (...to: unknown[]) => void gone.push(['replace', ...to]),
};
const loaded: string[] = [];
const loader = { preloadPage: (href: string) => void loaded.push(href) } as unknown as PartLoader;

beforeEach(() => {
  gone.length = 0;
  loaded.length = 0;
});
afterEach(cleanup);

const shown = (link: ReactNode, location = '/product/ring') => {
  render(
    <Router navigator={navigator} location={location}>
      <LoaderContext value={loader}>{link}</LoaderContext>
    </Router>,
  );
  return screen.getByRole('link');
};
describe('a link within the shop', () => {
  it('navigates without loading a document, and leaves other clicks to the browser', () => {
    const link = shown(<Link to="/shop">Shop</Link>);
    expect(link.getAttribute('href')).toBe('/shop');
    fireEvent.click(link);
    expect(gone).toEqual([['push', '/shop', undefined]]);
    for (const other of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }]) {
      expect(fireEvent.click(link, other)).toBe(true);
    }
    expect(gone).toHaveLength(1);
  });

  it.each([{ target: '_blank' }, { download: '' }])(
    'that is not for this tab is left to the browser: %o',
    (attributes) => {
      const link = shown(
        <Link to="/shop" {...attributes}>
          Shop
        </Link>,
      );
      expect(fireEvent.click(link)).toBe(true);
      expect(gone).toEqual([]);
    },
  );

  it('leads to another view of its own page where its address begins with the query', () => {
    const link = shown(
      <Link to="?page=2" preventScrollReset>
        2
      </Link>,
    );
    expect(link.getAttribute('href')).toBe('/product/ring?page=2');
    fireEvent.click(link);
    expect(gone).toEqual([['push', '/product/ring?page=2', STAY]]);
  });

  it('makes no second entry of the history for where one is already', () => {
    fireEvent.click(shown(<Link to={window.location.pathname}>Here</Link>));
    expect(gone).toEqual([['replace', window.location.pathname, undefined]]);
  });

  it('goes nowhere when its owner has handled the click', () => {
    const link = shown(
      <Link to="/shop" onClick={(event) => event.preventDefault()}>
        Shop
      </Link>,
    );
    fireEvent.click(link);
    expect(gone).toEqual([]);
  });

  it('loads its page ahead when the visitor shows the intent', () => {
    const link = shown(<Link to="/shop">Shop</Link>);
    fireEvent.pointerEnter(link);
    fireEvent.touchStart(link);
    fireEvent.focus(link);
    expect(loaded).toEqual(['/shop', '/shop', '/shop']);
  });

  it.each([
    ['/product', 'page'],
    ['/product/ring', 'page'],
    ['/product/rin', null],
  ])('of a menu says whether one is at %s or below it', (to, current) => {
    expect(shown(<NavLink to={to}>Rings</NavLink>).getAttribute('aria-current')).toBe(current);
  });
});
