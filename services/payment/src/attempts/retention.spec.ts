import { describe, expect, it } from '@jest/globals';
import { cartOrder } from '@shop/contracts';
import { HOURS, usePaymentHarness } from '../../test/service-harness.ts';

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

  it('is found by the index that deletes it', async () => {
    const indexes = await harness.service.connection.collection('attempts').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { keepUntil: 1 }, expireAfterSeconds: 0 }));
  });
});
