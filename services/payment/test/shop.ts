import crypto from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AnyEvent, type CurrencyCode, type DataOf, type EventOf, payment, type Problem } from '@shop/contracts';
import { publishedEvents, startTestService, type TestService } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import amqp from 'amqplib';
import { Types } from 'mongoose';
import { AppModule } from '../src/app.module.ts';
import type { Attempt } from '../src/attempts/attempt.schema.ts';
import type { Refund } from '../src/refunds/refund.schema.ts';
import { variables } from '../src/variables.ts';
import { startNeighbours, type TestNeighbours } from './clients.ts';
import { KEYS, startSandbox, type TestSandbox } from './sandbox.ts';

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

/** A running payment service on the real parts and the real SDKs, with the providers as a process beside it. */
export interface TestShop {
  service: TestService;
  sandbox: TestSandbox;
  clients: TestNeighbours;
  /** Where the providers' webhooks come by: closed they are answered 503, and the providers send them again. */
  webhooks: { closed: boolean; url: string };
  send<T = Problem>(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer<T>>;
  shopper(): Promise<Shopper>;
  staff(): Promise<Headers>;
  /** Lets the service hear an event of cart-order, as RabbitMQ would deliver it. */
  hear(spec: AnyEvent, key: string, data: unknown, id?: string): Promise<void>;
  /** What it told of a checkout, in the order of telling. */
  told<Spec extends AnyEvent>(spec: Spec, checkoutId: string): Promise<DataOf<Spec>[]>;
  attempt(checkoutId: string): Promise<Attempt>;
  refund(refundId: string): Promise<Refund | null>;
  attention(resolved?: 'yes' | 'no'): Promise<Attention[]>;
  /** Waits until a checkout's payment is in a state. */
  becomes(checkoutId: string, state: Attempt['state']): Promise<Attempt>;
  /** Waits until every webhook of an order has arrived and is worked off. */
  delivered(orderId: string): Promise<void>;
  /** Moves the service's and the providers' clocks on. */
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
  /** A frozen checkout in rupees, with Razorpay's order of it. */
  rupees(amount?: number): Promise<{ checkoutId: string; orderId: string }>;
  /** A frozen checkout in another currency, with PayPal's order of it. */
  abroad(currency?: CurrencyCode, amount?: number): Promise<{ checkoutId: string; orderId: string }>;
}

export const MINUTES = 60_000;
export const HOURS = 60 * MINUTES;
/** After this long the reconciler looks at everything that is undecided. */
export const LOOK = HOURS + 1_000;
/** After this long it follows up what was captured. */
export const FOLLOW = 30 * 24 * HOURS + 1_000;

export async function startShop(environment: Headers = {}): Promise<TestShop> {
  const webhooks = await startWebhookGate();
  const [sandbox, clients] = [await startSandbox(webhooks.gate.url), await startNeighbours()];
  const service = await startTestService({
    name: 'payment',
    module: AppModule,
    variables,
    environment: {
      ...KEYS,
      CART_ORDER_URL: clients.url,
      CONTENT_URL: clients.url,
      SHOP_URL: 'https://shop.example',
      RAZORPAY_BASE_URL: `${sandbox.url}/razorpay`,
      RAZORPAY_CHECKOUT_URL: `${sandbox.url}/razorpay/v1/checkout.js`,
      PAYPAL_BASE_URL: `${sandbox.url}/paypal`,
      PAYMENT_SWEEP: '50ms',
      PAYMENT_RETRY: '100ms',
      PAYMENT_RETRY_LONGEST: '500ms',
      // So long that no test comes there by itself, however slow the machine: tests move the clock.
      PAYMENT_LOOK_AFTER: '1h',
      PAYMENT_APPROVED_GRACE: '1h',
      PAYMENT_LEASE: '1h',
      PAYMENT_OVERDUE: '2h',
      PAYMENT_FOLLOW_AFTER: '30d',
      // Nor does this take a failure that was meant for something else.
      DISPUTE_WATCH_EVERY: '1000d',
      ...environment,
    },
  });
  webhooks.to(`${service.url}/api/v1/payment/webhooks`);
  const { RABBITMQ_URL: rabbitmqUrl, EVENTS_PREFIX: prefix } = service.environment;
  const rabbitmq = await amqp.connect(rabbitmqUrl!);
  const channel = await rabbitmq.createConfirmChannel();
  const exchange = `${prefix}events`;
  const { queue } = await channel.assertQueue('', { exclusive: true });
  for (const { name } of [payment.paymentCaptured, payment.paymentFailed])
    await channel.bindQueue(queue, exchange, name);
  await channel.consume(
    queue,
    (message) => {
      const { name, data } = JSON.parse(message!.content.toString()) as EventOf<typeof payment.paymentCaptured>;
      clients.hear(name, data);
    },
    { noAck: true },
  );

  const send: TestShop['send'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : undefined };
  };
  const attempt: TestShop['attempt'] = async (checkoutId) => {
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
    clients,
    webhooks: webhooks.gate,
    send,
    attempt,
    refund: (refundId) => service.connection.collection<Refund>('refunds').findOne({ _id: refundId }),
    staff: () => service.signIn({ role: 'admin' }),
    attention: async (resolved = 'no') => {
      const path = `/admin/payments/attention?limit=48&resolved=${resolved}`;
      const staff = await service.signIn({ role: 'admin' });
      return (await send<{ attention: Attention[] }>('GET', path, undefined, staff)).body.attention;
    },
    hear: async (spec, key, data, id = crypto.randomUUID()) => {
      const facts = { id, name: spec.name, key, version: 1, occurredAt: new Date().toISOString() };
      const event = { ...facts, correlationId: crypto.randomUUID(), data: spec.data.parse(data) };
      channel.publish(exchange, spec.name, Buffer.from(JSON.stringify(event)), { persistent: true });
      await channel.waitForConfirms();
    },
    told: async (spec, checkoutId) =>
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
        { what: 'the webhooks being worked off' },
      );
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
          const { checkoutId } = clients.freeze(userId, amount === undefined ? {} : { amount });
          const { status, body } = await shopper.createOrder({ checkoutId });
          if (status !== 201) throw new Error(`No order: ${JSON.stringify(body)}`);
          return { checkoutId, orderId: body.order.id };
        },
        abroad: async (currency = 'USD', amount = 24_51) => {
          const { checkoutId } = clients.freeze(userId, { currency, amount });
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
      await sandbox.stop();
      await service.close();
      await clients.close();
    },
  };
}

/** Passes webhooks on, byte by byte: the providers are started before the service has its address. */
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
