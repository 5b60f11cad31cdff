import crypto from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { type AnyEvent, type CurrencyCode, type DataOf, type EventOf, payment, type Problem } from '@shop/contracts';
import { publishedEvents, startTestService, type TestService } from '@shop/service-kit/testing';
import { eventually, SANDBOX_KEYS, testInfra } from '@shop/test-kit';
import amqp from 'amqplib';
import { Types } from 'mongoose';
import { AppModule } from '../src/app.module.ts';
import type { Attempt } from '../src/attempts/attempt.schema.ts';
import type { Refund } from '../src/refunds/refund.schema.ts';
import { variables } from '../src/variables.ts';
import { startFakeServices, type FakeServices } from './fake-services.ts';
import { startPaymentSandbox, type PaymentSandbox } from './sandbox.ts';

export interface Answer<T> {
  status: number;
  body: T;
}

type Headers = Record<string, string>;
type RazorpayOrder = {
  order: { id: string; amount: number; currency: string };
  checkoutId: string;
  dialog: Record<string, unknown>;
};
type PaypalOrder = { id: string; checkoutId: string; approveUrl: string };
type Captured = { status: string; id: string | null; checkoutId: string };
type Verified = { paymentId: string; checkoutId: string; state: string };

/** A running payment service with real infrastructure and SDKs; the providers are a sandbox process. */
export interface PaymentHarness {
  service: TestService;
  sandbox: PaymentSandbox;
  fakeServices: FakeServices;
  /** Gate of the providers' webhooks: while closed it answers 503, and the providers retry. */
  webhooks: { closed: boolean; url: string };
  send<T = Problem>(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer<T>>;
  shopper(): Promise<Shopper>;
  staff(): Promise<Headers>;
  /** Switches a way to pay on or off, as staff. */
  switchMethod(provider: payment.LiveProviderName, isOn: boolean): Promise<Answer<Problem>>;
  /** Publishes an event of cart-order to the service. */
  deliver(spec: AnyEvent, key: string, data: unknown, id?: string): Promise<void>;
  /** Events that the service published about a checkout, in order. */
  published<Spec extends AnyEvent>(spec: Spec, checkoutId: string): Promise<DataOf<Spec>[]>;
  attempt(checkoutId: string): Promise<Attempt>;
  refund(refundId: string): Promise<Refund | null>;
  attention(resolved?: 'yes' | 'no'): Promise<Attention[]>;
  /** Waits until a checkout's payment is in a state. */
  becomes(checkoutId: string, state: Attempt['state']): Promise<Attempt>;
  /** Waits until all webhooks of an order are received and processed. */
  delivered(orderId: string): Promise<void>;
  /** Waits until no job runs: a run that ends after the clock was advanced would be due again later than the test expects. */
  idle(): Promise<void>;
  /** Advances the clocks of the service and the providers. */
  advance(byMs: number): Promise<void>;
  close(): Promise<void>;
}

export type Attention = {
  _id: string;
  reason: string;
  message: string;
  providerPaymentId: string | null;
  providerOrderId: string | null;
  checkoutId: string | null;
  amount: number | null;
};

export interface Shopper {
  userId: string;
  headers: Headers;
  createOrder(body: object, headers?: Headers): Promise<Answer<RazorpayOrder & Problem>>;
  verify(proof: object): Promise<Answer<Verified & Problem>>;
  createPaypalOrder(body: object, headers?: Headers): Promise<Answer<PaypalOrder & Problem>>;
  capture(orderID: string): Promise<Answer<Captured & Problem>>;
  /** Creates a frozen checkout in rupees with its Razorpay order. */
  rupees(amount?: number): Promise<{ checkoutId: string; orderId: string }>;
  /** Creates a frozen checkout in another currency with its PayPal order. */
  abroad(currency?: CurrencyCode, amount?: number): Promise<{ checkoutId: string; orderId: string }>;
}

export const MINUTES = 60_000;
export const HOURS = 60 * MINUTES;
/** After this time the reconciler checks every undecided attempt. */
export const RECONCILE_AFTER = HOURS + 1_000;
/** After this time it checks captured attempts. */
export const FOLLOW_UP_AFTER = 30 * 24 * HOURS + 1_000;

/** Starts the service for the tests of a file and removes injected failures before each test. */
export function usePaymentHarness(environment: Headers = {}): PaymentHarness {
  const harness = {} as PaymentHarness;
  let started: PaymentHarness | undefined;
  beforeAll(async () => {
    started = await startPaymentHarness(environment);
    Object.assign(harness, started);
  }, 60_000);
  beforeEach(async () => {
    harness.webhooks.closed = false;
    await harness.sandbox.control('DELETE', '/failures');
  });
  afterAll(() => started?.close());
  return harness;
}

async function startPaymentHarness(environment: Headers): Promise<PaymentHarness> {
  const webhooks = await startWebhookGate();
  const [sandbox, fakeServices] = [await startPaymentSandbox(webhooks.gate.url), await startFakeServices()];
  const service = await startTestService({
    name: 'payment',
    module: AppModule,
    variables,
    environment: {
      ...SANDBOX_KEYS,
      CART_ORDER_URL: fakeServices.url,
      CONTENT_URL: fakeServices.url,
      SHOP_URL: 'https://shop.example',
      RAZORPAY_BASE_URL: `${sandbox.url}/razorpay`,
      RAZORPAY_CHECKOUT_URL: `${sandbox.url}/razorpay/v1/checkout.js`,
      PAYPAL_BASE_URL: `${sandbox.url}/paypal`,
      PAYMENT_SWEEP: '50ms',
      PAYMENT_RETRY: '100ms',
      PAYMENT_RETRY_LONGEST: '500ms',
      // Longer than any test takes on a slow machine: tests advance the clock instead.
      PAYMENT_LOOK_AFTER: '1h',
      PAYMENT_APPROVED_GRACE: '1h',
      PAYMENT_LEASE: '1h',
      PAYMENT_OVERDUE: '2h',
      PAYMENT_FOLLOW_AFTER: '30d',
      // Polling would consume failures that tests inject for other calls.
      DISPUTE_WATCH_EVERY: '1000d',
      ...environment,
    },
  });
  webhooks.to(`${service.url}/api/v1/payment/webhooks`);
  const { EVENTS_PREFIX: prefix } = service.environment;
  // A connection of its own: tests cut the service's.
  const rabbitmq = await amqp.connect(testInfra('payment').rabbitmqUrl);
  const channel = await rabbitmq.createConfirmChannel();
  const exchange = `${prefix}events`;
  const { queue } = await channel.assertQueue('', { exclusive: true });
  for (const { name } of [payment.paymentCaptured, payment.paymentFailed])
    await channel.bindQueue(queue, exchange, name);
  await channel.consume(
    queue,
    (message) => {
      const { name, data } = JSON.parse(message!.content.toString()) as EventOf<typeof payment.paymentCaptured>;
      fakeServices.applyEvent(name, data);
    },
    { noAck: true },
  );

  const send: PaymentHarness['send'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : undefined };
  };
  const attempt: PaymentHarness['attempt'] = async (checkoutId) => {
    const [found] = await service.connection
      .collection<Attempt>('attempts')
      .find({ checkoutId })
      .sort({ createdAt: -1 })
      .toArray();
    if (!found) throw new Error(`No attempt of ${checkoutId}`);
    return found;
  };

  return {
    service,
    sandbox,
    fakeServices,
    webhooks: webhooks.gate,
    send,
    attempt,
    refund: (refundId) => service.connection.collection<Refund>('refunds').findOne({ _id: refundId }),
    staff: () => service.signIn({ role: 'admin' }),
    switchMethod: async (provider, isOn) =>
      send('PUT', `/admin/payments/methods/${provider}`, { isOn }, await service.signIn({ role: 'admin' })),
    attention: async (resolved = 'no') => {
      const path = `/admin/payments/attention?limit=48&resolved=${resolved}`;
      const staff = await service.signIn({ role: 'admin' });
      return (await send<{ attention: Attention[] }>('GET', path, undefined, staff)).body.attention;
    },
    deliver: async (spec, key, data, id = crypto.randomUUID()) => {
      const envelope = { id, name: spec.name, key, version: 1, occurredAt: new Date().toISOString() };
      const event = { ...envelope, correlationId: crypto.randomUUID(), data: spec.data.parse(data) };
      channel.publish(exchange, spec.name, Buffer.from(JSON.stringify(event)), { persistent: true });
      await channel.waitForConfirms();
    },
    published: async (spec, checkoutId) =>
      (await publishedEvents(service, spec))
        .map(({ data }) => data as DataOf<typeof spec>)
        .filter((data) => (data as { checkoutId?: string }).checkoutId === checkoutId),
    becomes: (checkoutId, state) =>
      eventually(
        async () => {
          const found = await attempt(checkoutId);
          if (found.state !== state) throw new Error(`it is ${found.state}`);
          return found;
        },
        { what: `the payment being ${state}` },
      ),
    delivered: async (orderId) => {
      await eventually(
        async () => {
          const sent = await sandbox.webhooks(orderId);
          const waiting = await service.connection.collection('webhooks').countDocuments({ state: 'waiting' });
          return sent.length > 0 && sent.every(({ state }) => state === 'delivered') && waiting === 0;
        },
        { what: 'the webhooks being processed' },
      );
    },
    idle: async () => {
      for (const name of ['attempts', 'refunds', 'webhooks']) {
        await eventually(
          async () => (await service.connection.collection(name).countDocuments({ claim: { $exists: true } })) === 0,
          { what: `no run of ${name} being under way` },
        );
      }
    },
    advance: async (byMs) => {
      service.clock.advance(byMs);
      await sandbox.advance(byMs);
    },
    shopper: async () => {
      const userId = new Types.ObjectId().toHexString();
      const headers = await service.signIn({ userId });
      service.identity.contacts.set(userId, { userId, name: 'Asha Rao', email: 'asha@example.com', address: null });
      const post =
        <T>(path: string) =>
        (body: object, more: Headers = {}) =>
          send<T & Problem>('POST', path, body, { ...headers, ...more });
      const shopper: Shopper = {
        userId,
        headers,
        createOrder: post<RazorpayOrder>('/payment/create-order'),
        verify: post<Verified>('/payment/verify'),
        createPaypalOrder: post<PaypalOrder>('/payment/paypal/create-order'),
        capture: (orderID) => post<Captured>('/payment/paypal/capture-order')({ orderID }),
        rupees: async (amount) => {
          const { checkoutId } = fakeServices.freeze(userId, amount === undefined ? {} : { amount });
          const { status, body } = await shopper.createOrder({ checkoutId });
          if (status !== 201) throw new Error(`No order: ${JSON.stringify(body)}`);
          return { checkoutId, orderId: body.order.id };
        },
        abroad: async (currency = 'USD', amount = 24_51) => {
          const { checkoutId } = fakeServices.freeze(userId, { currency, amount });
          const { status, body } = await shopper.createPaypalOrder({ checkoutId });
          if (status !== 201) throw new Error(`No order: ${JSON.stringify(body)}`);
          return { checkoutId, orderId: body.id };
        },
      };
      return shopper;
    },
    close: async () => {
      await webhooks.close();
      await rabbitmq.close();
      await sandbox.close();
      await service.close();
      await fakeServices.close();
    },
  };
}

/** Forwards webhooks unchanged: the providers start before the service has an address. */
async function startWebhookGate() {
  let target = '';
  const gate = { closed: false, url: '' };
  const server = http.createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (gate.closed || target === '') return response.writeHead(503).end();
      const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...headers } = request.headers;
      const answer = await fetch(target + request.url, {
        method: 'POST',
        headers: headers as Headers,
        body: Buffer.concat(chunks),
      }).catch(() => undefined);
      return response.writeHead(answer?.status ?? 502).end();
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  gate.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    gate,
    to: (url: string) => (target = url),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
