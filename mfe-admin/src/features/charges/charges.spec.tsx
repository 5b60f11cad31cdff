import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { openScreen, press, problem, type, pressInDialog } from '../../testing/open-screen.tsx';
import type { Charges } from './api/charges.ts';
import { ChargesPage, prefetch } from './charges-page.tsx';

const page = { Page: ChargesPage, prefetch, path: '/admin/charges' };
const CHARGES: Charges = {
  gstRate: 0.03,
  domesticShipping: 0,
  freeShippingAbove: 8802,
  otherCharges: { engraving: 199, hallmarking: 99, specialRequestDefault: 499 },
  internationalShipping: [{ country: 'Germany', courier: 'Swift', charge: 4_500 }],
  zeroRatedExports: false,
  showPrices: 'with-tax',
  maxPieces: 5,
  giftWrap: 150,
  panAbove: 200_000,
  dispatch: { readyFrom: 1, readyTo: 2, madeToOrderFrom: 15, madeToOrderTo: 20 },
};

describe('the charges', () => {
  let answers: Parameters<typeof openScreen>[2];
  beforeEach(() => {
    answers = { 'GET /charges': { body: { data: CHARGES } } };
  });
  afterEach(cleanup);

  it('are saved as numbers, those that were changed alone', async () => {
    const saved = { ...CHARGES, gstRate: 0.05 };
    answers['PUT /admin/charges'] = { body: { message: '', data: saved } };
    const { sent, toasts } = await openScreen(page, '/admin/charges', answers);
    type('GST in %', '5');
    await press('Save');
    await waitFor(() => expect(toasts()).toEqual(['Charges updated']));
    expect(sent()).toEqual([['PUT', '/admin/charges', { gstRate: 0.05 }]]);
    expect(screen.getByRole('button', { name: 'Save' })).toMatchObject({ disabled: true });
  });

  it('have the rate in per cent, to its last digit; a finer one is refused, and not rounded', async () => {
    answers['GET /charges'] = { body: { data: { ...CHARGES, gstRate: 0.0725 } } };
    const { sent } = await openScreen(page, '/admin/charges', answers);
    expect(screen.getByLabelText('GST in %')).toMatchObject({ value: '7.25' });
    type('GST in %', '7.255');
    await press('Save');
    expect(await screen.findByText('At most two decimals')).toBeTruthy();
    type('GST in %', '7.26');
    await press('Save');
    await waitFor(() => expect(sent()).toEqual([['PUT', '/admin/charges', { gstRate: 0.0726 }]]));
  });

  it('have the sum above which the law wants a PAN, unless the service does not know it yet', async () => {
    answers['PUT /admin/charges'] = { body: { message: '', data: { ...CHARGES, panAbove: 100_000 } } };
    const { sent } = await openScreen(page, '/admin/charges', answers);
    type('PAN needed above in ₹', '1,00,000');
    await press('Save');
    await waitFor(() => expect(sent()).toEqual([['PUT', '/admin/charges', { panAbove: 100_000 }]]));
    cleanup();
    const { panAbove: _, ...older } = CHARGES;
    await openScreen(page, '/admin/charges', { 'GET /charges': { body: { data: older } } });
    expect(screen.getByLabelText('Gift wrap in ₹')).toBeTruthy();
    expect(screen.queryByLabelText('PAN needed above in ₹')).toBeNull();
  });

  it('that are not saved yet can be saved as they are', async () => {
    answers['GET /charges'] = { body: { data: { ...CHARGES, untouched: true } } };
    answers['POST /admin/charges'] = { status: 201, body: { message: '', data: CHARGES } };
    const { sent, toasts } = await openScreen(page, '/admin/charges', answers);
    await press('Save');
    await waitFor(() => expect(toasts()).toEqual(['Charges created']));
    expect(sent()).toEqual([['POST', '/admin/charges', {}]]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toMatchObject({ disabled: true }));
    answers['PUT /admin/charges'] = { body: { message: '', data: { ...CHARGES, giftWrap: 90 } } };
    type('Gift wrap in ₹', '90');
    await press('Save');
    await waitFor(() => expect(toasts()).toEqual(['Charges created', 'Charges updated']));
  });

  it.each([
    ['that are not saved yet', true, 'POST', 'Creation failed'],
    ['that were saved', false, 'PUT', 'Update failed'],
  ])('%s say that they could not be, where the service says nothing itself', async (_, isNew, method, text) => {
    answers['GET /charges'] = { body: { data: { ...CHARGES, ...(isNew && { untouched: true }) } } };
    answers[`${method} /admin/charges`] = problem(500, 'internal', '');
    const { toasts } = await openScreen(page, '/admin/charges', answers);
    type('Gift wrap in ₹', '90');
    await press('Save');
    await waitFor(() => expect(toasts()).toEqual([text]));
  });

  it('that a colleague created in the meantime are updated, and neither loses what was written', async () => {
    answers['GET /charges'] = { body: { data: { ...CHARGES, version: 'one', untouched: true } } };
    answers['POST /admin/charges'] = problem(409, 'charges.exist', 'The charges already exist. Please update them');
    const theirs = { ...CHARGES, maxPieces: 2, version: 'two' };
    const changed = problem(409, 'document.changed', 'Somebody saved this since you opened it');
    const details = { document: theirs, saves: [{ by: 'Asha', fields: ['maxPieces'] }] };
    answers['PUT /admin/charges'] = ({ version }) =>
      version === 'two'
        ? { body: { message: '', data: { ...theirs, giftWrap: 90, version: 'three' } } }
        : { ...changed, body: { ...(changed.body as object), details } };
    const { sent, toasts } = await openScreen(page, '/admin/charges', answers);
    type('Gift wrap in ₹', '90');
    await press('Save');
    await waitFor(() => expect(toasts()).toEqual(['Charges updated. Asha changed Pieces per customer: kept']));
    expect(sent().at(-1)).toEqual(['PUT', '/admin/charges', { giftWrap: 90 }]);
  });

  it('say which prices shoppers see', async () => {
    const saved = { ...CHARGES, showPrices: 'before-tax' as const };
    answers['PUT /admin/charges'] = { body: { message: '', data: saved } };
    const { sent } = await openScreen(page, '/admin/charges', answers);
    expect(screen.getByLabelText('Prices that shoppers see')).toMatchObject({ value: 'with-tax' });
    type('Prices that shoppers see', 'before-tax');
    await press('Save');
    await waitFor(() => expect(sent()).toEqual([['PUT', '/admin/charges', { showPrices: 'before-tax' }]]));
  });

  it('say how many pieces of a product one customer can have', async () => {
    const saved = { ...CHARGES, maxPieces: 2 };
    answers['PUT /admin/charges'] = { body: { message: '', data: saved } };
    const { sent } = await openScreen(page, '/admin/charges', answers);
    expect(screen.getByLabelText('Pieces per customer')).toMatchObject({ value: '5' });
    type('Pieces per customer', '0');
    await press('Save');
    expect(await screen.findByText('At least 1')).toBeTruthy();
    expect(sent()).toEqual([]);
    type('Pieces per customer', '2');
    await press('Save');
    await waitFor(() => expect(sent()).toEqual([['PUT', '/admin/charges', { maxPieces: 2 }]]));
  });

  it('say who pays duties abroad', async () => {
    const told = { ...CHARGES, dutiesNote: 'The receiver pays duties.' };
    answers['GET /charges'] = { body: { data: told } };
    answers['PUT /admin/charges'] = { body: { message: '', data: { ...told, dutiesNote: 'We pay duties.' } } };
    const { sent } = await openScreen(page, '/admin/charges', answers);
    expect(screen.getByLabelText('Duties abroad')).toMatchObject({ value: 'The receiver pays duties.' });
    type('Duties abroad', '');
    await press('Save');
    expect(await screen.findByText('This is required')).toBeTruthy();
    type('Duties abroad', 'We pay duties.');
    await press('Save');
    await waitFor(() => expect(sent()).toEqual([['PUT', '/admin/charges', { dutiesNote: 'We pay duties.' }]]));
  });

  it('say when pieces leave the shop', async () => {
    const dispatch = { ...CHARGES.dispatch, readyTo: 3 };
    answers['PUT /admin/charges'] = { body: { message: '', data: { ...CHARGES, dispatch } } };
    const { sent } = await openScreen(page, '/admin/charges', answers);
    type('Ready pieces leave after, at most', '0');
    await press('Save');
    expect(await screen.findByText('The last day cannot be before the first')).toBeTruthy();
    type('Ready pieces leave after, at most', '3');
    await press('Save');
    await waitFor(() => expect(sent()).toEqual([['PUT', '/admin/charges', { dispatch }]]));
  });

  it('are not sent while a field makes no sense', async () => {
    const { sent } = await openScreen(page, '/admin/charges', answers);
    type('GST in %', '150');
    type('Engraving in ₹', '-1');
    type('Hallmarking in ₹', '');
    type('Special request in ₹', '1.005');
    await press('Save');
    for (const text of ['At most 100 %', 'This cannot be negative', 'This is required', 'At most two decimals']) {
      expect(await screen.findByText(text)).toBeTruthy();
    }
    expect(sent()).toEqual([]);
  });

  it('say what the service says when they could not be saved, and keep what was written', async () => {
    answers['PUT /admin/charges'] = problem(400, 'request.invalid', 'Please check your input', { gstRate: 'Too much' });
    const { toasts } = await openScreen(page, '/admin/charges', answers);
    type('GST in %', '90');
    await press('Save');
    expect(await screen.findByText('Too much')).toBeTruthy();
    expect(toasts()).toEqual(['Please check your input']);
    expect(screen.getByLabelText('GST in %')).toMatchObject({ value: '90' });
  });

  it('take another rate of a courier', async () => {
    const more = [...CHARGES.internationalShipping, { country: 'Japan', courier: 'Ocean', charge: 60 }];
    answers['PUT /admin/charges/international'] = {
      body: { message: '', data: { ...CHARGES, internationalShipping: more } },
    };
    const { sent, toasts } = await openScreen(page, '/admin/charges', answers);
    await press('Save rate');
    for (const text of ['Country is required', 'Courier is required', 'This is required']) {
      expect(await screen.findByText(text)).toBeTruthy();
    }
    type('Country', 'Japan');
    type('Courier', ' Ocean ');
    type('Charge in ₹', '60');
    await press('Save rate');
    await waitFor(() => expect(toasts()).toEqual(['Saved']));
    expect(sent()).toEqual([
      ['PUT', '/admin/charges/international', { country: 'Japan', courier: 'Ocean', charge: 60 }],
    ]);
    expect(within(screen.getByRole('table')).getByText('Ocean')).toBeTruthy();
    expect(screen.getByLabelText('Courier')).toMatchObject({ value: '' });
  });

  it('lose a rate once it is confirmed', async () => {
    answers['DELETE /admin/charges/international/Germany/Swift'] = {
      body: { message: '', data: { ...CHARGES, internationalShipping: [] } },
    };
    const { sent, toasts } = await openScreen(page, '/admin/charges', answers);
    await press('Remove Swift to Germany');
    expect(screen.getByRole('dialog', { name: 'Remove this rate?' })).toBeTruthy();
    expect(sent()).toEqual([]);
    await pressInDialog('Remove');
    await waitFor(() => expect(toasts()).toEqual(['Rate removed']));
    expect(screen.getByText(/^No rates yet/)).toBeTruthy();
  });
});
