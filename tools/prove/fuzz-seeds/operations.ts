import type { Seeds } from './seeds.ts';

/** A handler of events and a job of each service. */
const KNOWN = {
  catalog: { handler: 'return-stock-when-order-cancelled', job: 'planned-changes' },
  identity: { handler: 'keep-audit-entry-when-recorded', job: 'downloads' },
  'cart-order': { handler: 'show-dispute-when-changed', job: 'checkouts' },
  payment: { handler: 'stop-attempts-when-checkout-ended', job: 'refunds' },
  content: { handler: 'mail-receipt-when-order-withdrawn', job: 'mails' },
};

/** What went wrong and is tried again; nothing has. */
export function seedOperations({ bodies }: Seeds): void {
  for (const [service, { handler, job }] of Object.entries(KNOWN)) {
    bodies[`${service}.replay-events`] = { handler };
    bodies[`${service}.retry-jobs`] = { job };
  }
}
