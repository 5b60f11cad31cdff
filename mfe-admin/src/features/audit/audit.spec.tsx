import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { openScreen } from '../../testing/open-screen.tsx';
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
  ['Pages', 'page'],
])('the audit trail is also that of what content records: %s', async (name, subject) => {
  const { asked } = await openScreen({ Page: AuditPage, prefetch, path: '/admin/audit' }, '/admin/audit', {
    'GET /admin/audit': { body: { entries: [entry], totalCount: 1 } },
  });
  await act(async () => fireEvent.click(screen.getByRole('link', { name })));
  await waitFor(() => expect(asked.at(-1)!.path).toBe(`/admin/audit?page=1&limit=25&subject=${subject}`));
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
  for (const text of ['Kavi', 'order: status changed', 'Processing', 'Shipped']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  await act(async () => fireEvent.click(screen.getByRole('link', { name: `order ${'c'.repeat(24)}` })));
  await waitFor(() =>
    expect(asked.at(-1)!.path).toBe(`/admin/audit?page=1&limit=25&subject=order&subjectId=${'c'.repeat(24)}`),
  );
});
