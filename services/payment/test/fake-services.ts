import crypto from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BodyInputOf, cartOrder, content, type CurrencyCode, wirePath } from '@shop/contracts';
import { TEST_SERVICE_TOKEN } from '@shop/service-kit/testing';
import { fixtureOf } from '@shop/test-kit/fixtures';
import { Types } from 'mongoose';

type Checkout = cartOrder.PayableCheckout & {
  /** The payment that is being captured. */
  capturing?: string;
  /** Number of its capture. */
  capture?: number;
  /** Its stock is sold: it cannot be reserved again. */
  outOfStock?: boolean;
};

/** HTTP server that plays cart-order and content: the calls of their contracts that payment uses. */
export interface FakeServices {
  url: string;
  /** Creates a frozen checkout. */
  freeze(userId: string, fields?: Partial<Checkout>): Checkout;
  checkout(id: string): Checkout;
  /** Total of each user's cart, in paise. */
  carts: Map<string, number>;
  /** Method and path of the requests received. */
  requests: string[];
  /** Such requests are processed, and their connections cut before the response. */
  dropResponseOf: 'begin-capture' | 'freeze' | undefined;
  /** Cuts all connections. */
  isDown: boolean;
  /** Applies an event of payment to cart-order's checkouts. */
  applyEvent(name: string, data: { checkoutId: string; paymentId: string; capture?: number }): void;
  close(): Promise<void>;
}

const ROUTES = {
  freeze: 'POST /internal/checkouts',
  payable: /^GET \/internal\/checkouts\/([0-9a-f]{24})$/,
  beginCapture: /^POST \/internal\/checkouts\/([0-9a-f]{24})\/begin-capture$/,
};

export async function startFakeServices(): Promise<FakeServices> {
  const checkouts = new Map<string, Checkout>();
  const frozenBy = new Map<string, string>();

  const beginCapture = (
    checkout: Checkout,
    { paymentId, capture = 0 }: BodyInputOf<typeof cartOrder.beginCapture>,
  ): string | undefined => {
    if (checkout.state === 'capturing') {
      if (checkout.capturing !== paymentId) return 'checkout.busy';
      checkout.capture = capture;
      return undefined;
    }
    if (checkout.state === 'ordered') return 'checkout.paid';
    if (checkout.state === 'expired' && checkout.outOfStock) return 'stock.insufficient';
    if (checkout.state !== 'frozen' && checkout.state !== 'expired') return 'checkout.closed';
    checkout.state = 'capturing';
    checkout.capturing = paymentId;
    checkout.capture = capture;
    return undefined;
  };

  const answer = (call: string, body: unknown, key: string | undefined): { status: number; body: unknown } => {
    if (call === `GET ${wirePath(content.getBrand)}`) {
      return { status: 200, body: { brand: fixtureOf(content.brand, { name: 'Aranya' }) } };
    }
    if (call === ROUTES.freeze) {
      const { userId, currency, shippingInfo } = cartOrder.freezeCart.body!.parse(body);
      const amount = fakes.carts.get(userId);
      if (amount === undefined) return problem(409, 'checkout.empty');
      const checkoutId =
        frozenBy.get(key!) ??
        fakes.freeze(userId, { currency, contact: shippingInfo, ...(amount && { amount }) }).checkoutId;
      frozenBy.set(key!, checkoutId);
      return { status: 201, body: { checkout: fakes.checkout(checkoutId) } };
    }
    const [, payable] = ROUTES.payable.exec(call) ?? [];
    const [, capturing] = ROUTES.beginCapture.exec(call) ?? [];
    const checkout = checkouts.get(payable ?? capturing ?? '');
    if (!checkout) return problem(404, payable || capturing ? 'checkout.not-found' : 'route.not-found');
    if (capturing) {
      const refused = beginCapture(checkout, cartOrder.beginCapture.body!.parse(body));
      if (refused) return problem(409, refused);
    }
    return { status: 200, body: { checkout: cartOrder.payableCheckout.parse(checkout) } };
  };

  const server = http.createServer((request, response) => {
    void (async () => {
      if (fakes.isDown) return request.socket.destroy();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const call = `${request.method} ${request.url}`;
      fakes.requests.push(call);
      const isPublic = request.url === wirePath(content.getBrand);
      const isAuthorized = isPublic || request.headers['x-service-token'] === TEST_SERVICE_TOKEN;
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || 'null');
      const key = request.headers['idempotency-key'] as string | undefined;
      const { status, body: answered } = isAuthorized ? answer(call, body, key) : problem(404, 'route.not-found');
      const isDropped = { 'begin-capture': ROUTES.beginCapture.test(call), freeze: call === ROUTES.freeze };
      if (fakes.dropResponseOf && isDropped[fakes.dropResponseOf]) return request.socket.destroy();
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answered));
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  const fakes: FakeServices = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    carts: new Map(),
    requests: [],
    dropResponseOf: undefined,
    isDown: false,
    freeze: (userId, { currency = 'INR', amount = 2_060_00, contact, ...fields } = {}) => {
      const items = Math.round(amount / 1.03);
      const checkout: Checkout = {
        checkoutId: new Types.ObjectId().toHexString(),
        userId,
        state: 'frozen',
        currency: currency as CurrencyCode,
        amount,
        breakdown: { items, gst: amount - items, shipping: 0, extras: 0 },
        expiresAt: new Date(Date.now() + 900_000).toISOString(),
        contact: { name: contact?.name ?? 'Asha Rao', phone: contact?.phone ?? '+91 98765 43210' },
        description: 'Meera Ring and more (2 pieces)',
        ...fields,
      };
      checkouts.set(checkout.checkoutId, checkout);
      return checkout;
    },
    checkout: (id) => checkouts.get(id)!,
    applyEvent: (name, { checkoutId, paymentId, capture = 0 }) => {
      const checkout = checkouts.get(checkoutId);
      if (!checkout) return;
      if (name === 'payment.captured.v1') checkout.state = 'ordered';
      const isCurrent = checkout.capturing === paymentId && checkout.capture === capture;
      if (name === 'payment.failed.v1' && checkout.state === 'capturing' && isCurrent) checkout.state = 'frozen';
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return fakes;
}

const problem = (status: number, code: string): { status: number; body: unknown } => ({
  status,
  body: { type: 'about:blank', title: code, status, code, message: code, requestId: crypto.randomUUID() },
});
