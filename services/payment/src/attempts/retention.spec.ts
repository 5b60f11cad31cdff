import { describe, expect, it } from '@jest/globals';
import { cartOrder } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { HOURS, usePaymentHarness } from '../../test/service-harness.ts';
import type { Attempt } from './attempt.schema.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, and the SDKs against the sandbox process.
const harness = usePaymentHarness();

describe('an attempt that failed', () => {
  it('is deleted after 400 days, unless its bank authorised it late', async () => {
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.rupees();
    await harness.sandbox.pay(orderId, { outcome: 'late-authorization', lateAfterMs: 5 * HOURS });
    const expired = { checkoutId, userId: asha.userId, reason: 'expired' as const };
    await harness.deliver(cartOrder.checkoutExpired, checkoutId, expired);
    const { keepUntil } = await harness.becomes(checkoutId, 'failed');
    expect(keepUntil!.getTime()).toBeGreaterThan(harness.service.clock.millis() + 399 * 24 * HOURS);
    await harness.advance(6 * HOURS);
    expect((await harness.becomes(checkoutId, 'captured')).keepUntil).toBeUndefined();
  });

  it('is deleted also where an instance from before that saw it fail: its time begins when the watch ends', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = await asha.rupees();
    const expired = { checkoutId, userId: asha.userId, reason: 'expired' as const };
    await harness.deliver(cartOrder.checkoutExpired, checkoutId, expired);
    await harness.becomes(checkoutId, 'failed');
    const attempts = harness.service.connection.collection<Attempt>('attempts');
    await attempts.updateOne({ checkoutId }, { $unset: { keepUntil: 1 } });
    await harness.advance(71 * HOURS);
    await eventually(async () => (await harness.attempt(checkoutId)).looks > 0, { what: 'a check during the watch' });
    expect((await harness.attempt(checkoutId)).keepUntil).toBeUndefined();
    await harness.advance(2 * HOURS);
    const keepUntil = await eventually(async () => (await harness.attempt(checkoutId)).keepUntil ?? false, {
      what: 'the time of its deletion',
    });
    expect(keepUntil.getTime()).toBeGreaterThan(harness.service.clock.millis() + 399 * 24 * HOURS);
  });

  it('is found by the index that deletes it', async () => {
    const indexes = await harness.service.connection.collection('attempts').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { keepUntil: 1 }, expireAfterSeconds: 0 }));
  });
});
