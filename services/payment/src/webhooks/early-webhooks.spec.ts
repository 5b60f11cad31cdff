import { describe, expect, it } from '@jest/globals';
import { payment } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { type Shopper, usePaymentHarness } from '../../test/service-harness.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, and the SDKs against the sandbox process.
// No job asks the provider by itself: what is learnt here comes from the webhook.
const harness = usePaymentHarness({ PAYMENT_RETRY: '1h', PAYMENT_RETRY_LONGEST: '1h' });

const PROVIDERS = ['razorpay', 'paypal'] as const;
type ProviderName = (typeof PROVIDERS)[number];

/** A payment that the provider has captured, and of which the shop has heard nothing. */
async function capturedInSilence(provider: ProviderName) {
  const buyer: Shopper = await harness.shopper();
  const { checkoutId, orderId } = provider === 'razorpay' ? await buyer.rupees() : await buyer.abroad();
  for (const event of ['payment.authorized', 'payment.captured', 'order.paid', 'PAYMENT.CAPTURE.COMPLETED']) {
    const where = { event, order_id: orderId };
    await harness.sandbox.fail({ provider, call: 'webhook', kind: 'webhook-never', where, untilRemoved: true });
  }
  if (provider === 'razorpay') {
    const { razorpay_payment_id: paymentId } = await harness.sandbox.pay(orderId);
    return { checkoutId, paymentId };
  }
  await harness.sandbox.approve(orderId);
  await harness.sandbox.fail({ provider, call: 'order.capture', kind: 'timeout-after', holdMs: 0 });
  expect((await buyer.capture(orderId)).body.status).toBe('UNKNOWN');
  const entries = await harness.sandbox.captured('paypal');
  return { checkoutId, paymentId: entries.find((entry) => entry.orderId === orderId)!.paymentId };
}

/** Waits until the webhook about the payment is processed. */
const processed = (event: string) =>
  eventually(
    async () => {
      const webhooks = harness.service.connection.collection('webhooks');
      const isThere = (await webhooks.countDocuments({ event })) > 0;
      return isThere && (await webhooks.countDocuments({ state: 'waiting' })) === 0;
    },
    { what: `${event} being processed` },
  );

const REFUNDED = { razorpay: 'refund.processed', paypal: 'PAYMENT.CAPTURE.REFUNDED' };
const DISPUTED = { razorpay: 'payment.dispute.created', paypal: 'CUSTOMER.DISPUTE.CREATED' };

const of = (provider: ProviderName, paymentId: string) =>
  provider === 'razorpay' ? `/razorpay/payments/${paymentId}` : `/paypal/captures/${paymentId}`;

const amountFor = (provider: ProviderName) => (provider === 'razorpay' ? 700 : { currency_code: 'USD', value: '7.00' });

describe.each(PROVIDERS)('a webhook of %s that comes before its cause', (provider) => {
  it('counts a refund of the dashboard at once, before the capture is told', async () => {
    const { checkoutId, paymentId } = await capturedInSilence(provider);
    expect((await harness.attempt(checkoutId)).state).not.toBe('captured');
    await harness.sandbox.control('POST', `${of(provider, paymentId)}/refund`, { amount: amountFor(provider) });
    await processed(REFUNDED[provider]);
    const attempt = await harness.becomes(checkoutId, 'captured');
    expect(attempt).toMatchObject({ providerPaymentId: paymentId, refunded: 700 });
    expect(await harness.published(payment.paymentCaptured, checkoutId)).toHaveLength(1);
    expect(await harness.published(payment.refundCompleted, checkoutId)).toMatchObject([
      { paymentId: attempt._id, amount: 700 },
    ]);
    expect((await harness.attention()).filter(({ providerPaymentId }) => providerPaymentId === paymentId)).toEqual([]);
  });

  it('shows a dispute on its order, before the capture is told', async () => {
    const { checkoutId, paymentId } = await capturedInSilence(provider);
    await harness.sandbox.control('POST', `${of(provider, paymentId)}/dispute`, {});
    await processed(DISPUTED[provider]);
    await harness.becomes(checkoutId, 'captured');
    expect(await harness.published(payment.disputeChanged, checkoutId)).toMatchObject([{ status: 'open' }]);
    await eventually(async () =>
      expect((await harness.attention()).filter((one) => one.checkoutId === checkoutId)).toMatchObject([
        { reason: 'dispute', providerPaymentId: paymentId },
      ]),
    );
  });
});
