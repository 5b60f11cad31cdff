import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import * as audit from '../../exposed/audit-page.ts';
import * as dashboard from '../../exposed/dashboard-page.ts';
import * as methods from '../../exposed/methods-page.ts';
import { openScreen, press } from '../../testing/open-screen.tsx';

afterEach(cleanup);

const open = (
  { default: Page, prefetch }: typeof audit,
  path: string,
  answers: Parameters<typeof openScreen>[2] = {},
) => openScreen({ Page, prefetch, path }, path, answers);
const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('bank transfers among the other screens of staff', () => {
  it('are counted on the dashboard where something is to be done', async () => {
    await open(dashboard, '/admin/dashboard', {
      'GET /admin/payments/bank-transfer/arrivals': { body: { arrivals: [], totalCount: 2 } },
      'GET /admin/payments/bank-transfer/returns': { body: { returns: [], totalCount: 5 } },
    });
    expect(href('Transfers to assign 2')).toBe('/admin/payments/transfers?show=arrived');
    expect(href('Transfers to send back 5')).toBe('/admin/payments/transfers?show=returns');
  });

  it('say under the ways to pay where their account is entered, and are in the menu', async () => {
    await open(methods, '/admin/payments/methods', {
      'GET /admin/payments/methods': {
        body: { methods: [{ provider: 'bank-transfer', currencies: ['INR'], isOn: false, missing: 'the account' }] },
      },
    });
    expect(href('Account for transfers')).toBe('/admin/payments/transfers?show=account');
    expect(href('Bank transfers')).toBe('/admin/payments/transfers');
  });

  it('are subjects of the audit trail', async () => {
    await open(audit, '/admin/audit', { 'GET /admin/audit': { body: { entries: [], totalCount: 0 } } });
    await press('Filters');
    const about = await screen.findByRole('combobox', { name: 'About' });
    expect(within(about).getByRole<HTMLOptionElement>('option', { name: 'Bank arrivals' }).value).toBe('bank-arrival');
  });
});
