import { payment } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import type { StaffParts } from '../staff-parts.ts';
import { TRANSFERS_KEY } from './api.ts';

const SCREEN = '/admin/payments/transfers';
const ONE = { page: 1, limit: 1 };

export const bankTransferParts: StaffParts = {
  screen: {
    path: SCREEN,
    label: 'Bank transfers',
    permission: 'payments.read',
    words: ['wire', 'neft', 'imps', 'expected', 'arrived', 'statement'],
  },
  actions: [
    {
      path: `${SCREEN}?show=arrived&record=yes`,
      label: 'Record money that arrived',
      permission: 'payments.resolve',
      words: ['add', 'new', 'arrival', 'bank transfer', 'paid'],
    },
    {
      path: `${SCREEN}?show=statement`,
      label: 'Import a bank statement',
      permission: 'payments.resolve',
      words: ['csv', 'upload', 'transfers'],
    },
  ],
  settings: { to: `${SCREEN}?show=account`, name: 'Account for transfers' },
  tasks: [
    {
      name: 'Transfers to assign',
      to: `${SCREEN}?show=arrived`,
      count: {
        queryKey: [...TRANSFERS_KEY, 'to-assign'],
        queryFn: async ({ signal }) =>
          (await call(payment.listArrivals, { query: { ...ONE, state: 'unmatched' }, signal })).totalCount,
      },
    },
    {
      name: 'Transfers to send back',
      to: `${SCREEN}?show=returns`,
      count: {
        queryKey: [...TRANSFERS_KEY, 'to-send-back'],
        queryFn: async ({ signal }) =>
          (await call(payment.listTransferReturns, { query: { ...ONE, state: 'open' }, signal })).totalCount,
      },
    },
  ],
  subjects: {
    'bank-account': 'Bank account',
    'bank-arrival': 'Bank arrivals',
    'bank-statement': 'Bank statements',
    'bank-return': 'Money sent back',
  },
};
