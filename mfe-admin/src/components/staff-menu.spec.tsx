import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import * as charges from '../exposed/charges-page.ts';
import * as design from '../exposed/design-page.ts';
import * as product from '../exposed/product-page.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { aProduct, productAnswers } from '../testing/products.ts';
import { StaffFrame } from './staff-frame.tsx';
import { staffHead } from './staff-head.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const menu = () => screen.getByRole('navigation', { name: 'Staff screens' });
const groups = () => [...menu().querySelectorAll('details')];
const openOnes = () =>
  groups().flatMap((group) => (group.open ? [within(group).getByRole('heading').textContent] : []));
const current = () => menu().querySelector('[aria-current]')?.textContent;

describe('the menu of the staff area', () => {
  it('has groups of which that of the page is open, and opening one closes the others', async () => {
    const { default: Page, prefetch } = charges;
    await openScreen({ Page, prefetch, path: '/admin/charges' }, '/admin/charges', {});
    expect([openOnes(), current()]).toEqual([['Shop'], 'Charges']);
    expect(new Set(groups().map((group) => group.getAttribute('name')))).toEqual(new Set(['staff-menu']));
    expect(groups().map((group) => within(group).getByRole('heading', { hidden: true }).textContent)).toEqual([
      ...['Sales', 'Catalogue', 'People', 'Website', 'Shop'],
    ]);
  });

  it('is open at the list of the record that one sees', async () => {
    const { default: Page, prefetch } = product;
    const one = aProduct();
    await openScreen({ Page, prefetch, path: '/admin/product/:id' }, `/admin/product/${one._id}`, productAnswers(one));
    expect([openOnes(), current()]).toEqual([['Catalogue'], 'Products']);
  });

  it('closes on a phone when one goes to the same screen without its filters', async () => {
    const { default: Page, prefetch } = charges;
    await openScreen({ Page, prefetch, path: '/admin/charges' }, '/admin/charges?show=rates', {});
    const toggle = screen.getByRole('button', { name: 'Menu' });
    fireEvent.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    await act(async () => fireEvent.click(within(menu()).getByRole('link', { name: 'Charges' })));
    expect(screen.getByRole('button', { name: 'Menu' })).toBe(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
  });

  it('stays open on a phone where it was opened as soon as the page was there, before its effects', async () => {
    function Press() {
      useLayoutEffect(() => screen.getByRole('button', { name: 'Menu' }).click(), []);
      return null;
    }
    const Page = () => (
      <StaffFrame title="Orders">
        <Press />
      </StaffFrame>
    );
    await openScreen({ Page, prefetch: () => staffHead('Orders'), path: '/admin/orders' }, '/admin/orders', {});
    expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('true');
  });

  it('leaves out what is for developers', async () => {
    const { default: Page, prefetch } = design;
    await openScreen({ Page, prefetch, path: '/admin/design' }, '/admin/design', {});
    expect([openOnes(), current()]).toEqual([['Sales'], undefined]);
    expect(menu().textContent).not.toContain('Design system');
  });
});
