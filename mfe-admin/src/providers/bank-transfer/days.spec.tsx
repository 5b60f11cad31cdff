import '../../testing/west-of-utc.ts';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { openScreen } from '../../testing/open-screen.tsx';
import { anArrival } from './testing/fixtures.ts';
import { prefetch, TransfersPage } from './transfers-page.tsx';

afterEach(cleanup);

it('money arrived on the same day wherever one reads it: the bank’s day has no time', async () => {
  await openScreen(
    { Page: TransfersPage, prefetch, path: '/admin/payments/transfers' },
    '/admin/payments/transfers?show=arrived',
    { 'GET /admin/payments/bank-transfer/arrivals': { body: { arrivals: [anArrival()], totalCount: 1 } } },
  );
  expect(screen.getAllByRole('row')[1]!.textContent).toContain('21 Nov 2026');
  expect(screen.getByRole('button', { name: 'Assign… ₹2,060.00 of 21 Nov 2026' })).toBeTruthy();
});
