import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createBrowserHistory, type CurrencyState, Router } from '@shop/mfe-kit';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { StorefrontContexts } from '../../testing/storefront-harness.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, filtersOf, LISTING_PARAMETERS, type Narrowable } from './filters.ts';

const listing: Narrowable = {
  totalCount: 21,
  priceRange: { lowest: 2_000, highest: 200_000 },
  facets: [
    {
      facet: 'metal',
      values: [
        { value: 'gold', label: 'gold', count: 16 },
        { value: 'rose-gold', label: 'rose-gold', count: 9 },
      ],
    },
    { facet: 'occasion', values: [{ value: 'gift', label: 'Gift', count: 21 }] },
  ],
};

// Real bar and history; no page around it.
describe('the bar of filters', () => {
  beforeEach(() => window.history.replaceState(null, '', '/product/ring'));
  afterEach(cleanup);

  const open = (filters: Filters = {}, currency?: CurrencyState) => {
    const history = createBrowserHistory({ window });
    render(
      <StorefrontContexts {...(currency && { currency })}>
        <Router navigator={history} location={history.location}>
          <FilterBar path="/product/ring" filters={filters} listing={listing} canSort />
        </Router>
      </StorefrontContexts>,
    );
  };
  const here = () => decodeURIComponent(window.location.pathname + window.location.search);

  it('leads to the view of each value, with how many pieces that has', () => {
    open({ 'filter.metal': 'gold', sort_by: 'featured', page: '2' });
    const links = within(screen.getByRole('list', { name: 'Filters by kind' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]);
    expect(links).toEqual([
      ['Gold 16', '/product/ring?sort_by=featured', 'true'],
      ['Rose gold 9', '/product/ring?filter.metal=gold,rose-gold&sort_by=featured', null],
    ]);
    fireEvent.click(screen.getByRole('link', { name: 'Rose gold 9' }));
    expect(here()).toBe('/product/ring?filter.metal=gold,rose-gold&sort_by=featured');
  });

  it('leaves out a facet whose only value every piece has', () => {
    open();
    expect(screen.queryByText('Occasion')).toBeNull();
  });

  it('takes back one filter, or all of them', () => {
    open({ 'filter.metal': 'gold', 'filter.occasion': 'gift', 'filter.price.lte': '50000' });
    const chips = within(screen.getByRole('list', { name: 'Chosen filters' })).getAllByRole('link');
    expect(
      chips.map((chip) => [chip.getAttribute('aria-label') ?? chip.textContent, chip.getAttribute('href')]),
    ).toEqual([
      ['Remove Gold', '/product/ring?filter.occasion=gift&filter.price.lte=50000'],
      ['Remove Gift', '/product/ring?filter.metal=gold&filter.price.lte=50000'],
      ['Remove Up to ₹50,000', '/product/ring?filter.metal=gold&filter.occasion=gift'],
      ['Clear all', '/product/ring'],
    ]);
  });

  it('sorts at once, and leaves the default order out of the address', () => {
    open({ 'filter.metal': 'gold' });
    fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'best-selling' } });
    expect(here()).toBe('/product/ring?filter.metal=gold&sort_by=best-selling');
    cleanup();
    open({ sort_by: 'best-selling' });
    fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'featured' } });
    expect(here()).toBe('/product/ring');
  });

  it('takes price limits in the currency that is shown, and keeps rupees in its address', async () => {
    open(
      { 'filter.price.gte': '5310' },
      { country: 'US', code: 'USD', rate: { perRupee: 1 / 88.5, at: '2026-01-01T00:00:00Z' } },
    );
    const lowest = await screen.findByLabelText('From ($)');
    expect(lowest).toHaveProperty('value', '60');
    fireEvent.change(screen.getByLabelText('To ($)'), { target: { value: '80' } });
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(filtersOf(new URLSearchParams(window.location.search), LISTING_PARAMETERS)).toEqual({
      'filter.price.gte': '5310',
      'filter.price.lte': '7080.4',
    });
  });

  it('shows the slider once its menu is open, and a thumb at its end sets no limit', async () => {
    open();
    expect(screen.queryByRole('slider')).toBeNull();
    const menu = screen.getByText('Price').closest('details')!;
    menu.open = true;
    const lowest = await screen.findByRole('slider', { name: 'Lowest price' });
    const amount = () => (screen.getByLabelText('From (₹)') as HTMLInputElement).value;
    fireEvent.keyDown(lowest, { key: 'ArrowRight' });
    expect([amount(), lowest.getAttribute('aria-valuetext')]).toEqual(['2100', '₹2,100.00']);
    fireEvent.keyDown(lowest, { key: 'Home' });
    expect(amount()).toBe('');
  });

  it('closes a menu on Escape, with the focus back on its name, and on a press beside it', async () => {
    open();
    const name = screen.getByText('Metal');
    const menu = name.closest('details')!;
    menu.open = true;
    fireEvent.keyDown(within(menu).getByRole('link', { name: 'Gold 16' }), { key: 'Escape' });
    expect([menu.open, document.activeElement]).toEqual([false, name]);
    menu.open = true;
    // The document is listened to while a menu is open.
    fireEvent(menu, new Event('toggle'));
    fireEvent.pointerDown(document.body);
    expect(menu.open).toBe(false);
  });

  it('opens a drawer with all of it, which says how many pieces it leads to', () => {
    open({ 'filter.metal': 'gold' });
    fireEvent.click(screen.getByRole('link', { name: 'Filter (1)' }));
    const drawer = screen.getByRole('dialog', { name: 'Filter' });
    expect(within(drawer).getByText('Metal (1)')).toBeTruthy();
    fireEvent.click(within(drawer).getByRole('link', { name: 'Gold 16' }));
    expect([here(), screen.queryByRole('dialog') === null]).toEqual(['/product/ring', false]);
    fireEvent.click(within(drawer).getByRole('button', { name: 'Show 21 pieces' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
