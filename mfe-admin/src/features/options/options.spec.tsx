import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { openScreen, press, problem, type, pressInDialog } from '../../testing/open-screen.tsx';
import * as features from './feature-page.tsx';
import * as sizes from './size-page.tsx';

const page = { Page: sizes.SizePage, prefetch: sizes.prefetch, path: '/admin/size' };
const featurePage = { Page: features.FeaturePage, prefetch: features.prefetch, path: '/admin/feature' };
const id = 'a'.repeat(24);
// jsdom has no object URLs.
Object.assign(URL, { createObjectURL: () => 'blob:chosen', revokeObjectURL: () => {} });

describe('the option lists', () => {
  let answers: Parameters<typeof openScreen>[2];
  beforeEach(() => {
    answers = {
      'GET /ring-sizes': { body: { data: [{ _id: id, size: '12', price: 0 }] } },
      'GET /earring-sizes': { body: { data: [{ _id: id, earringsize: 'Small', price: 250 }] } },
      'GET /metal-tones': {
        body: { data: [{ _id: id, name: 'Rose Gold', price: 0, image: '/api/v1/images/rose.svg' }] },
      },
    };
  });
  afterEach(cleanup);

  it('have addresses of their own; what costs extra says how much', async () => {
    await openScreen(page, '/admin/size', answers);
    expect(screen.getByRole('cell', { name: '12' })).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Earring sizes' })));
    expect(await screen.findByText('₹250.00')).toBeTruthy();
    expect(window.location.search).toBe('?list=earring-size');
  });

  it('send each value under the name that its list has for it', async () => {
    answers['POST /admin/earring-size'] = { body: { data: { _id: 'b'.repeat(24), earringsize: 'Large', price: 300 } } };
    const { sent, toasts } = await openScreen(page, '/admin/size?list=earring-size', answers);
    await press('Add earring size');
    type('Earring size', ' Large ');
    type('Extra cost in ₹', '300');
    await pressInDialog('Create');
    expect(await screen.findByRole('cell', { name: 'Large' })).toBeTruthy();
    expect(sent()).toEqual([['POST', '/admin/earring-size', { earringsize: 'Large', price: 300 }]]);
    expect(toasts()).toEqual(['Saved']);
  });

  it('change in the drawer that made them; what the service says of the value stands there', async () => {
    answers[`PUT /admin/ring-size/${id}`] = problem(400, 'request.invalid', 'Check', { size: 'At most 60 characters' });
    const { sent } = await openScreen(page, '/admin/size', answers);
    await press('Edit 12');
    type('Ring size', '12.5');
    await pressInDialog('Update');
    expect(await screen.findByText('At most 60 characters')).toBeTruthy();
    answers[`PUT /admin/ring-size/${id}`] = { body: { data: { _id: id, size: '12.5', price: 0 } } };
    await pressInDialog('Update');
    expect(await screen.findByRole('cell', { name: '12.5' })).toBeTruthy();
    expect(sent().at(-1)).toEqual(['PUT', `/admin/ring-size/${id}`, { size: '12.5', price: 0 }]);
  });

  it('say how a diamond that was not mined has to be called', async () => {
    answers['GET /stonetypes'] = { body: { data: [{ _id: id, type: 'Ruby', price: 0 }] } };
    await openScreen(featurePage, '/admin/feature?list=stonetype', answers);
    await press('Add stone type');
    type('Stone type', 'Lab-Grown Diamond');
    expect(await screen.findByText(/^Write “laboratory-grown diamond”/)).toBeTruthy();
    type('Stone type', 'Laboratory-Grown Diamond');
    expect(screen.queryByText(/^Write “laboratory-grown diamond”/)).toBeNull();
  });

  it('show the pictures of metal tones, take a new one and take it away', async () => {
    answers[`PUT /admin/metal-tone/${id}`] = {
      body: { data: { _id: id, name: 'Rose Gold', price: 0, image: '/api/v1/images/new.webp' } },
    };
    const { sent } = await openScreen(featurePage, '/admin/feature?list=metal-tone', answers);
    await press('Edit Rose Gold');
    expect(screen.getByRole('img', { name: 'The picture now' })).toBeTruthy();
    answers['POST /admin/images'] = { body: { image: { src: '/api/v1/images/new.webp', width: 9, height: 9 } } };
    const picture = new File(['picture'], 'rose.png', { type: 'image/png' });
    await act(async () => fireEvent.change(screen.getByLabelText('Picture'), { target: { files: [picture] } }));
    expect(await screen.findByText('rose.png: added')).toBeTruthy();
    await pressInDialog('Update');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const PUT = ['PUT', `/admin/metal-tone/${id}`];
    expect(sent().at(-1)).toEqual([...PUT, { name: 'Rose Gold', price: 0, image: '/api/v1/images/new.webp' }]);
    await press('Edit Rose Gold');
    await press('Take the picture away');
    await pressInDialog('Update');
    await waitFor(() => expect(sent().at(-1)).toEqual([...PUT, { name: 'Rose Gold', price: 0 }]));
  });

  it('say how many products use one that is to be deleted, and lead to them', async () => {
    answers[`DELETE /admin/ring-size/${id}`] = problem(409, 'option.in-use', '12 products use “12”');
    const { toasts } = await openScreen(page, '/admin/size', answers);
    await press('Delete 12');
    await pressInDialog('Delete');
    expect(await screen.findByText(/12 products use “12”/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show these products' }).getAttribute('href')).toBe(
      '/admin/products?option=ring-size&value=12',
    );
    expect(toasts()).toEqual([]);
    await pressInDialog('Close');
    expect(screen.getByRole('cell', { name: '12' })).toBeTruthy();
  });

  it('are renamed with the products that use them once staff say so', async () => {
    answers[`PUT /admin/ring-size/${id}`] = problem(409, 'option.in-use', '12 products use “12”');
    const { sent } = await openScreen(page, '/admin/size', answers);
    await press('Edit 12');
    type('Ring size', '12 (US 6)');
    await pressInDialog('Update');
    expect((await screen.findByRole('alert')).textContent).toContain('12 products use “12”');
    expect(screen.getByRole('link', { name: 'Show these products' })).toBeTruthy();
    answers[`PUT /admin/ring-size/${id}`] = { body: { data: { _id: id, size: '12 (US 6)', price: 0 } } };
    await act(async () => fireEvent.click(screen.getByLabelText('They take the new value over')));
    await pressInDialog('Update');
    expect(await screen.findByRole('cell', { name: '12 (US 6)' })).toBeTruthy();
    const change = { size: '12 (US 6)', price: 0 };
    expect(sent().map(([, , body]) => body)).toEqual([change, { ...change, carryAlong: true }]);
  });

  it('lose an entry once that is confirmed, and keep it when the service refuses', async () => {
    answers[`DELETE /admin/ring-size/${id}`] = problem(404, 'option.not-found', 'This entry does not exist');
    const { toasts } = await openScreen(page, '/admin/size', answers);
    await press('Delete 12');
    await pressInDialog('Delete');
    await waitFor(() => expect(toasts()).toEqual(['This entry does not exist']));
    expect(screen.getByRole('cell', { name: '12' })).toBeTruthy();
    answers[`DELETE /admin/ring-size/${id}`] = { body: { _id: id } };
    await press('Delete 12');
    await pressInDialog('Delete');
    expect(await screen.findByText('No ring sizes yet')).toBeTruthy();
  });
});
