import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { parseConfig, serviceVariables } from '@shop/service-kit';
import { KEYS, startSandbox, type TestSandbox } from '../../../test/sandbox.ts';
import { type Config, variables } from '../../variables.ts';
import { ProviderRefused, ProviderUnavailable } from '../provider.ts';
import { PayPalClient } from './paypal-client.ts';

// Real: PayPal's SDK, against the sandbox as a process.
let sandbox: TestSandbox;
beforeAll(async () => {
  Logger.overrideLogger(false);
  sandbox = await startSandbox('http://127.0.0.1:9');
}, 60_000);
afterAll(() => sandbox?.stop());

/** As a service that has just started: it has no token. */
function client(): PayPalClient {
  const elsewhere = 'http://127.0.0.1:9';
  const config = parseConfig(
    { ...serviceVariables, ...variables },
    {
      ...KEYS,
      PORT: '0',
      MONGODB_URI: 'mongodb://127.0.0.1:9/payment',
      RABBITMQ_URL: 'amqp://127.0.0.1:9',
      REDIS_URL: 'redis://127.0.0.1:9',
      SERVICE_TOKEN: 'a token between services',
      IDENTITY_URL: elsewhere,
      CART_ORDER_URL: elsewhere,
      CONTENT_URL: elsewhere,
      SHOP_URL: elsewhere,
      RAZORPAY_BASE_URL: elsewhere,
      RAZORPAY_CHECKOUT_URL: elsewhere,
      PAYPAL_BASE_URL: `${sandbox.url}/paypal`,
      PROVIDER_TIMEOUT: '1s',
    },
  ) as Config;
  return new PayPalClient(config);
}

/** A call that reaches PayPal with a token is told that there is no such order. */
const ask = (paypal: PayPalClient) => paypal.call('order.fetch', () => paypal.orders.getOrder({ id: 'NOBODYS' }));
const post = (paypal: PayPalClient) =>
  paypal.post('webhook.verify', '/v1/notifications/verify-webhook-signature', '{}');

it.each([
  ['an error of its own', { kind: 'error-before', status: 503 }],
  ['a cut connection', { kind: 'timeout-before', holdMs: 0 }],
  ['silence', { kind: 'timeout-before', holdMs: 3_000 }],
])('a token that was not to be had (%s) fails one call, and the next one asks for it again', async (_, failure) => {
  const paypal = client();
  await sandbox.fail({ provider: 'paypal', call: 'token', ...failure });
  await expect(ask(paypal)).rejects.toBeInstanceOf(ProviderUnavailable);
  await expect(ask(paypal)).rejects.toBeInstanceOf(ProviderRefused);
});

it('a token that was not to be had fails all calls that waited for it, and none after them', async () => {
  const paypal = client();
  await sandbox.fail({ provider: 'paypal', call: 'token', kind: 'error-before', status: 500, times: 3 });
  const waiting = await Promise.allSettled([ask(paypal), ask(paypal), ask(paypal)]);
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await sandbox.control('DELETE', '/failures');
  await expect(ask(paypal)).rejects.toBeInstanceOf(ProviderRefused);
});

it('calls that the SDK does not have get over it as well', async () => {
  const paypal = client();
  await sandbox.fail({ provider: 'paypal', call: 'token', kind: 'error-before', status: 503 });
  await expect(post(paypal)).rejects.toBeInstanceOf(ProviderUnavailable);
  await expect(post(paypal)).resolves.toEqual({ verification_status: 'FAILURE' });
});
