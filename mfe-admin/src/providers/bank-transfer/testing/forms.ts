import { type FormCase, touch } from '../../../testing/form-case.ts';
import { type } from '../../../testing/open-screen.tsx';
import { prefetch, TransfersPage } from '../transfers-page.tsx';
import { anArrival, aReturn, aTransfer } from './fixtures.ts';

const page = { default: TransfersPage, prefetch };
const path = '/admin/payments/transfers';
const at = (show: string) => ({ page, path, address: `${path}?show=${show}` });

export const ANSWERS = {
  'GET /admin/payments/bank-transfer/transfers': { body: { transfers: [aTransfer()], totalCount: 1 } },
  'GET /admin/payments/bank-transfer/arrivals': { body: { arrivals: [anArrival()], totalCount: 1 } },
  'GET /admin/payments/bank-transfer/returns': { body: { returns: [aReturn()], totalCount: 1 } },
  'GET /admin/payments/bank-transfer/account': { body: { account: null } },
};

export const CASES: FormCase[] = [
  {
    ...{ call: 'payment.record-arrival', ...at('arrived'), save: 'Record', open: ['Record money that arrived…'] },
    fill: (save) => {
      touch(save);
      type('Arrived on', '2026-11-21');
    },
  },
  { call: 'payment.assign-arrival', ...at('arrived'), save: 'Assign', open: [/^Assign…/] },
  { call: 'payment.assign-arrival', ...at('arrived'), save: 'Set aside', open: [/^Set aside…/] },
  {
    ...{ call: 'payment.settle-transfer-return', ...at('returns'), save: 'It was sent' },
    ...{ open: [/^Sent…/], formLevel: ['outcome'] },
  },
  { call: 'payment.save-bank-account', ...at('account'), save: 'Save' },
  { call: 'payment.import-statement', ...at('statement'), save: 'Show the rows', fill: () => {} },
];
