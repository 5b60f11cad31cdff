import crypto from 'node:crypto';
import { cartOrder, type DataOf, payment, type Problem } from '@shop/contracts';
import { startTestService, TEST_SERVICE_TOKEN, type TestService } from '@shop/service-kit/testing';
import { eventually, testInfra } from '@shop/test-kit';
import { Types } from 'mongoose';
import { AppModule } from '../src/app.module.ts';
import { variables } from '../src/variables.ts';
import { startCatalog, type TestCatalog } from './catalog-stub.ts';
import { startContent, type TestContent } from './content-stub.ts';

export interface Answer<T> {
  status: number;
  body: T;
}

type Headers = Record<string, string>;

/** cart-order on the real MongoDB, RabbitMQ and Redis, with stubs of catalog and content. */
export interface TestShop {
  service: TestService;
  catalog: TestCatalog;
  content: TestContent;
  send<T = Problem>(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer<T>>;
  /** A new signed-in shopper; `joins`: who buys beside this account. */
  shopper(as?: { joins: string }): Promise<Shopper>;
  staff(): Promise<Headers>;
  deliverEvent: TestService['deliverEvent'];
  /** Publishes `payment.captured.v1` for a checkout. Returns the event's data. */
  capture(
    checkout: Pick<cartOrder.Checkout, '_id' | 'currency'>,
    changes?: Partial<DataOf<typeof payment.paymentCaptured>>,
  ): Promise<DataOf<typeof payment.paymentCaptured>>;
  /** Publishes the provider's result of a refund of a captured payment. */
  refundResult(
    state: 'completed' | 'failed',
    captured: DataOf<typeof payment.paymentCaptured>,
    refund: { refundId: string; amount: number },
    version?: number,
  ): Promise<void>;
  getOrder(id: string, headers: Headers): Promise<Answer<{ order: cartOrder.Order }>>;
  close(): Promise<void>;
}

export interface Shopper {
  userId: string;
  headers: Headers;
  add(
    productId: string,
    quantity?: number,
    customizations?: object,
  ): Promise<Answer<{ cartItem: cartOrder.CartItem; count: number }>>;
  cart(): Promise<{ cart: cartOrder.CartItem[]; count: number; subtotal: number; version: number }>;
  /** @throws Error when the freeze is refused */
  freeze(fields?: object, headers?: Headers): Promise<cartOrder.Checkout>;
  checkout(fields?: object, headers?: Headers): Promise<Answer<Problem>>;
  state(checkoutId: string): Promise<string>;
}

export const internal = { 'x-service-token': TEST_SERVICE_TOKEN };

export const HOME = {
  name: 'Asha Rao',
  phone: '+91 98765 43210',
  street: '12 MG Road',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302001',
  country: 'India',
};
export const ABROAD = { ...HOME, state: 'Bavaria', city: 'Munich', pincode: '80331', country: 'Germany' };

export async function startShop(environment: Headers = {}): Promise<TestShop> {
  const [catalog, content] = [await startCatalog(), await startContent()];
  const service = await startTestService({
    name: 'cart-order',
    module: AppModule,
    variables,
    environment: {
      CATALOG_URL: catalog.url,
      CONTENT_URL: content.url,
      ORDER_LINK_KEY: 'the-key-of-links-to-orders',
      CHECKOUT_SWEEP: '50ms',
      INVOICE_SWEEP: '50ms',
      ORDER_WAIT: '300ms',
      RATES_KEEP: '0ms',
      QUOTES_KEEP: '0ms',
      ...environment,
    },
  });
  // By a connection of its own: tests cut the service's.
  await catalog.hear(testInfra('catalog').rabbitmqUrl, service.environment['EVENTS_PREFIX']!);

  const send: TestShop['send'] = async (method, path, body, headers = {}) => {
    const url = path.startsWith('/internal') ? path : `/api/v1${path}`;
    const answer = await fetch(`${service.url}${url}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : undefined };
  };

  const getOrder: TestShop['getOrder'] = (id, headers) => send('GET', `/order/${id}`, undefined, headers);

  return {
    service,
    catalog,
    content,
    send,
    deliverEvent: service.deliverEvent,
    staff: () => service.signIn({ role: 'admin' }),
    shopper: async (as) => {
      const userId = new Types.ObjectId().toHexString();
      const headers = await service.signIn({ userId, ...as });
      const checkout: Shopper['checkout'] = (fields = {}, more = {}) =>
        send('POST', '/checkout', { shippingInfo: HOME, ...fields }, { ...headers, ...more });
      return {
        userId,
        headers,
        add: (productId, quantity = 1, customizations = {}) =>
          send('POST', '/cart', { productId, quantity, customizations }, headers),
        cart: async () => (await send<Awaited<ReturnType<Shopper['cart']>>>('GET', '/cart', undefined, headers)).body,
        checkout,
        freeze: async (fields, more) => {
          const answer = await checkout(fields, more);
          if (answer.status !== 201) throw new Error(`No checkout: ${JSON.stringify(answer.body)}`);
          return (answer.body as unknown as { checkout: cartOrder.Checkout }).checkout;
        },
        state: async (id) => {
          const { body } = await send<{ checkout: cartOrder.Checkout }>('GET', `/checkout/${id}`, undefined, headers);
          return body.checkout.state;
        },
      };
    },
    capture: async ({ _id: checkoutId }, changes = {}) => {
      const { body } = await send<{ checkout: cartOrder.PayableCheckout }>(
        'GET',
        `/internal/checkouts/${checkoutId}`,
        undefined,
        internal,
      );
      const paymentId = crypto.randomUUID();
      const data = {
        paymentId,
        provider: 'razorpay' as const,
        providerPaymentId: `pay_${paymentId.slice(0, 8)}`,
        checkoutId,
        userId: body.checkout.userId,
        amount: body.checkout.amount,
        currency: body.checkout.currency,
        capturedAt: new Date().toISOString(),
        ...changes,
      };
      await service.deliverEvent(payment.paymentCaptured, data.paymentId, data);
      return data;
    },
    refundResult: async (state, { paymentId, checkoutId, userId, currency }, { refundId, amount }, version = 1) => {
      const refund = { refundId, paymentId, checkoutId, userId, amount, currency };
      const at = new Date().toISOString();
      await (state === 'completed'
        ? service.deliverEvent(payment.refundCompleted, refundId, { ...refund, completedAt: at }, { version })
        : service.deliverEvent(
            payment.refundFailed,
            refundId,
            { ...refund, reason: 'closed', failedAt: at },
            { version },
          ));
    },
    getOrder,
    close: async () => {
      // Throws on a broken contract; the stubs must be closed all the same, or the run hangs.
      await service.close().finally(() => Promise.all([catalog.close(), content.close()]));
    },
  };
}

/** Waits for the order of a checkout. */
export const orderOf = (shop: TestShop, shopper: Shopper, checkoutId: string): Promise<cartOrder.Order> =>
  eventually(
    async () => {
      const { status, body } = await shop.getOrder(checkoutId, shopper.headers);
      return status === 200 && body.order;
    },
    { what: 'the order' },
  );
