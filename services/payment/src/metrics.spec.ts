import { describe, expect, it } from '@jest/globals';
import { payment } from '@shop/contracts';
import { samplesOf } from '@shop/service-kit/testing';
import { AttemptsRepository } from './attempts/attempts.repository.ts';
import { refundHelpers } from '../test/refund-helpers.ts';
import { HOURS, usePaymentHarness } from '../test/service-harness.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, and the SDKs against the sandbox process.
const harness = usePaymentHarness();
const { paid, request, becomes } = refundHelpers(harness);

const samples = (metric: string) => samplesOf(harness.service.url, metric);
const repository = () => harness.service.app.get(AttemptsRepository, { strict: false });

describe('the metrics of money', () => {
  it('count the captures of an hour by currency, at the time that cart-order is told', async () => {
    const rupees = [await paid('razorpay'), await paid('razorpay')];
    const dollars = await paid('paypal');
    const until = new Date(Date.parse(rupees[1]!.capturedAt) + 1);
    const from = new Date(rupees[0]!.capturedAt);
    const amount = rupees[0]!.amount + rupees[1]!.amount;
    expect(await repository().booked({ from, until })).toEqual([{ currency: 'INR', captures: 2, amount }]);
    // The end of a period is not in it.
    expect(await repository().booked({ from: new Date(0), until: from })).toEqual([]);
    const later = new Date(Date.parse(dollars.capturedAt) + 1);
    expect(await repository().booked({ from: until, until: later })).toEqual([
      { currency: 'USD', captures: 1, amount: dollars.amount },
    ]);
  });

  it('tell the captures of the hour that is closed', async () => {
    await paid('razorpay');
    const bookedNow = async () => {
      const booked = await repository().booked(payment.booksHourAt(harness.service.clock.now()));
      return Object.fromEntries(booked.map(({ currency, captures }) => [currency, captures]));
    };
    await harness.idle();
    await harness.advance(HOURS + 15 * 60_000);
    const before = await bookedNow();
    const told = await samples('payment_books_captures');
    // Another hour may have closed between them.
    expect([before, await bookedNow()]).toContainEqual(told);
    expect(told['INR']).toBeGreaterThan(0);
  });

  it('tell of refunds that are not decided, and for how long', async () => {
    const of = await paid('razorpay');
    await harness.sandbox.fail({ provider: 'razorpay', call: 'payment.refund', kind: 'pending' });
    const refundId = await request(of, { amount: 500 });
    const { providerRefundId } = await becomes(refundId, 'pending');
    expect(await samples('payment_refunds_undecided')).toEqual({ requested: 0, pending: 1 });
    harness.service.clock.advance(2 * HOURS);
    expect((await samples('payment_refunds_oldest_seconds'))['pending']).toBeGreaterThanOrEqual(7_200);
    await harness.sandbox.control('POST', `/razorpay/refunds/${providerRefundId}`, { status: 'processed' });
    await becomes(refundId, 'completed');
    expect(await samples('payment_refunds_undecided')).toEqual({ requested: 0, pending: 0 });
    expect(await samples('payment_refunds_oldest_seconds')).toEqual({ requested: 0, pending: 0 });
  });

  it('tell what staff have not resolved, by reason', async () => {
    const of = await paid('razorpay');
    const open = async () => (await samples('payment_attention_open'))['refund-failed'] ?? 0;
    const before = await open();
    await harness.sandbox.fail({ provider: 'razorpay', call: 'payment.refund', kind: 'error-before', status: 400 });
    await becomes(await request(of, { amount: 500 }), 'failed');
    expect(await open()).toBe(before + 1);
    const entry = (await harness.attention()).find(({ checkoutId }) => checkoutId === of.checkoutId)!;
    const note = { note: 'Paid by hand' };
    await harness.send('PUT', `/admin/payments/attention/${entry._id}`, note, await harness.staff());
    expect(await open()).toBe(before);
  });
});
