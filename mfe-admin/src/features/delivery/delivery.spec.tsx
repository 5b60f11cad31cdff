import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  errorAt,
  openScreen,
  press,
  pressInDialog,
  problem,
  type,
  type StubbedAnswer,
} from '../../testing/open-screen.tsx';
import type { Area } from './api/areas.ts';
import { DeliveryPage, prefetch } from './delivery-page.tsx';

const page = { Page: DeliveryPage, prefetch, path: '/admin/delivery' };
const JAIPUR: Area = { pincode: '302001', city: 'Jaipur', state: 'Rajasthan', fromDays: 2, toDays: 3 };
const GOA: Area = { pincode: '403', city: '', state: 'Goa', fromDays: 4, toDays: 4 };
const LIST = 'GET /admin/delivery/areas';
const IMPORT = 'POST /admin/delivery/areas/import';
const FILE = 'Table of PIN codes (CSV or XLSX)';
const COUNTS = { added: 3, changed: 1, removed: 0, unchanged: 7 };
const chooseFile = (text: string | Promise<string>) =>
  fireEvent.change(screen.getByLabelText(FILE), {
    target: { files: [Object.assign(new File(['x'], 'areas.csv'), { text: async () => text })] },
  });

describe('the delivery days', () => {
  let answers: Parameters<typeof openScreen>[2];
  beforeEach(() => {
    answers = { [LIST]: { body: { areas: [JAIPUR, GOA], totalCount: 2 } } };
  });
  afterEach(() => {
    cleanup();
    jest.restoreAllMocks();
  });

  it('show PIN codes, and first digits as such', async () => {
    await openScreen(page, '/admin/delivery', answers);
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows[1]!.textContent).toMatch(/^302001.*Jaipur.*Rajasthan.*2 to 3/);
    expect(rows[2]!.textContent).toMatch(/^403….*–.*Goa.*4/);
  });

  it('are searched by what is in the address', async () => {
    const { asked, at } = await openScreen(page, '/admin/delivery?q=jai', answers);
    expect(asked[0]!.path).toBe('/admin/delivery/areas?page=1&limit=25&q=jai');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '403' } });
    await press('Search');
    expect(at()).toBe('/admin/delivery?q=403');
  });

  it('say that shoppers see no date while there are none', async () => {
    answers[LIST] = { body: { areas: [], totalCount: 0 } };
    await openScreen(page, '/admin/delivery', answers);
    expect(screen.getByText('No PIN codes yet: shoppers see no delivery date')).toBeTruthy();
  });

  it('take another row, once it makes sense', async () => {
    answers['PUT /admin/delivery/areas'] = { body: { area: GOA } };
    const { sent, toasts } = await openScreen(page, '/admin/delivery', answers);
    type('PIN code or its first digits', '0');
    type('Business days, at least', '4');
    type('Business days, at most', '2');
    await press('Save row');
    await waitFor(() => expect(errorAt('PIN code or its first digits')).toBe('One to six digits, the first not 0'));
    expect(errorAt('State')).toBe('Choose a state of India');
    type('PIN code or its first digits', '403');
    type('State', 'Goa');
    await press('Save row');
    await waitFor(() => expect(errorAt('Business days, at most')).toBe('The last day cannot be before the first'));
    expect(sent()).toEqual([]);
    type('Business days, at most', '4');
    await press('Save row');
    await waitFor(() => expect(toasts()).toEqual(['Saved']));
    expect(sent()).toEqual([['PUT', '/admin/delivery/areas', GOA]]);
  });

  it('are changed in the form, whose PIN code then is fixed', async () => {
    answers['PUT /admin/delivery/areas'] = { body: { area: JAIPUR } };
    const { sent } = await openScreen(page, '/admin/delivery', answers);
    await press('Edit 302001');
    expect(screen.getByLabelText('PIN code or its first digits')).toMatchObject({ value: '302001', readOnly: true });
    expect(document.activeElement).toBe(screen.getByLabelText('City'));
    type('Business days, at most', '5');
    await press('Save row');
    await waitFor(() => expect(sent()).toEqual([['PUT', '/admin/delivery/areas', { ...JAIPUR, toDays: 5 }]]));
    expect(await screen.findByRole('heading', { name: 'Add a PIN code' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit 302001' }));
  });

  it('lose a row once it is confirmed', async () => {
    answers['DELETE /admin/delivery/areas/403'] = { body: { pincode: '403' } };
    const { sent, toasts } = await openScreen(page, '/admin/delivery', answers);
    await press('Remove 403');
    expect(sent()).toEqual([]);
    await pressInDialog('Remove');
    await waitFor(() => expect(toasts()).toEqual(['Row removed']));
  });

  it('are imported from a file that was checked, and say what changed', async () => {
    const checked = { counts: COUNTS, problems: [], problemCount: 0, version: 'v1' };
    answers[IMPORT] = { body: checked };
    const { sent, toasts } = await openScreen(page, '/admin/delivery', answers);
    await press('Check the file');
    await waitFor(() => expect(errorAt(FILE)).toBe('Choose a file'));
    chooseFile('pincode,city');
    await press('Check the file');
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toContain('3 rows added, 1 changed, 0 removed, 7 as before'),
    );
    const body = { csv: 'pincode,city', removeOthers: false };
    expect(sent()).toEqual([['POST', '/admin/delivery/areas/import', { ...body, dryRun: true }]]);
    await press('Import');
    await waitFor(() => expect(toasts()).toEqual(['Imported: 3 rows added, 1 changed, 0 removed, 7 as before']));
    expect(sent()[1]).toEqual(['POST', '/admin/delivery/areas/import', { ...body, dryRun: false, checked: 'v1' }]);
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });

  it('are checked again where the choice changed, or the table since', async () => {
    answers[IMPORT] = { body: { counts: COUNTS, problems: [], problemCount: 0, version: 'v1' } };
    const { toasts } = await openScreen(page, '/admin/delivery', answers);
    chooseFile('pincode,city');
    await press('Check the file');
    await screen.findByRole('button', { name: 'Import' });
    fireEvent.click(screen.getByLabelText('Remove the rows that the file does not have'));
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
    await press('Check the file');
    await screen.findByRole('button', { name: 'Import' });
    answers[IMPORT] = problem(409, 'table.changed', 'The table was changed');
    await press('Import');
    await waitFor(() => expect(toasts()).toEqual(['The table was changed']));
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });

  it('are imported as they were checked: what is chosen while the check runs is not taken for it', async () => {
    const found = { body: { counts: COUNTS, problems: [], problemCount: 0, version: 'v1' } };
    let answer = Promise.withResolvers<StubbedAnswer>();
    answers[IMPORT] = () => answer.promise;
    const { sent } = await openScreen(page, '/admin/delivery', answers);
    const others = screen.getByLabelText('Remove the rows that the file does not have');
    const importButton = () => screen.queryByRole('button', { name: 'Import' });
    chooseFile('pincode,city');
    await press('Check the file');
    await waitFor(() => expect(sent()).toHaveLength(1));
    fireEvent.click(others);
    await act(async () => answer.resolve(found));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Check the file' }).getAttribute('aria-busy')).toBeNull(),
    );
    expect(importButton()).toBeNull();
    // As it was checked.
    fireEvent.click(others);
    expect(importButton()).toBeTruthy();

    answer = Promise.withResolvers();
    await press('Check the file');
    await waitFor(() => expect(sent()).toHaveLength(2));
    await act(async () => chooseFile('pincode,state'));
    await act(async () => answer.resolve(found));
    expect(importButton()).toBeNull();

    answer = Promise.withResolvers();
    answer.resolve(found);
    await press('Check the file');
    await waitFor(() => expect(importButton()).toBeTruthy());
    await press('Import');
    await waitFor(() => expect(sent()).toHaveLength(4));
    expect(sent()[3]![2]).toEqual({ csv: 'pincode,state', removeOthers: false, dryRun: false, checked: 'v1' });
  });

  it('are read from the file that was chosen last, also where the one before takes longer', async () => {
    answers[IMPORT] = { body: { counts: COUNTS, problems: [], problemCount: 0, version: 'v1' } };
    const { sent } = await openScreen(page, '/admin/delivery', answers);
    const slow = Promise.withResolvers<string>();
    chooseFile(slow.promise);
    chooseFile('pincode,state');
    await act(async () => slow.resolve('pincode,city'));
    await press('Check the file');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]![2]).toMatchObject({ csv: 'pincode,state' });
  });

  it('show which rows of a file are wrong, and import nothing of it', async () => {
    const problems = [{ row: 2, column: 'state', message: 'Choose a state of India' }];
    answers[IMPORT] = { body: { counts: COUNTS, problems, problemCount: 140, version: 'v1' } };
    await openScreen(page, '/admin/delivery', answers);
    chooseFile('pincode');
    await press('Check the file');
    const table = within(await screen.findByRole('table', { name: 'What is wrong in the file' }));
    expect(table.getAllByRole('row')[1]!.textContent).toMatch(/2.*state.*Choose a state of India/);
    expect(screen.getByRole('status').textContent).toMatch(/^140 problems.*And 139 more\.$/);
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });

  it('say of a file that is no table why, and of one that changes nothing that it is so', async () => {
    const wrong = 'The header lacks state';
    answers[IMPORT] = problem(400, 'request.invalid', wrong, { csv: wrong });
    await openScreen(page, '/admin/delivery', answers);
    chooseFile('pincode');
    await press('Check the file');
    await waitFor(() => expect(errorAt(FILE)).toBe(wrong));
    const counts = { added: 0, changed: 0, removed: 0, unchanged: 7 };
    answers[IMPORT] = { body: { counts, problems: [], problemCount: 0, version: 'v1' } };
    chooseFile('pincode,city');
    await press('Check the file');
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Nothing to import/));
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });

  it('are exported as a file, also as a workbook', async () => {
    const saved: Blob[] = [];
    const files: string[] = [];
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => {} });
    // jsdom downloads nothing.
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push(this.download);
    });
    answers['GET /admin/delivery/areas/export'] = { body: { csv: 'pincode\r\n' } };
    await openScreen(page, '/admin/delivery', answers);
    await press('Export (CSV)');
    await waitFor(() => expect(files).toEqual(['delivery-days.csv']));
    expect(saved[0]!.type).toBe('text/csv');
    await press('Export (XLSX)');
    await waitFor(() => expect(files).toEqual(['delivery-days.csv', 'delivery-days.xlsx']));
  });
});

describe('the couriers', () => {
  const SWIFT = { name: 'Swift', trackingPage: 'https://swift.example/{number}' };
  const PICKUP = { name: 'Self pickup', trackingPage: null };
  const COURIERS = '/admin/couriers';
  const at = '/admin/delivery?show=couriers';
  let answers: Parameters<typeof openScreen>[2];
  beforeEach(() => {
    answers = { [`GET ${COURIERS}`]: { body: { couriers: [SWIFT, PICKUP] } } };
  });
  afterEach(cleanup);

  it('are listed with their pages of a parcel', async () => {
    await openScreen(page, at, answers);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Couriers');
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows[1]).toContain('Swifthttps://swift.example/{number}');
    expect(rows[2]).toContain('Self pickupNone: staff write a link');
  });

  it('take one whose page has a place for the number', async () => {
    answers[`PUT ${COURIERS}`] = { body: { courier: SWIFT } };
    const { sent, toasts } = await openScreen(page, at, answers);
    type('Courier', 'Swift');
    type('Page of a parcel', 'https://swift.example/');
    await press('Save courier');
    await waitFor(() => expect(errorAt('Page of a parcel')).toBe('Write {number} where the tracking number belongs'));
    expect(sent()).toEqual([]);
    type('Page of a parcel', SWIFT.trackingPage);
    await press('Save courier');
    await waitFor(() => expect(toasts()).toEqual(['Saved']));
    expect(sent()).toEqual([['PUT', COURIERS, SWIFT]]);
  });

  it('are changed under the same name, and lose their page where it is emptied', async () => {
    answers[`PUT ${COURIERS}`] = { body: { courier: SWIFT } };
    const { sent } = await openScreen(page, at, answers);
    await press('Edit Swift');
    expect(screen.getByLabelText('Courier')).toMatchObject({ value: 'Swift', readOnly: true });
    type('Page of a parcel', '');
    await press('Save courier');
    await waitFor(() => expect(sent()).toEqual([['PUT', COURIERS, { name: 'Swift', trackingPage: null }]]));
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Edit Swift' }));
  });

  it('go once it is confirmed, and say so where it fails', async () => {
    answers[`DELETE ${COURIERS}/Swift`] = problem(404, 'courier.not-found', 'There is no such courier');
    const { sent, toasts } = await openScreen(page, at, answers);
    await press('Remove Swift');
    await pressInDialog('Remove');
    await waitFor(() => expect(toasts()).toEqual(['There is no such courier']));
    expect(sent()).toEqual([['DELETE', `${COURIERS}/Swift`, undefined]]);
  });

  it('say what staff do while there are none', async () => {
    answers[`GET ${COURIERS}`] = { body: { couriers: [] } };
    await openScreen(page, at, answers);
    expect(screen.getByText('No couriers yet: staff write courier and link of every parcel.')).toBeTruthy();
  });
});
