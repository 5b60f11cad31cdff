import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openScreen, press, problem, type, pressInDialog } from '../../testing/open-screen.tsx';
import { CustomizationPage, prefetch } from './customization-page.tsx';

const page = { Page: CustomizationPage, prefetch, path: '/admin/customization' };
const ring = {
  _id: 'a'.repeat(24),
  productGroup: 'AR-1042',
  metalPurity: [{ value: '18 KT', price: 5_640 }],
  stoneType: [],
};
const bangle = { _id: 'b'.repeat(24), productGroup: 'AR-1007', metalPurity: [], stoneType: [] };

describe('customizations', () => {
  let answers: Parameters<typeof openScreen>[2];
  beforeEach(() => {
    answers = {
      'GET /admin/customization': { body: { customizations: [ring, bangle] } },
      'GET /metal-purities': { body: { data: [{ _id: 'c'.repeat(24), name: '22 KT', price: 900 }] } },
      'GET /stonetypes': { body: { data: [{ _id: 'd'.repeat(24), type: 'Ruby', price: 0 }] } },
    };
  });
  afterEach(cleanup);

  it('are listed by product group, in the order of the alphabet', async () => {
    await openScreen(page, '/admin/customization', answers);
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent?.slice(0, 7))).toEqual(['AR-1007', 'AR-1042']);
  });

  it('say that they could not be fetched, where the service says nothing itself', async () => {
    answers['GET /admin/customization'] = problem(500, 'internal', '');
    await openScreen(page, '/admin/customization', answers);
    expect(screen.getByRole('alert').textContent).toContain('Failed to fetch customizations');
  });

  it('are led to when one is to be changed, which may be far below or above', async () => {
    await openScreen(page, '/admin/customization', answers);
    expect(document.activeElement).toBe(document.body);
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Edit AR-1042' })));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Product group')));
    expect(screen.getByLabelText<HTMLInputElement>('Product group').value).toBe('AR-1042');
    await press('New');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Product group')));
  });

  it('begin with the group that leads here, where it has none yet', async () => {
    answers['POST /admin/customization/new'] = { body: { message: '', customization: ring } };
    const { sent } = await openScreen(page, '/admin/customization?group=AR-3001', answers);
    expect(screen.getByRole('heading', { name: 'New customization' })).toBeTruthy();
    await press('Create');
    await waitFor(() => expect(sent()[0]?.[2]).toMatchObject({ productGroup: 'AR-3001' }));
  });

  it('take values of the option lists alone, and keep those that a list has no more', async () => {
    answers[`PUT /admin/customization/${ring._id}`] = { body: { message: '', customization: ring } };
    const { sent } = await openScreen(page, '/admin/customization?group=AR-1042', answers);
    await press('Add Stone Type');
    type('Stone Type 1', 'Rubby');
    await press('Update');
    expect(await screen.findByText(/^“Rubby” is not in the option list. Choose one that is, or add it/)).toBeTruthy();
    expect(sent()).toEqual([]);
    // In a tab of its own: what is written here stays.
    const add = screen.getByRole('link', { name: 'Add a value to stone types' });
    expect([add.getAttribute('href'), add.getAttribute('target')]).toEqual(['/admin/feature?list=stonetype', '_blank']);
    type('Stone Type 1', 'ruby');
    await press('Update');
    await waitFor(() => expect(sent()[0]?.[2]).toEqual({ stoneType: [{ value: 'Ruby', price: 0 }] }));
  });

  it('need a group and a value in every row', async () => {
    const { sent } = await openScreen(page, '/admin/customization', answers);
    await press('Add Stone Type');
    await press('Create');
    expect(await screen.findByText('Product group is required')).toBeTruthy();
    expect(screen.getByText('This is required')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('are created with the price that the option list suggests, and none where it is no number', async () => {
    answers['POST /admin/customization/new'] = { body: { message: '', customization: ring } };
    const { sent, toasts } = await openScreen(page, '/admin/customization', answers);
    type('Product group', ' ar-1042 ');
    await press('Add Metal Purity');
    type('Metal Purity 1', '22 KT');
    await press('Add Stone Type');
    type('Stone Type 1', 'Ruby');
    await press('Create');
    await waitFor(() => expect(toasts()).toEqual(['Customization created successfully']));
    expect(sent()).toEqual([
      [
        'POST',
        '/admin/customization/new',
        {
          productGroup: 'AR-1042',
          metalPurity: [{ value: '22 KT', price: 900 }],
          stoneType: [{ value: 'Ruby', price: 0 }],
        },
      ],
    ]);
  });

  it('are changed from the address of their group, in what was written alone; Reset takes that back', async () => {
    const changed = { ...ring, metalPurity: [], stoneType: [{ value: 'Ruby', price: 900 }] };
    answers[`PUT /admin/customization/${ring._id}`] = { body: { message: '', customization: changed } };
    const { sent, toasts } = await openScreen(page, '/admin/customization?group=AR-1042', answers);
    type('Price 1 in ₹', '6000');
    await press('Reset');
    expect(screen.getByLabelText('Price 1 in ₹')).toMatchObject({ value: '5,640' });
    await press('Remove Metal Purity 1');
    await press('Update');
    await waitFor(() => expect(toasts()).toEqual(['Customization updated successfully']));
    expect(sent()).toEqual([['PUT', `/admin/customization/${ring._id}`, { metalPurity: [] }]]);
    // A concurrent change of a colleague.
    expect(screen.getByLabelText('Stone Type 1')).toMatchObject({ value: 'Ruby' });
    expect(screen.getByRole('button', { name: 'Update' })).toMatchObject({ disabled: true });
    await press('New');
    expect(screen.getByRole('button', { name: 'Create' })).toBeTruthy();
  });

  it('say what the service says, at the field or as a toast', async () => {
    answers['POST /admin/customization/new'] = problem(
      409,
      'customization.taken',
      'This product group has one already',
    );
    const { toasts } = await openScreen(page, '/admin/customization', answers);
    type('Product group', 'AR-1042');
    await press('Create');
    await waitFor(() => expect(toasts()).toEqual(['This product group has one already']));
    answers['POST /admin/customization/new'] = problem(400, 'request.invalid', 'Check', {
      productGroup: 'A group code looks like AR-1042',
    });
    await press('Create');
    expect(await screen.findByText('A group code looks like AR-1042')).toBeTruthy();
  });

  it('are read, and neither changed nor deleted, by those who may only see them', async () => {
    await openScreen(page, '/admin/customization', answers, { permissions: ['customizations.read'] });
    expect(screen.getByRole('link', { name: 'AR-1042' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Edit AR-1042' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete AR-1042' })).toBeNull();
  });

  it('go once that is confirmed', async () => {
    answers[`DELETE /admin/customization/${bangle._id}`] = { body: { message: '' } };
    const { sent, toasts } = await openScreen(page, '/admin/customization', answers);
    await press('Delete AR-1007');
    expect(screen.getByRole('dialog', { name: 'Delete this customization?' })).toBeTruthy();
    await pressInDialog('Delete');
    await waitFor(() => expect(toasts()).toEqual(['Customization deleted successfully']));
    expect(sent()).toEqual([['DELETE', `/admin/customization/${bangle._id}`, undefined]]);
  });
});
