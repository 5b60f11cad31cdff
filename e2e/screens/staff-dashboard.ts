import type { Page } from 'playwright-core';
import { dialog, saysWhy, staff, type Screen } from './screen.ts';

// The dashboard, and the menu and command palette of the staff area.

/** The command palette over the dashboard, with a text in it. */
const palette = (typed: string, shown: RegExp): Screen => ({
  ...staff('dashboard'),
  async open(page) {
    await page.getByRole('button', { name: /^Search or jump/ }).click();
    await dialog(page);
    await page.getByRole('dialog').getByRole('combobox').fill(typed);
    await page.getByRole('dialog').getByText(shown).first().waitFor();
  },
});

interface SalesPeriod {
  days: { day: string }[];
}

/** The same days with sales: of each `orders`, and now and then a refund. */
function sold({ days, ...period }: SalesPeriod, orders: (index: number) => number) {
  const figures = days.map(({ day }, index) => {
    const count = orders(index);
    const [gross, refunds] = [count * 41_250.5, index % 11 === 4 ? 12_000 : 0];
    return { day, orders: count, pieces: count * 2, gross, refunds, net: gross - refunds };
  });
  const sumOf = (of: 'orders' | 'pieces' | 'gross' | 'refunds' | 'net') =>
    figures.reduce((sum, day) => sum + day[of], 0);
  const totals = {
    ...{ orders: sumOf('orders'), pieces: sumOf('pieces') },
    ...{ gross: sumOf('gross'), refunds: sumOf('refunds'), net: sumOf('net') },
  };
  return { ...period, days: figures, totals: { ...totals, average: totals.orders > 0 ? 41_250.5 : null } };
}

const SALES = /\/admin\/orders\/sales/;

const WITH_SALES: Screen['api'] = {
  path: SALES,
  answer: ({ before, ...period }: SalesPeriod & { before: SalesPeriod }) => ({
    ...sold(period, (index) => (index * 7) % 5),
    before: sold(before, (index) => (index * 5) % 4),
  }),
};

const WITHOUT_SALES: Screen['api'] = {
  path: SALES,
  answer: ({ before, ...period }: SalesPeriod & { before: SalesPeriod }) => ({
    ...sold({ ...period, days: [] }, () => 0),
    ...{ before: sold({ ...before, days: [] }, () => 0), best: [] },
  }),
};

const isDrawn = async (page: Page) => page.getByRole('img', { name: /^Net sales by / }).waitFor();

export const STAFF_DASHBOARD_SCREENS: Record<string, Screen> = {
  'admin-dashboard': staff('dashboard'),
  'admin-dashboard-sales': { ...staff('dashboard'), api: WITH_SALES, open: isDrawn },
  'admin-dashboard-year': { ...staff('dashboard?period=financial-year'), api: WITH_SALES, open: isDrawn },
  'admin-dashboard-table': { ...staff('dashboard?period=this-month&as=table'), api: WITH_SALES },
  'admin-dashboard-empty': { ...staff('dashboard'), api: WITHOUT_SALES },
  'admin-dashboard-loading': {
    ...staff('dashboard'),
    api: { path: /\/admin\/orders\/sales|\/admin\/products\/stock/, answer: 'waits' },
  },
  'admin-dashboard-error': {
    ...staff('dashboard'),
    ...{ open: saysWhy, api: { path: /\/admin\/orders\/sales|\/admin\/products\/stock/, answer: 'fails' } },
  },
  'admin-dashboard-dates': { ...staff('dashboard?from=2026-02-09&to=2026-02-01'), open: saysWhy },
  'admin-menu': {
    ...staff('dashboard'),
    differsByWidth: true,
    async open(page) {
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('navigation', { name: 'Staff screens' }).locator('summary').nth(1).click();
    },
  },
  'admin-palette': palette('', /^Actions$/),
  'admin-palette-results': palette('ring', /^\d+ results$/),
  'admin-palette-none': palette('qqzzy', /^Nothing found/),
};
