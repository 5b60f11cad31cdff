import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { usePaymentHarness } from '../../../test/service-harness.ts';
import { PayPalClient } from './paypal-client.ts';

const LIMIT = 3;

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, and PayPal's calls against the sandbox process.
const harness = usePaymentHarness({ PAYPAL_FORGERIES_PER_ADDRESS: String(LIMIT) });

describe('webhooks of PayPal that are forged', () => {
  it('make the shop ask PayPal a few times for each network, and never keep a genuine one out', async () => {
    const emily = await harness.shopper();
    const { orderId } = await emily.abroad();
    await harness.sandbox.approve(orderId);
    const [sent] = await eventually(async () => {
      const all = await harness.sandbox.webhooks(orderId);
      return all.length > 0 && all.every(({ state }) => state === 'delivered') && all;
    });
    const paypal = harness.service.app.get(PayPalClient, { strict: false });
    const asked = jest.spyOn(paypal, 'post');
    const verifications = () => asked.mock.calls.filter(([call]) => call === 'webhook.verify').length;
    const send = async (address: string, body: string) => {
      const answer = await fetch(`${harness.service.url}/api/v1/payment/webhooks/paypal`, {
        method: 'POST',
        headers: { ...sent!.headers, 'content-type': 'application/json', 'x-forwarded-for': address },
        body,
      });
      return [answer.status, ((await answer.json()) as { code?: string }).code, answer.headers.has('retry-after')];
    };
    const genuine = sent!.body;
    const forged = genuine.replace(orderId, 'ANOTHER');

    // More than the limit: those that PayPal signed never count.
    for (let time = 0; time <= LIMIT; time += 1)
      expect(await send('203.0.113.7', genuine)).toEqual([200, undefined, false]);
    asked.mockClear();
    const answers = [];
    for (let time = 0; time <= LIMIT; time += 1) answers.push(await send('203.0.113.7', forged));
    expect(answers).toEqual([
      ...Array.from({ length: LIMIT }, () => [400, 'payment.wrong-signature', false]),
      [429, 'request.too-many', true],
    ]);
    expect(verifications()).toBe(LIMIT);
    expect(await send('203.0.113.8', genuine)).toEqual([200, undefined, false]);

    // At the same time as well, and for a whole IPv6 network.
    asked.mockClear();
    const addresses = Array.from({ length: 4 * LIMIT }, (_, at) => `2001:db8::${at + 1}`);
    const together = await Promise.all(addresses.map((address) => send(address, forged)));
    expect(together.filter(([status]) => status === 429)).toHaveLength(3 * LIMIT);
    expect(verifications()).toBe(LIMIT);
  });

  it('are not counted while PayPal cannot be asked', async () => {
    const emily = await harness.shopper();
    const { orderId } = await emily.abroad();
    await harness.sandbox.fail({
      provider: 'paypal',
      call: 'webhook.verify',
      kind: 'error-before',
      untilRemoved: true,
    });
    await harness.sandbox.approve(orderId);
    const [sent] = await eventually(async () => {
      const all = await harness.sandbox.webhooks(orderId);
      return all.length > 0 && all;
    });
    for (let time = 0; time <= LIMIT; time += 1) {
      const { status } = await fetch(`${harness.service.url}/api/v1/payment/webhooks/paypal`, {
        method: 'POST',
        headers: { ...sent!.headers, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
        body: sent!.body,
      });
      expect(status).toBe(503);
    }
  });
});
