import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { openScreen, press, type } from '../../testing/open-screen.tsx';
import type { Brand } from './api/brand.ts';
import { BrandPage, prefetch } from './brand-page.tsx';

const page = { Page: BrandPage, prefetch, path: '/admin/brand' };
const BRAND: Brand = {
  name: 'Aranya',
  tagline: 'Fine jewellery',
  description: 'By hand.',
  phone: '+91 141 000 0000',
  email: 'hello@example.com',
  city: 'Jaipur',
  companyLine: 'Aranya Pvt Ltd',
  seller: { name: 'Aranya Pvt Ltd', address: 'Jaipur', state: 'Rajasthan', gstin: '08AAKCA1042R1Z5' },
  credit: 'Made here',
  social: { instagram: 'https://a.example', facebook: 'https://b.example', maps: 'https://c.example' },
  chatLink: 'https://d.example',
  promises: [{ title: 'By hand', text: 'In Jaipur' }],
};

describe('the brand', () => {
  let answers: Parameters<typeof openScreen>[2];
  beforeEach(() => {
    answers = { 'GET /brand': { body: { brand: BRAND } } };
  });
  afterEach(cleanup);

  it('is changed in what was written alone, so that what a colleague saved meanwhile stays', async () => {
    const colleagues = { ...BRAND, phone: '+91 294 000 0000' };
    answers['PUT /admin/brand'] = { body: { brand: { ...colleagues, city: 'Udaipur' } } };
    const { sent, toasts } = await openScreen(page, '/admin/brand', answers);
    type('City', 'Udaipur');
    await press('Save');
    await waitFor(() => expect(toasts()).toEqual(['Saved']));
    expect(screen.getByLabelText('Phone')).toMatchObject({ value: colleagues.phone });
    type('Name', 'Aranya Fine');
    await press('Save');
    await waitFor(() =>
      expect(sent()).toEqual([
        ['PUT', '/admin/brand', { city: 'Udaipur' }],
        ['PUT', '/admin/brand', { name: 'Aranya Fine' }],
      ]),
    );
  });

  it('loses its seller when all of it is taken out', async () => {
    const { seller: _, ...without } = BRAND;
    answers['PUT /admin/brand'] = { body: { brand: without } };
    const { sent, toasts } = await openScreen(page, '/admin/brand', answers);
    for (const field of ['Registered name', 'GSTIN', 'State', 'Registered address']) type(field, '');
    await press('Save');
    await waitFor(() => expect(toasts()).toEqual(['Saved']));
    expect(sent()).toEqual([['PUT', '/admin/brand', { seller: null }]]);
  });

  it('names who answers complaints, with the times of the law to begin with, and nobody again when all is taken out', async () => {
    const officer = { name: 'Kavita', email: 'k@example.com', phone: '', hours: '' };
    const promise = 'Complaints are answered within 48 hours and settled within a month.';
    const named = { ...BRAND, grievanceOfficer: { ...officer, promise } };
    answers['PUT /admin/brand'] = { body: { brand: named } };
    const { sent } = await openScreen(page, '/admin/brand', answers);
    expect(screen.getByLabelText('What you promise')).toMatchObject({ value: promise });
    type('Name of the officer', 'Kavita');
    await press('Save');
    expect(await screen.findByText('An e-mail address')).toBeTruthy();
    type('E-mail for complaints', 'k@example.com');
    await press('Save');
    await waitFor(() =>
      expect(sent()).toEqual([['PUT', '/admin/brand', { grievanceOfficer: { ...officer, promise } }]]),
    );
    answers['PUT /admin/brand'] = { body: { brand: BRAND } };
    for (const field of ['Name of the officer', 'E-mail for complaints']) type(field, '');
    await press('Save');
    await waitFor(() => expect(sent()[1]).toEqual(['PUT', '/admin/brand', { grievanceOfficer: null }]));
  });

  it('names an assaying centre with its seller, or none', async () => {
    const { seller } = BRAND;
    const assayingCentre = 'Jaipur Assay, Johari Bazaar';
    answers['GET /brand'] = { body: { brand: { ...BRAND, seller: { ...seller, assayingCentre } } } };
    answers['PUT /admin/brand'] = { body: { brand: BRAND } };
    const { sent, toasts } = await openScreen(page, '/admin/brand', answers);
    type('Assaying centre', ' ');
    await press('Save');
    await waitFor(() => expect(toasts()).toEqual(['Saved']));
    type('Assaying centre', assayingCentre);
    await press('Save');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent().map(([, , body]) => body)).toEqual([{ seller }, { seller: { ...seller, assayingCentre } }]);
  });

  it('says at a field what the service says of it', async () => {
    answers['PUT /admin/brand'] = {
      status: 400,
      body: {
        ...{ type: 'about:blank', title: 'Bad request', status: 400, code: 'request.invalid', requestId: '1' },
        message: 'Something is not right',
        errors: { 'seller.gstin': 'A GSTIN has 15 characters' },
      },
    };
    const { sent } = await openScreen(page, '/admin/brand', answers);
    type('GSTIN', '08AAKCA1042R1Z6');
    await press('Save');
    expect(await screen.findByText('A GSTIN has 15 characters')).toBeTruthy();
    expect(sent()).toEqual([['PUT', '/admin/brand', { seller: { ...BRAND.seller, gstin: '08AAKCA1042R1Z6' } }]]);
    expect(screen.getByLabelText('GSTIN').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText('GSTIN'));
  });

  it('has a whole seller or none', async () => {
    const { seller: _, ...without } = BRAND;
    answers['GET /brand'] = { body: { brand: without } };
    answers['PUT /admin/brand'] = { body: { brand: without } };
    const { sent } = await openScreen(page, '/admin/brand', answers);
    type('GSTIN', '08AAKCA1042R1Z5');
    await press('Save');
    expect(await screen.findByText('Address is required')).toBeTruthy();
    expect(sent()).toEqual([]);
    type('GSTIN', '');
    type('City', 'Udaipur');
    await press('Save');
    await waitFor(() => expect(sent()[0]?.[2]).toEqual({ city: 'Udaipur' }));
  });
});
