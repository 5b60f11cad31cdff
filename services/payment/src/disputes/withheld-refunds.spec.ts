import { describe, expect, it } from '@jest/globals';
import { payment } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { moneyOf, type Paid, pathOf, PROVIDERS, refundHelpers } from '../../test/refund-helpers.ts';
import { HOURS, usePaymentHarness } from '../../test/service-harness.ts';
import { DisputesService } from './disputes.service.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, and the SDKs against the sandbox process.
// A refund that waits is tried again when its dispute is decided, and not by chance before.
const harness = usePaymentHarness({ PAYMENT_RETRY: '1h', PAYMENT_RETRY_LONGEST: '1h' });
const { paid, request, becomes, refundInDashboard, refundedAt, isAsked } = refundHelpers(harness);

const cancel = (of: Paid, more: { amount?: number; keep?: number } = {}) =>
  request(of, { ...more, reason: 'order-cancelled' });

async function dispute(of: Paid, amount?: number): Promise<string> {
  const { id, dispute_id: paypalId } = await harness.sandbox.control<{ id: string; dispute_id?: string }>(
    'POST',
    `${pathOf(of)}/dispute`,
    amount === undefined ? {} : { amount: moneyOf(of, amount) },
  );
  await eventually(async () => (await harness.attempt(of.checkoutId)).disputes?.length === 1, { what: 'the dispute' });
  return paypalId ?? id;
}

const decide = ({ provider }: Paid, disputeId: string, status: 'won' | 'lost') =>
  harness.sandbox.control(
    'POST',
    `/${provider}/disputes/${disputeId}`,
    provider === 'razorpay' ? { status } : { inBuyersFavour: status === 'lost' },
  );

/** The refund was looked at and still waits. */
async function waits(refundId: string): Promise<void> {
  await eventually(async () => ((await harness.refund(refundId))?.looks ?? 0) > 0, { what: 'the refund being tried' });
  await becomes(refundId, 'requested');
}

describe.each(PROVIDERS)('a refund of a payment that is disputed at %s', (provider) => {
  it('waits for the decision, and is paid out once the dispute is won', async () => {
    const of = await paid(provider);
    const disputeId = await dispute(of);
    const refundId = await cancel(of);
    await waits(refundId);
    expect(await refundedAt(of)).toBe(0);
    await decide(of, disputeId, 'won');
    await becomes(refundId, 'completed');
    expect(await refundedAt(of)).toBe(of.amount);
  });

  it('is void once the dispute is lost: the buyer has the money, nobody is asked', async () => {
    const of = await paid(provider);
    const disputeId = await dispute(of);
    const refundId = await cancel(of);
    await waits(refundId);
    await decide(of, disputeId, 'lost');
    await becomes(refundId, 'failed');
    expect(await harness.published(payment.refundFailed, of.checkoutId)).toMatchObject([
      { refundId, nothingLeft: true },
    ]);
    expect(await refundedAt(of)).toBe(0);
    expect(await isAsked(of)).toBe(false);
  });

  it('takes what a part that was lost leaves, and what is not disputed goes at once', async () => {
    const of = await paid(provider);
    const disputeId = await dispute(of, 500);
    await becomes(await request(of, { amount: 300 }), 'completed');
    const refundId = await cancel(of);
    await waits(refundId);
    await decide(of, disputeId, 'lost');
    await becomes(refundId, 'completed');
    expect(await refundedAt(of)).toBe(of.amount - 500);
    expect((await harness.published(payment.refundCompleted, of.checkoutId)).map(({ amount }) => amount)).toEqual([
      300,
      of.amount - 800,
    ]);
  });

  it('by staff is of exactly what they chose: refused where a lost dispute leaves less', async () => {
    const of = await paid(provider);
    await decide(of, await dispute(of, 500), 'lost');
    await eventually(async () => (await harness.attempt(of.checkoutId)).disputes?.[0]?.status === 'lost');
    await becomes(await request(of, { amount: of.amount - 499 }), 'failed');
    expect(await isAsked(of)).toBe(true);
    await becomes(await request(of, { amount: of.amount - 500 }), 'completed');
  });
});

describe.each(PROVIDERS)('the refund of a cancellation at %s', (provider) => {
  it('is of what a refund in the dashboard left, of which no webhook told', async () => {
    const of = await paid(provider);
    await harness.sandbox.fail({ provider, call: 'webhook', kind: 'webhook-never', untilRemoved: true });
    await refundInDashboard(of, 700);
    const refundId = await cancel(of);
    expect((await becomes(refundId, 'completed')).amount).toBe(of.amount - 700);
    expect(await refundedAt(of)).toBe(of.amount);
    expect(await harness.published(payment.refundFailed, of.checkoutId)).toEqual([]);
  });

  it('leaves what the shop keeps, whatever was refunded besides', async () => {
    const of = await paid(provider);
    await refundInDashboard(of, 700);
    await becomes(await cancel(of, { amount: of.amount - 400, keep: 400 }), 'completed');
    expect(await refundedAt(of)).toBe(of.amount - 400);
    await becomes(await cancel(of, { amount: of.amount - 400, keep: 400 }), 'failed');
    expect(await isAsked(of)).toBe(false);
  });
});

describe('a dispute', () => {
  it('in another currency counts as the whole payment', async () => {
    const of = await paid('paypal');
    const { provider, providerPaymentId } = of;
    const disputes = harness.service.app.get(DisputesService, { strict: false });
    const reported = { disputeId: 'PP-D-1', status: 'OPEN', disputeStatus: 'open' as const, providerPaymentId };
    await disputes.report(provider, { ...reported, amount: 100, currency: 'EUR' });
    expect((await harness.attempt(of.checkoutId)).disputes).toMatchObject([{ status: 'open', amount: null }]);
    await waits(await request(of, { amount: 1 }));
  });

  it('is not forgotten by a refund that waits for days', async () => {
    const of = await paid('razorpay');
    const disputeId = await dispute(of);
    const refundId = await cancel(of);
    await waits(refundId);
    await harness.advance(40 * 24 * HOURS);
    await decide(of, disputeId, 'won');
    await becomes(refundId, 'completed');
  });
});
