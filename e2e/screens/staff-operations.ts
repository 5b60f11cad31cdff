import { dialog, drawer, saysWhy, staff, type Screen } from './screen.ts';

// Operations, releases, what staff did, and the parts that screens are made of.

/** What a service has given up on and fails at. */
const FAILED: Screen['api'] = {
  path: /\/admin\/operations\/content$/,
  answer: {
    status: 200,
    body: {
      events: [
        {
          handler: 'mail-confirmation-when-order-created',
          eventId: '3f2b8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f',
          name: 'order.created.v1',
          key: '6b01c5734d9f13a5da2d662a',
          reason: 'MongoServerError: Plan executor error during findAndModify :: caused by :: BSONObj size is invalid',
          failures: 8,
          occurredAt: '2026-11-20T10:00:00.000Z',
          failedAt: '2026-11-20T11:30:00.000Z',
        },
      ],
      eventCount: 1,
      jobs: [
        {
          job: 'mails',
          failing: 1,
          items: [
            {
              id: '8a1c8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f',
              failures: 3,
              reason: 'connect ECONNREFUSED 127.0.0.1:1025',
              nextAt: '2026-11-20T12:30:00.000Z',
            },
          ],
        },
      ],
    },
  },
};

export const STAFF_OPERATION_SCREENS: Record<string, Screen> = {
  'admin-operations': staff('operations'),
  'admin-releases': staff('operations?show=releases'),
  'admin-releases-error': {
    ...staff('operations?show=releases'),
    ...{ open: saysWhy, api: { path: /\/admin\/releases$/, answer: 'fails' } },
  },
  'admin-releases-loading': {
    ...staff('operations?show=releases'),
    api: { path: /\/admin\/releases$/, answer: 'waits' },
  },
  'admin-operations-failed': { ...staff('operations'), api: FAILED },
  'admin-operations-error': {
    ...staff('operations'),
    ...{ open: saysWhy, api: { path: /\/admin\/operations\/(content|payment)$/, answer: 'fails' } },
  },
  'admin-audit': staff('audit'),
  'admin-audit-none': staff('audit?q=zzzz&from=2026-11-01'),
  'admin-audit-filters': {
    ...staff('audit?subject=product'),
    async open(page) {
      await page.getByRole('button', { name: /^Filters/ }).click();
      await dialog(page);
    },
  },
  'admin-design': staff('design'),
  'admin-design-dialog': drawer('design', /^Open a dialog$/),
  'admin-design-drawer': drawer('design', /^Open a drawer$/),
};
