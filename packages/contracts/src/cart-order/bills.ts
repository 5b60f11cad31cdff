import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { csvFile } from '../core/imports.ts';
import { daysQuery } from '../core/periods.ts';

export const exportBills = defineCall({
  id: 'cart-order.export-bills',
  service: 'cart-order',
  method: 'GET',
  path: '/admin/orders/bills',
  access: staff('orders.read'),
  summary:
    'Invoices and credit notes that were issued on the days from `from` to `to` in India, a row for each line, in rupees; what credit notes give back is negative, so that each column adds up to what is left',
  query: daysQuery,
  answer: csvFile,
  answerTypes: ['text/csv'],
  errors: [],
  timeoutMs: 30_000,
});
