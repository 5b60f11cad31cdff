import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { openScreen, press, pressInDialog } from '../../testing/open-screen.tsx';
import type { AuditEntry } from './api/audit.ts';
import { AuditPage, prefetch } from './audit-page.tsx';

afterEach(cleanup);

const entry: AuditEntry = {
  _id: 'a'.repeat(24),
  actorId: 'b'.repeat(24),
  actorName: 'Kavi',
  action: 'order.status-changed',
  subject: 'order',
  subjectId: 'c'.repeat(24),
  before: { status: 'Processing' },
  after: { status: 'Shipped' },
  at: '2026-11-20T10:00:00.000Z',
};

it.each([
  ['Brand', 'brand'],
  ['Posts', 'post'],
  ['Banners', 'banner'],
  ['Text pages', 'page'],
])('the audit trail is also that of what content records: %s', async (name, subject) => {
  const { asked } = await openScreen({ Page: AuditPage, prefetch, path: '/admin/audit' }, '/admin/audit', {
    'GET /admin/audit': { body: { entries: [entry], totalCount: 1 } },
  });
  await press('Filters');
  const about = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'About' });
  fireEvent.change(about, { target: { value: subject } });
  expect(about.selectedOptions[0]!.text).toBe(name);
  await pressInDialog('Show');
  await waitFor(() => expect(asked.at(-1)!.path).toBe(`/admin/audit?page=1&limit=25&subject=${subject}`));
});

it('the audit trail leads to an import that was applied, and shows all imports', async () => {
  const applied = { action: 'import.applied', subject: 'import', before: null, after: { table: 'products', new: 3 } };
  const { asked } = await openScreen({ Page: AuditPage, prefetch, path: '/admin/audit' }, '/admin/audit', {
    'GET /admin/audit': { body: { entries: [{ ...entry, ...applied }], totalCount: 1 } },
  });
  const record = screen.getByRole('link', { name: 'Imports of products, CCCCCC' });
  expect(record.getAttribute('href')).toBe(`/admin/product-import/${entry.subjectId}`);
  await press('Filters');
  const about = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'About' });
  fireEvent.change(about, { target: { value: 'import' } });
  expect(about.selectedOptions[0]!.text).toBe('Imports of products');
  await pressInDialog('Show');
  await waitFor(() => expect(asked.at(-1)!.path).toBe('/admin/audit?page=1&limit=25&subject=import'));
});

it('the audit trail says who changed what from what to what, and shows all of one thing', async () => {
  const { asked } = await openScreen(
    { Page: AuditPage, prefetch, path: '/admin/audit' },
    '/admin/audit?subject=order',
    {
      'GET /admin/audit': { body: { entries: [entry], totalCount: 1 } },
    },
  );
  expect(asked[0]!.path).toBe('/admin/audit?page=1&limit=25&subject=order');
  for (const text of ['Kavi', 'Order: status changed', 'Processing', 'Shipped']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  const record = screen.getByRole('link', { name: 'Orders, CCCCCC' });
  expect(record.getAttribute('href')).toBe(`/admin/order/${'c'.repeat(24)}`);
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'All of it (Orders, CCCCCC)' })));
  await waitFor(() =>
    expect(asked.at(-1)!.path).toBe(`/admin/audit?page=1&limit=25&subject=order&subjectId=${'c'.repeat(24)}`),
  );
});

it('the audit trail is found by who, what and when, which stand in the address', async () => {
  const screens = { Page: AuditPage, prefetch, path: '/admin/audit' };
  const { asked, at } = await openScreen(screens, '/admin/audit?q=kavi&from=2026-11-01&to=yesterday', {
    'GET /admin/audit': { body: { entries: [entry], totalCount: 1 } },
  });
  // What is no day is left out.
  expect(asked[0]!.path).toBe('/admin/audit?page=1&limit=25&q=kavi&from=2026-11-01');
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Order: status changed' })));
  await waitFor(() => expect(asked.at(-1)!.path).toContain('action=order.status-changed'));
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Kavi' })));
  await waitFor(() => expect(asked.at(-1)!.path).toContain(`actorId=${'b'.repeat(24)}`));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Filters/ })));
  fireEvent.change(screen.getByLabelText('Up to'), { target: { value: '2026-11-20' } });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Show' })));
  await waitFor(() => expect(at()).toContain('to=2026-11-20'));
  expect(at()).toContain('from=2026-11-01');
});

it.each([
  ['is gone', { before: { name: 'Meera' }, after: null }],
  ['has no screen', { subject: 'page', subjectId: 'about' }],
])('an entry about what %s has no link to it', async (_, change) => {
  await openScreen({ Page: AuditPage, prefetch, path: '/admin/audit' }, '/admin/audit', {
    'GET /admin/audit': { body: { entries: [{ ...entry, ...change }], totalCount: 1 } },
  });
  expect(screen.queryByRole('link', { name: /^(Orders, CCCCCC|Pages, about)$/ })).toBeNull();
  expect(screen.getByRole('link', { name: /^All of it/ })).toBeTruthy();
});
