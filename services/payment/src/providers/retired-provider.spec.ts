import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ModuleRef } from '@nestjs/core';
import { payment } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { refundHelpers } from '../../test/refund-helpers.ts';
import { FOLLOW_UP_AFTER, usePaymentHarness } from '../../test/service-harness.ts';
import { PROVIDER_FOLDERS } from './index.ts';
import { Providers } from './providers.ts';

const harness = usePaymentHarness();
const { paid, request, becomes } = refundHelpers(harness);
const { paypal: _, ...left } = PROVIDER_FOLDERS;

describe('a provider whose folder is gone', () => {
  /** What `Providers` answers without the folder. */
  const retire = () => {
    const providers = harness.service.app.get(Providers);
    const without = new Providers(harness.service.app.get(ModuleRef), left as typeof PROVIDER_FOLDERS);
    jest.spyOn(providers, 'of').mockImplementation((name) => without.of(name));
    jest.spyOn(providers, 'isRetired').mockImplementation((name) => without.isRetired(name));
  };
  beforeEach(() => harness.idle());
  afterEach(() => void jest.restoreAllMocks());

  it('leaves its payments in the books: their checkout shows them, and a refund is a task for staff', async () => {
    const captured = await paid('paypal');
    retire();
    expect(harness.service.app.get(Providers).isRetired('paypal')).toBe(true);
    expect(harness.service.app.get(Providers).isRetired('razorpay')).toBe(false);
    const refundId = await request(captured, { amount: 5_00 });
    expect((await becomes(refundId, 'failed')).failure).toContain('paid back by hand');
    const { checkoutId } = captured;
    expect(await harness.published(payment.refundFailed, checkoutId)).toMatchObject([{ refundId, amount: 5_00 }]);
    const tasks = (await harness.attention()).filter((one) => one.checkoutId === checkoutId);
    expect(tasks.map(({ reason }) => reason)).toEqual(['refund-failed']);
  });

  it('is not asked about what is decided', async () => {
    const { checkoutId } = await paid('paypal');
    retire();
    harness.service.clock.advance(FOLLOW_UP_AFTER);
    await eventually(async () => (await harness.attempt(checkoutId)).dueAt === undefined, { what: 'no further check' });
    expect((await harness.attempt(checkoutId)).state).toBe('captured');
  });

  it('leaves what is undecided so, and it goes on once the folder is back', async () => {
    const asha = await harness.shopper();
    const { checkoutId, orderId } = await asha.abroad();
    await harness.sandbox.approve(orderId);
    await harness.delivered(orderId);
    retire();
    harness.service.clock.advance(FOLLOW_UP_AFTER);
    const { looks } = await harness.attempt(checkoutId);
    await eventually(async () => (await harness.attempt(checkoutId)).looks > looks, { what: 'a check' });
    expect((await harness.attempt(checkoutId)).state).toBe('open');
    jest.restoreAllMocks();
    harness.service.clock.advance(FOLLOW_UP_AFTER);
    await harness.becomes(checkoutId, 'captured');
  });
});
