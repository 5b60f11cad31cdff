import crypto from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BodyInputOf, cartOrder, content, type CurrencyCode, wirePath } from '@shop/contracts';
import { TEST_SERVICE_TOKEN } from '@shop/service-kit/testing';
import { fixtureOf } from '@shop/test-kit/fixtures';
import { Types } from 'mongoose';

type Checkout = cartOrder.PayableCheckout & {
  /** Our payment that was told to go ahead. */
  capturing?: string;
  /** Which capture of it. */
  capture?: number;
  /** Its pieces are gone: it cannot be held again. */
  short?: boolean;
};

/** Cart-order and content as their contracts describe them, as far as payment asks them. */
export interface TestNeighbours {
  url: string;
  /** A frozen checkout. */
  freeze(userId: string, fields?: Partial<Checkout>): Checkout;
  checkout(id: string): Checkout;
  /** What lies in whose cart, in paise. */
  carts: Map<string, number>;
  /** What was asked for: method and path. */
  asked: string[];
  /** Does what is asked, and is gone before it can say so. */
  loseAnswerOf: 'begin-capture' | 'freeze' | undefined;
  /** Connections are cut. */
  away: boolean;
  /** Takes in what payment tells cart-order. */
  hear(name: string, data: { checkoutId: string; paymentId: string; capture?: number }): void;
  close(): Promise<void>;
}

const WANTED = {
  freeze: 'POST /internal/checkouts',
  payable: /^GET \/internal\/checkouts\/([0-9a-f]{24})$/,
  beginCapture: /^POST \/internal\/checkouts\/([0-9a-f]{24})\/begin-capture$/,
};

export async function startNeighbours(): Promise<TestNeighbours> {
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
    if (checkout.state === 'expired' && checkout.short) return 'stock.insufficient';
    if (checkout.state !== 'frozen' && checkout.state !== 'expired') return 'checkout.closed';
    checkout.state = 'capturing';
    checkout.capturing = paymentId;
    checkout.capture = capture;
    return undefined;
  };

  const answer = (asked: string, body: unknown, key: string | undefined): { status: number; body: unknown } => {
    if (asked === `GET ${wirePath(content.getBrand)}`) {
      return { status: 200, body: { brand: fixtureOf(content.brand, { name: 'Aranya' }) } };
    }
    if (asked === WANTED.freeze) {
      const { userId, currency, shippingInfo } = cartOrder.freezeCart.body!.parse(body);
      const amount = test.carts.get(userId);
      if (amount === undefined) return problem(409, 'checkout.empty');
      const made =
        frozenBy.get(key!) ??
        test.freeze(userId, { currency, contact: shippingInfo, ...(amount && { amount }) }).checkoutId;
      frozenBy.set(key!, made);
      return { status: 201, body: { checkout: test.checkout(made) } };
    }
    const [, payable] = WANTED.payable.exec(asked) ?? [];
    const [, capturing] = WANTED.beginCapture.exec(asked) ?? [];
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
      if (test.away) return request.socket.destroy();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const asked = `${request.method} ${request.url}`;
      test.asked.push(asked);
      const isPublic = request.url === wirePath(content.getBrand);
      const known = isPublic || request.headers['x-service-token'] === TEST_SERVICE_TOKEN;
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || 'null');
      const key = request.headers['idempotency-key'] as string | undefined;
      const { status, body: said } = known ? answer(asked, body, key) : problem(404, 'route.not-found');
      const lost = { 'begin-capture': WANTED.beginCapture.test(asked), freeze: asked === WANTED.freeze };
      if (test.loseAnswerOf && lost[test.loseAnswerOf]) {
        test.loseAnswerOf = undefined;
        return request.socket.destroy();
      }
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(said));
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  const test: TestNeighbours = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    carts: new Map(),
    asked: [],
    loseAnswerOf: undefined,
    away: false,
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
    hear: (name, { checkoutId, paymentId, capture = 0 }) => {
      const checkout = checkouts.get(checkoutId);
      if (!checkout) return;
      if (name === 'payment.captured.v1') checkout.state = 'ordered';
      const isOfNow = checkout.capturing === paymentId && checkout.capture === capture;
      if (name === 'payment.failed.v1' && checkout.state === 'capturing' && isOfNow) checkout.state = 'frozen';
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return test;
}

const problem = (status: number, code: string): { status: number; body: unknown } => ({
  status,
  body: { type: 'about:blank', title: code, status, code, message: code, requestId: crypto.randomUUID() },
});
