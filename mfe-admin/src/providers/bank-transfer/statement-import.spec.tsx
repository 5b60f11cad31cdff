import { File } from 'node:buffer';
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Statement } from './api.ts';
import { errorAt, openScreen, press, problem } from '../../testing/open-screen.tsx';
import { prefetch, TransfersPage } from './transfers-page.tsx';

afterEach(cleanup);

const transfers = { Page: TransfersPage, prefetch, path: '/admin/payments/transfers' };
const ADDRESS = '/admin/payments/transfers?show=statement';
const IMPORT = 'POST /admin/payments/bank-transfer/statement';
const LABEL = 'Statement of the bank (CSV or XLSX)';
const CSV = 'Date,Description,Credit\n21/11/2026,NEFT RJ7K2M9Q,2060\n';

const row = (changes: Partial<ImportedRow>): ImportedRow => ({
  ...{ line: 2, outcome: 'matched', amount: 2_060, arrivedOn: '2026-11-21', text: 'NEFT RJ7K2M9Q' },
  ...{ reference: 'RJ7K2M9Q', message: null },
  ...changes,
});
type ImportedRow = Statement['rows'][number];
const NONE: Statement['counts'] = {
  matched: 0,
  'goes-back': 0,
  unmatched: 0,
  known: 0,
  'not-money-in': 0,
  unreadable: 0,
};
const answer = (rows: ImportedRow[]) => {
  const counts = { ...NONE };
  for (const { outcome } of rows) counts[outcome] += 1;
  return { body: { rows, counts } };
};
const choose = (...files: File[]) =>
  act(async () => fireEvent.change(screen.getByLabelText(LABEL), { target: { files } }));
const statement = (text: string) => new File([text], 'statement.csv', { type: 'text/csv' });

describe('a statement of the bank', () => {
  it('shows what each row is before anything is recorded, faults first', async () => {
    const { sent } = await openScreen(transfers, ADDRESS, {
      [IMPORT]: answer([
        row({}),
        row({ line: 3, outcome: 'not-money-in', text: 'Rent' }),
        row({ line: 4, outcome: 'goes-back', amount: 5, message: '₹2,060.00 was due' }),
        row({ line: 5, outcome: 'unreadable', amount: null, arrivedOn: null, message: 'This is not a date' }),
        row({ line: 6, outcome: 'unmatched', reference: null, text: 'Asha' }),
      ]),
    });
    await choose(statement(CSV));
    await press('Show the rows');
    expect(await screen.findByText('Cannot be read: 1')).toBeTruthy();
    expect(screen.getByText('No money in: 1')).toBeTruthy();
    const [, ...rows] = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toContain('This is not a date');
    expect(rows[1]).toContain('₹2,060.00 was due');
    expect(screen.getByRole('button', { name: 'Record 3 arrivals' })).toBeTruthy();
    expect(sent()).toEqual([['POST', '/admin/payments/bank-transfer/statement', { csv: CSV, isDryRun: true }]]);
  });

  it('is recorded as it was shown, and known when it is imported again', async () => {
    let isRecorded = false;
    const { sent } = await openScreen(transfers, ADDRESS, {
      [IMPORT]: ({ body }) => {
        const answered = answer([row({ outcome: isRecorded ? 'known' : 'matched' })]);
        isRecorded ||= !(body as { isDryRun: boolean }).isDryRun;
        return answered;
      },
    });
    await choose(statement(CSV));
    await press('Show the rows');
    await press('Record 1 arrival');
    expect(await screen.findByRole('heading', { name: 'The statement was recorded' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Record/ })).toBeNull();
    expect(sent().map(([, , body]) => (body as { isDryRun: boolean }).isDryRun)).toEqual([true, false]);
    await press('Show the rows');
    expect(await screen.findByText('Recorded before: 1')).toBeTruthy();
    expect(screen.getByText('There is nothing new to record.')).toBeTruthy();
  });

  it('is chosen, is text, and is not too large', async () => {
    const { sent } = await openScreen(transfers, ADDRESS, {});
    await press('Show the rows');
    await waitFor(() => expect(errorAt(LABEL)).toBe('Choose a file'));
    await choose(statement('PK\u0003\u0004\0\0'));
    await press('Show the rows');
    await waitFor(() => expect(errorAt(LABEL)).toBe('This file cannot be read. Save the statement as CSV'));
    await choose(statement('x'.repeat(500_001)));
    await press('Show the rows');
    await waitFor(() => expect(errorAt(LABEL)).toBe('At most 500 kB'));
    expect(sent()).toEqual([]);
  });

  it('can be recorded again when the service did not answer', async () => {
    const answers = { [IMPORT]: answer([row({})]) as object };
    const { toasts } = await openScreen(transfers, ADDRESS, answers);
    await choose(statement(CSV));
    await press('Show the rows');
    answers[IMPORT] = problem(503, 'service.unavailable', 'Not now');
    await press('Record 1 arrival');
    await waitFor(() => expect(toasts()).toEqual(['Not now']));
    answers[IMPORT] = answer([row({})]);
    await press('Record 1 arrival');
    expect(await screen.findByRole('heading', { name: 'The statement was recorded' })).toBeTruthy();
  });

  it('says at its field why the service cannot read it', async () => {
    await openScreen(transfers, ADDRESS, {
      [IMPORT]: problem(400, 'request.invalid', 'Please check', { csv: 'No column is the date' }),
    });
    await choose(statement(CSV));
    await press('Show the rows');
    await waitFor(() => expect(errorAt(LABEL)).toBe('No column is the date'));
    await choose(statement('other'));
    expect(errorAt(LABEL)).toBeUndefined();
  });

  it('of another file starts anew', async () => {
    await openScreen(transfers, ADDRESS, { [IMPORT]: answer([row({ outcome: 'not-money-in' })]) });
    await choose(statement(CSV));
    await press('Show the rows');
    expect(await screen.findByText('No money came in')).toBeTruthy();
    await choose(statement('other'));
    expect(screen.queryByText('No money came in')).toBeNull();
  });
});
