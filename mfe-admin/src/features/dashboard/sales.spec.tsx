import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { errorAt, openScreen, press, problem, type, type StubbedAnswer } from '../../testing/open-screen.tsx';
import { aStockSummary, salesFrom } from '../../testing/sales.ts';
import { DashboardPage, prefetch } from './dashboard-page.tsx';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const dashboard = { Page: DashboardPage, prefetch, path: '/admin/dashboard' };
const WEEK = salesFrom('2026-11-19', [1, 0, 2, 0, 0, 1, 4]);
const NONE = salesFrom('2026-11-19', [0, 0]);
const AWAY = problem(503, 'service.unavailable', 'Away');
type Answers = Record<string, StubbedAnswer | (() => StubbedAnswer)>;
const open = (answers: Answers = {}, address = '', settings?: { settled: boolean }) =>
  openScreen(
    dashboard,
    `/admin/dashboard${address}`,
    { 'GET /admin/orders/sales': { body: WEEK }, 'GET /admin/products/stock': { body: aStockSummary() }, ...answers },
    settings,
  );
const sales = () => within(screen.getByRole('region', { name: 'Sales' }));
const follow = (name: string) => act(async () => fireEvent.click(sales().getByRole('link', { name })));
const retry = () => act(async () => fireEvent.click(sales().getByRole('button', { name: 'Try again' })));
const askedFor = ({ asked }: Awaited<ReturnType<typeof open>>, path = '/admin/orders/sales') =>
  asked.filter((one) => one.path.startsWith(path)).map((one) => one.path.split('?')[1]);
const tile = (name: string) => sales().getByText(name, { selector: 'li > span' }).closest('li')!.textContent;

describe('the sales of the dashboard', () => {
  it('are figures beside those of the period before, in words', async () => {
    await open();
    expect(sales().getByText('19–25 Nov 2026, beside 12–18 Nov')).toBeTruthy();
    expect(tile('Gross sales')).toBe('Gross sales₹8,244.00▲ 14 % more than 12–18 Nov: ₹7,213.50');
    expect(tile('Refunds')).toBe('Refunds₹120.00▼ 43 % less than 12–18 Nov: ₹210.00');
    expect(tile('Net sales')).toBe('Net sales₹8,124.00▲ 16 % more than 12–18 Nov: ₹7,003.50');
    expect(tile('Orders')).toBe('Orders8▲ 14 % more than 12–18 Nov: 7');
    expect(tile('Average order')).toBe('Average order₹1,030.50The same as 12–18 Nov');
    expect(tile('Stock value')).toBe('Stock value₹90,000.00▼ 25 % less than the end of 18 Nov: ₹1,20,000.00');
    expect(sales().getByText(/^Gross: what was charged for orders of these days that are not cancelled/)).toBeTruthy();
  });

  it('say where there was nothing before, and what is not known', async () => {
    const stock = aStockSummary({ before: null, knownSince: '2026-11-20T20:00:00.000Z' });
    await open({
      'GET /admin/orders/sales': { body: salesFrom('2026-11-19', [1, 2], 0) },
      'GET /admin/products/stock': { body: stock },
    });
    expect(tile('Orders')).toBe('Orders3▲ 17–18 Nov: none');
    expect(tile('Average order')).toBe('Average order₹1,030.5017–18 Nov: none');
    expect(tile('Stock value')).toBe('Stock value₹90,000.00Not known of the period before');
    expect(sales().getByText(/Sales of pieces are counted from 21 Nov 2026 on/)).toBeTruthy();
  });

  it('lead to the best pieces, and to those that lie in the shop', async () => {
    await open();
    const href = (name: string) => sales().getByRole('link', { name }).getAttribute('href');
    expect(href('Meera Ring')).toBe(`/admin/product/${'c'.repeat(24)}`);
    expect(href('Tara Bangle, Rose Gold')).toBe(`/admin/product/${'d'.repeat(24)}`);
    const slow = within(sales().getByRole('table', { name: 'Slow pieces' }));
    expect(slow.getAllByRole('row').at(-1)!.textContent).toBe('Tara Bangle, Rose GoldAR-100204₹48,000.001 Mar 2026');
  });

  it('are of the period in the address, which is chosen by links and by own dates', async () => {
    const screenOf = await open({}, '?period=7-days&as=table');
    await follow('This month');
    expect(screenOf.at()).toBe('/admin/dashboard?period=this-month&as=table');
    expect(sales().getByRole('link', { name: 'This month' }).getAttribute('aria-current')).toBe('true');
    await waitFor(() => expect(askedFor(screenOf).at(-1)).toContain('against=month'));
    type('From', '2026-02-01');
    type('To', '2026-02-28');
    await press('Show');
    expect(screenOf.at()).toBe('/admin/dashboard?as=table&from=2026-02-01&to=2026-02-28');
    const asked = 'from=2026-02-01&to=2026-02-28&against=days';
    await waitFor(() => expect(askedFor(screenOf).at(-1)).toBe(asked));
    expect(askedFor(screenOf, '/admin/products/stock').at(-1)).toBe(asked);
    await follow('30 days');
    expect(screenOf.at()).toBe('/admin/dashboard?as=table');
  });

  it('name the date that is wrong', async () => {
    const wrong = problem(400, 'request.invalid', 'Please check the dates', { to: 'This is before the first day' });
    await open(
      { 'GET /admin/orders/sales': wrong, 'GET /admin/products/stock': wrong },
      '?from=2026-02-09&to=2026-02-01',
    );
    expect(errorAt('To')).toContain('This is before the first day');
    expect(sales().getAllByRole('alert')[0]!.textContent).toContain('Please check the dates');
  });

  it('are drawn, which is said in a sentence', async () => {
    await open();
    expect((await sales().findByRole('img')).getAttribute('aria-label')).toBe(
      'Net sales by day, 19–25 Nov 2026: ₹8,124.00 of 8 orders, most on 25 Nov with ₹4,092.00; 12–18 Nov: ₹7,003.50.',
    );
  });

  it('are a table as well, that is saved as a file', async () => {
    const saved: Blob[] = [];
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
      revokeObjectURL: () => {},
    });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const screenOf = await open();
    await follow('Show as table');
    expect(screenOf.at()).toBe('/admin/dashboard?as=table');
    const table = within(sales().getByRole('table', { name: 'Net sales by day' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([
        'DayOrdersPiecesGrossRefundsNetPeriod beforeNet before',
        '21 Nov22₹2,061.00₹30.00₹2,031.0014 Nov₹1,000.50',
      ]),
    );
    await press('Save as CSV');
    await waitFor(() => expect(saved).toHaveLength(1));
    const text = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve(String(reader.result)));
      reader.readAsText(saved[0]!);
    });
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'Day,Orders,Pieces,Gross,Refunds,Net,Period before,Net before',
      '2026-11-19,1,1,1030.5,30,1000.5,2026-11-12,1000.5',
    ]);
    await follow('Show as chart');
    expect(screenOf.at()).toBe('/admin/dashboard');
  });

  it('have the bills of their days as files', async () => {
    const { asked, toasts } = await open(
      { 'GET /admin/orders/bills': problem(503, 'service.unavailable', 'Away') },
      '?from=2026-04-01&to=2026-04-30',
    );
    const link = sales().getByRole('link', { name: 'Bills (CSV)' });
    expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([
      '/api/v1/admin/orders/bills?from=2026-04-01&to=2026-04-30',
      'bills-2026-04-01-to-2026-04-30.csv',
    ]);
    await press('Bills (XLSX)');
    await waitFor(() => expect(toasts()).toEqual(['Away']));
    expect(asked.map(({ path }) => path)).toContain('/admin/orders/bills?from=2026-04-01&to=2026-04-30');
  });

  it.each([
    [0, 'No orders yet'],
    [4, 'No orders in this period'],
  ])('may be none: of a shop with %i orders', async (Delivered, title) => {
    const summary = { byStatus: { Processing: 0, Shipped: 0, Delivered, Cancelled: 0 }, oldestProcessing: null };
    await open({ 'GET /admin/orders/sales': { body: NONE }, 'GET /admin/orders/summary': { body: summary } });
    expect(sales().getByText(title)).toBeTruthy();
    expect(tile('Average order')).toBe('Average order–17–18 Nov: ₹1,030.50');
    expect(sales().getByText('No piece was sold in this period')).toBeTruthy();
  });

  it('keep their places while they are on their way', async () => {
    const never = new Promise<StubbedAnswer>(() => {});
    await openScreen(
      dashboard,
      '/admin/dashboard',
      { 'GET /admin/orders/sales': () => never, 'GET /admin/products/stock': () => never },
      { settled: false },
    );
    expect(sales().getByText('Loading sales…')).toBeTruthy();
    expect(['Gross sales', 'Refunds', 'Net sales', 'Orders', 'Average order', 'Stock value'].map(tile)).toHaveLength(6);
  });

  it('are asked for again where they could not be loaded, and do without each other', async () => {
    let answer = AWAY;
    await open({ 'GET /admin/orders/sales': () => answer });
    expect(sales().getByRole('alert').textContent).toContain('The sales could not be loadedAway');
    expect(tile('Stock value')).toContain('₹90,000.00');
    answer = { body: WEEK };
    await retry();
    await waitFor(() => expect(tile('Orders')).toContain('8'));
    cleanup();
    await open({ 'GET /admin/products/stock': AWAY });
    expect(tile('Stock value')).toBe('Stock valueAway');
    expect(sales().getByRole('alert').textContent).toContain('The slow pieces could not be loaded');
    expect(tile('Orders')).toContain('8');
  });
});
