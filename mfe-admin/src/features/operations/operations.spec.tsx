import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { OPERATED_SERVICES, type Failures, type Releases } from '../../api/operations.ts';
import { openScreen, press, pressInDialog, problem } from '../../testing/open-screen.tsx';
import { OperationsPage, prefetch } from './operations-page.tsx';

afterEach(cleanup);

const page = { Page: OperationsPage, prefetch, path: '/admin/operations' };
const at = '2026-11-22T10:00:00.000Z';
const NONE: Failures = { events: [], eventCount: 0, jobs: [] };
const given = (eventId: string, key: string) => ({
  ...{ handler: 'mail-confirmation-when-order-created', eventId, name: 'order.created.v1', key },
  ...{ reason: 'Error: no template', failures: 8, occurredAt: at, failedAt: at },
});
const CONTENT: Failures = { events: [given('e1', 'order-1'), given('e2', 'order-2')], eventCount: 2, jobs: [] };
const PAYMENT: Failures = {
  ...NONE,
  jobs: [{ job: 'refunds', failing: 1, items: [{ id: 'r1', failures: 3, reason: 'provider is away', nextAt: at }] }],
};
const answersWith = (failures: Partial<Record<(typeof OPERATED_SERVICES)[number], Failures>>) =>
  Object.fromEntries(
    OPERATED_SERVICES.map((service) => [`GET /admin/operations/${service}`, { body: failures[service] ?? NONE }]),
  ) as Parameters<typeof openScreen>[2];

const section = (service: string) => screen.getByRole('region', { name: service });

describe('failed work', () => {
  it('has what each service has given up on, with the reason, and gives one event to its handler again', async () => {
    const answers = answersWith({ content: CONTENT, payment: PAYMENT });
    answers['POST /admin/operations/content/replay'] = { body: { replayed: 1, left: 1 } };
    const { sent, toasts } = await openScreen(page, '/admin/operations', answers);
    expect(screen.getAllByRole('region').map((one) => one.getAttribute('aria-labelledby'))).toEqual([
      'failed-payment',
      'failed-content',
    ]);
    expect(section('content').textContent).toContain('Error: no template (8 tries)');
    answers['GET /admin/operations/content'] = {
      body: { ...CONTENT, events: [given('e2', 'order-2')], eventCount: 1 },
    };
    await press('Retry order.created.v1 of order-1');
    await waitFor(() => expect(within(section('content')).getAllByRole('row')).toHaveLength(2));
    expect(sent()).toEqual([
      ['POST', '/admin/operations/content/replay', { handler: 'mail-confirmation-when-order-created', eventId: 'e1' }],
    ]);
    expect(toasts()).toEqual(['The event is on its way again']);
  });

  it('asks before all of a handler are given to it again', async () => {
    const answers = answersWith({ content: CONTENT });
    answers['POST /admin/operations/content/replay'] = { body: { replayed: 2, left: 0 } };
    const { sent, toasts } = await openScreen(page, '/admin/operations', answers);
    await press(/^Retry all/);
    await pressInDialog('Keep it as it is');
    expect(sent()).toEqual([]);
    await press(/^Retry all/);
    answers['GET /admin/operations/content'] = { body: NONE };
    await pressInDialog('Retry all');
    expect(await screen.findByText('Nothing failed')).toBeTruthy();
    expect(sent()).toEqual([
      ['POST', '/admin/operations/content/replay', { handler: 'mail-confirmation-when-order-created' }],
    ]);
    expect(toasts()).toEqual(['2 events are on the way again']);
  });

  it('tries an item of a job now, or all of the job that failed', async () => {
    const answers = answersWith({ payment: PAYMENT });
    answers['POST /admin/operations/payment/retry'] = { body: { retried: 1 } };
    const { sent, toasts } = await openScreen(page, '/admin/operations', answers);
    await press('Retry r1 of refunds');
    await press(/^Retry all/);
    await pressInDialog('Retry all');
    expect(sent()).toEqual([
      ['POST', '/admin/operations/payment/retry', { job: 'refunds', id: 'r1' }],
      ['POST', '/admin/operations/payment/retry', { job: 'refunds' }],
    ]);
    expect(new Set(toasts())).toEqual(new Set(['1 item is tried now']));
  });

  it('says why an event could not be given again, and looks what is there now', async () => {
    const answers = answersWith({ content: CONTENT });
    answers['POST /admin/operations/content/replay'] = problem(
      409,
      'operation.event-gone',
      'This event is no longer given up. Please look again',
    );
    const { toasts } = await openScreen(page, '/admin/operations', answers);
    answers['GET /admin/operations/content'] = { body: NONE };
    await press('Retry order.created.v1 of order-1');
    expect(await screen.findByText('Nothing failed')).toBeTruthy();
    expect(toasts()).toEqual(['This event is no longer given up. Please look again']);
  });

  it('shows the other services when one does not answer, names it, and does not say that nothing failed', async () => {
    const answers = answersWith({ payment: PAYMENT });
    answers['GET /admin/operations/content'] = problem(503, 'service.unavailable', 'Not available');
    await openScreen(page, '/admin/operations', answers);
    expect(screen.getByRole('alert').textContent).toContain('Content could not be loaded: Not available');
    expect(section('payment')).toBeTruthy();
    answers['GET /admin/operations/payment'] = { body: NONE };
    answers['GET /admin/operations/content'] = { body: CONTENT };
    await press(/^Try again to load content/);
    await waitFor(() => expect(section('content')).toBeTruthy());
    expect(screen.queryByText('Nothing failed')).toBeNull();
  });

  it('says that it does not know what was given up while the queues are away', async () => {
    await openScreen(page, '/admin/operations', answersWith({ catalog: { events: null, eventCount: null, jobs: [] } }));
    expect(section('catalog').textContent).toContain('is not known');
    expect(screen.queryByText('Nothing failed')).toBeNull();
  });

  it('says when more was given up than the list has', async () => {
    await openScreen(page, '/admin/operations', answersWith({ content: { ...CONTENT, eventCount: 340 } }));
    expect(section('content').textContent).toContain('2 of 340 events that were given up are in this list');
  });

  it('has no button for who may not retry', async () => {
    await openScreen(page, '/admin/operations', answersWith({ content: CONTENT }), {
      permissions: ['operations.read'],
    });
    expect(section('content')).toBeTruthy();
    expect(within(section('content')).queryByRole('button')).toBeNull();
  });
});

describe('releases', () => {
  const old = '0.0.0-' + 'a'.repeat(32);
  const live = '0.0.0-' + 'b'.repeat(32);
  const RELEASES: Releases = {
    frontends: [
      {
        ...{ slice: 'mfe-checkout', liveSince: at, before: old, waiting: null },
        versions: [
          {
            ...{ version: live, state: 'live', publishedAt: at, retiredAt: null, bytes: 2_345_678 },
            commit: 'c0ffee0123456789c0ffee0123456789c0ffee01+',
          },
          { version: old, state: 'before', publishedAt: at, retiredAt: at, commit: null, bytes: null },
        ],
      },
      { slice: 'shell', liveSince: null, before: null, waiting: null, versions: [] },
    ],
    changes: [{ at, slice: 'mfe-checkout', version: live, replaced: old, kind: 'deployed', by: 'mira@desk' }],
  };
  const address = '/admin/operations?show=releases';

  it('say what is live of each frontend, by which commit, and the command that takes it back', async () => {
    const { asked } = await openScreen(page, address, { 'GET /admin/releases': { body: RELEASES } });
    expect(asked.map(({ path }) => path)).toEqual(['/admin/releases']);
    const rows = within(screen.getByRole('table', { name: 'Versions of mfe-checkout' })).getAllByRole('row');
    expect(rows[1]!.textContent).toMatch(/0\.0\.0-bbbbbbb.*Live.*c0ffee012\+.*2\.3 MB/);
    expect(rows[2]!.textContent).toMatch(/0\.0\.0-aaaaaaa.*Before.*Unknown.*Unknown/);
    expect(section('mfe-checkout').textContent).toContain('npm run rollback -- mfe-checkout');
    expect(section('shell').textContent).toContain('There is no version before');
    expect(section('What changed').textContent).toMatch(/mfe-checkout.*Deployed.*mira@desk/);
  });

  it('say why they are not there, and are tried again', async () => {
    const answers: Parameters<typeof openScreen>[2] = {
      'GET /admin/releases': problem(503, 'releases.away', 'The shell cannot say'),
    };
    await openScreen(page, address, answers);
    expect(screen.getByRole('alert').textContent).toContain('The shell cannot say');
    answers['GET /admin/releases'] = { body: { frontends: [], changes: [] } };
    await press(/^Try again/);
    expect(await screen.findByText('Nothing is deployed yet')).toBeTruthy();
  });

  it('are for who may see them: others see failed work alone', async () => {
    await openScreen(page, '/admin/operations', answersWith({}), { permissions: ['operations.read'] });
    expect(screen.queryByRole('link', { name: 'Releases' })).toBeNull();
    cleanup();
    await openScreen(page, address, answersWith({}), { permissions: ['operations.read'] });
    expect(screen.getByRole('heading', { level: 1, name: 'Failed work' })).toBeTruthy();
    expect(screen.getByText('Nothing failed')).toBeTruthy();
  });
});
