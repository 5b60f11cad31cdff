import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openScreen, press, problem, type StubbedAnswer } from '../../testing/open-screen.tsx';
import * as account from './account-page.tsx';

afterEach(cleanup);

const CHOICES = [
  { kind: 'order', page: true, mail: false },
  { kind: 'low-stock', page: false, mail: true },
];
const open = (more: Parameters<typeof openScreen>[2] = {}) =>
  openScreen({ Page: account.AccountPage, prefetch: account.prefetch, path: '/admin/account' }, '/admin/account', {
    'GET /admin/notices/choices': { body: { choices: CHOICES } },
    ...more,
  });
const box = (kind: string, name = 'In the staff area, at once') =>
  within(screen.getByRole('group', { name: kind })).getByRole<HTMLInputElement>('checkbox', { name });

describe('the own account', () => {
  it('says who one is, and switches kinds of notices that one may see', async () => {
    const changed = [{ kind: 'order', page: false, mail: true }, CHOICES[1]];
    const { sent, toasts } = await open({ 'PUT /admin/notices/choices': { body: { choices: changed } } });
    expect(screen.getByText('mira@example.com')).toBeTruthy();
    expect([box('New orders').checked, box('Low stock').checked]).toEqual([true, false]);
    expect([box('New orders', 'By mail').checked, box('Low stock', 'By mail').checked]).toEqual([false, true]);
    expect(screen.queryByRole('group', { name: 'Disputes' })).toBeNull();
    fireEvent.click(box('New orders'));
    fireEvent.click(box('New orders', 'By mail'));
    await press('Save');
    await waitFor(() => expect(toasts()).toEqual(['What you are told of is saved']));
    expect(sent()).toEqual([['PUT', '/admin/notices/choices', { choices: changed }]]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  });

  it('keeps what is switched while a save is on its way, to be saved', async () => {
    const saved = Promise.withResolvers<StubbedAnswer>();
    const changed = [{ kind: 'order', page: false, mail: false }, CHOICES[1]];
    const { sent, toasts } = await open({ 'PUT /admin/notices/choices': () => saved.promise });
    fireEvent.click(box('New orders'));
    await press('Save');
    await waitFor(() => expect(sent()).toHaveLength(1));
    fireEvent.click(box('Low stock'));
    await act(async () => saved.resolve({ body: { choices: changed } }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect([box('New orders').checked, box('Low stock').checked]).toEqual([false, true]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false);
  });

  it('keeps what was switched when it could not be saved, and says why', async () => {
    const { toasts } = await open({ 'PUT /admin/notices/choices': problem(503, 'service.away', 'Back in a minute') });
    fireEvent.click(box('Low stock'));
    await press('Save');
    await waitFor(() => expect(toasts()).toEqual(['Back in a minute']));
    expect(box('Low stock').checked).toBe(true);
  });

  it('says so where a role shows nothing to be told of, or the preferences could not be loaded', async () => {
    await open({ 'GET /admin/notices/choices': { body: { choices: [] } } });
    expect(screen.getByText('No notices for your role')).toBeTruthy();
    cleanup();
    await open({ 'GET /admin/notices/choices': problem(503, 'service.away', 'Back in a minute') });
    expect(screen.getByRole('alert').textContent).toContain('Back in a minute');
  });
});
