import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { parseConfig, serviceVariables } from '@shop/service-kit';
import { SANDBOX_KEYS } from '@shop/test-kit';
import { startPaymentSandbox, type PaymentSandbox } from '../../../test/sandbox.ts';
import { sharedVariables } from '../../shared-variables.ts';
import { ProviderRefused, ProviderUnavailable } from '../provider.ts';
import { PayPalClient } from './paypal-client.ts';
import { paypalVariables } from './variables.ts';

// Real: PayPal's SDK against the sandbox process.
let sandbox: PaymentSandbox;
beforeAll(async () => {
  Logger.overrideLogger(false);
  sandbox = await startPaymentSandbox('http://127.0.0.1:9');
});
afterAll(() => sandbox?.close());

/** A new client without a token. */
function client(): PayPalClient {
  const unused = 'http://127.0.0.1:9';
  const config = parseConfig(
    { ...serviceVariables, ...sharedVariables, ...paypalVariables },
    {
      ...SANDBOX_KEYS,
      PORT: '0',
      MONGODB_URI: 'mongodb://127.0.0.1:9/payment',
      RABBITMQ_URL: 'amqp://127.0.0.1:9',
      REDIS_URL: 'redis://127.0.0.1:9',
      SERVICE_TOKEN: 'a token between services',
      IDENTITY_URL: unused,
      CART_ORDER_URL: unused,
      CONTENT_URL: unused,
      SHOP_URL: unused,
      PAYPAL_BASE_URL: `${sandbox.url}/paypal`,
      PROVIDER_TIMEOUT: '1s',
    },
  );
  return new PayPalClient(config);
}

/** PayPal refuses this call if it has a token: the order does not exist. */
const getOrder = (paypal: PayPalClient) => paypal.call('order.fetch', () => paypal.orders.getOrder({ id: 'NOBODYS' }));
const post = (paypal: PayPalClient) =>
  paypal.post('webhook.verify', '/v1/notifications/verify-webhook-signature', '{}');

it.each([
  ['an error of its own', { kind: 'error-before', status: 503 }],
  ['a cut connection', { kind: 'timeout-before', holdMs: 0 }],
  ['silence', { kind: 'timeout-before', holdMs: 3_000 }],
])('a token that was not to be had (%s) fails one call, and the next one asks for it again', async (_, failure) => {
  const paypal = client();
  await sandbox.fail({ provider: 'paypal', call: 'token', ...failure });
  await expect(getOrder(paypal)).rejects.toBeInstanceOf(ProviderUnavailable);
  await expect(getOrder(paypal)).rejects.toBeInstanceOf(ProviderRefused);
});

it('a token that was not to be had fails all calls that waited for it, and none after them', async () => {
  const paypal = client();
  await sandbox.fail({ provider: 'paypal', call: 'token', kind: 'error-before', status: 500, times: 3 });
  const waiting = await Promise.allSettled([getOrder(paypal), getOrder(paypal), getOrder(paypal)]);
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await sandbox.control('DELETE', '/failures');
  await expect(getOrder(paypal)).rejects.toBeInstanceOf(ProviderRefused);
});

it('calls that the SDK does not have get over it as well', async () => {
  const paypal = client();
  await sandbox.fail({ provider: 'paypal', call: 'token', kind: 'error-before', status: 503 });
  await expect(post(paypal)).rejects.toBeInstanceOf(ProviderUnavailable);
  await expect(post(paypal)).resolves.toEqual({ verification_status: 'FAILURE' });
});
