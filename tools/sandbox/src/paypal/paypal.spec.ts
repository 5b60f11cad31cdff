import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  CheckoutPaymentIntent,
  type CustomError,
  OrdersController,
  PaymentsController,
  PaypalExperienceUserAction,
} from '@paypal/paypal-server-sdk';
import { KEYS, paypalClient, type Received, startTestSandbox, type TestSandbox } from '../../test/start-sandbox.ts';
import { rawMember } from './signing.ts';

let running: TestSandbox;
let orders: OrdersController;
let payments: PaymentsController;
let counter = 0;

beforeAll(async () => {
  running = await startTestSandbox();
  orders = new OrdersController(running.paypal);
  payments = new PaymentsController(running.paypal);
});
afterAll(() => running.close());
beforeEach(() => {
  running.sandbox.reset();
  running.shop.received.length = 0;
});

const REPRESENTATION = 'return=representation';
interface OrderOptions {
  currency?: string;
  value?: string;
  breakdown?: Record<string, string>;
  invoiceId?: string;
  requestId?: string;
  prefer?: string;
}
const create = ({ currency = 'USD', value = '24.50', breakdown, ...more }: OrderOptions = {}) =>
  orders.createOrder({
    paypalRequestId: more.requestId ?? `request-${(counter += 1)}`,
    prefer: more.prefer,
    body: {
      intent: CheckoutPaymentIntent.Capture,
      purchaseUnits: [
        {
          customId: 'checkout-1',
          invoiceId: more.invoiceId,
          amount: {
            currencyCode: currency,
            value,
            breakdown:
              breakdown &&
              Object.fromEntries(
                Object.entries(breakdown).map(([part, amount]) => [part, { currencyCode: currency, value: amount }]),
              ),
          },
        },
      ],
      paymentSource: {
        paypal: {
          experienceContext: {
            returnUrl: 'http://shop.example/return',
            cancelUrl: 'http://shop.example/cancel',
            userAction: PaypalExperienceUserAction.PayNow,
          },
        },
      },
    },
  });
const approve = (orderId: string, funding = 'balance') =>
  running.control('POST', '/paypal/approve', { order_id: orderId, funding });
async function approved(options: OrderOptions = {}, funding?: string) {
  const { result } = await create(options);
  await approve(result.id!, funding);
  return result.id!;
}
const capture = (id: string, paypalRequestId?: string) =>
  orders.captureOrder({ id, prefer: REPRESENTATION, paypalRequestId: paypalRequestId ?? `capture-${(counter += 1)}` });
async function captured(options: OrderOptions = {}) {
  const { result } = await capture(await approved(options));
  return result.purchaseUnits![0]!.payments!.captures![0]!;
}
/** The issue and status of a refused call. */
async function issueOf(call: Promise<unknown>): Promise<[number, string]> {
  const error = (await call.then(
    () => {
      throw new Error('the call went through');
    },
    (reason: unknown) => reason,
  )) as CustomError;
  if (!error.result) throw error;
  const { details } = error.result as { details?: { issue: string }[] };
  return [error.statusCode, details?.[0]?.issue ?? error.result.name ?? ''];
}

describe('orders', () => {
  it('creates, is approved and captures, and answers in the minimal and the whole shape', async () => {
    const { result, statusCode } = await create();
    expect(statusCode).toBe(201);
    expect(result).toMatchObject({ id: expect.any(String), status: 'PAYER_ACTION_REQUIRED' });
    expect(result.purchaseUnits).toBeUndefined();
    const id = result.id!;
    expect(result.links?.find(({ rel }) => rel === 'payer-action')?.href).toBe(
      `${running.url}/paypal/checkoutnow?token=${id}`,
    );
    await approve(id);
    expect((await orders.getOrder({ id })).result).toMatchObject({
      status: 'APPROVED',
      intent: 'CAPTURE',
      purchaseUnits: [{ referenceId: 'default', customId: 'checkout-1', amount: { value: '24.50' } }],
      payer: { emailAddress: 'buyer@sandbox.example' },
    });

    const done = await capture(id);
    expect(done.statusCode).toBe(201);
    expect(done.result.status).toBe('COMPLETED');
    const [first] = done.result.purchaseUnits![0]!.payments!.captures!;
    expect(first).toMatchObject({
      status: 'COMPLETED',
      amount: { currencyCode: 'USD', value: '24.50' },
      customId: 'checkout-1',
      finalCapture: true,
      sellerReceivableBreakdown: {
        grossAmount: { value: '24.50' },
        paypalFee: { value: '1.38' },
        netAmount: { value: '23.12' },
      },
    });
    expect((await payments.getCapturedPayment({ captureId: first!.id! })).result).toMatchObject({ id: first!.id });
    expect((await running.control('GET', '/ledger')).paypal).toEqual({
      USD: { payments: 1, captured: 2450, refunded: 0, lostInDisputes: 0 },
    });
  });

  it('answers a repeated request id with the same order and 200', async () => {
    const first = await create({ requestId: 'same' });
    const again = await create({ requestId: 'same' });
    expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(again.result.id).toBe(first.result.id);
    expect(await issueOf(create({ requestId: 'same', value: '99.00' }))).toEqual([422, 'DUPLICATE_REQUEST_ID']);
  });

  it('forgets a request id of an order after six hours', async () => {
    const first = await create({ requestId: 'old' });
    await running.control('POST', '/time', { advanceMs: 6 * 3_600_000 + 1000 });
    expect((await create({ requestId: 'old' })).result.id).not.toBe(first.result.id);
  });

  it.each<[string, OrderOptions, number, string]>([
    ['rupees', { currency: 'INR' }, 422, 'CURRENCY_NOT_SUPPORTED'],
    ['a currency that does not exist', { currency: 'usd' }, 422, 'INVALID_CURRENCY_CODE'],
    ['decimals of yen', { currency: 'JPY', value: '100.50' }, 422, 'DECIMALS_NOT_SUPPORTED'],
    ['three decimals of dollars', { value: '10.005' }, 422, 'DECIMAL_PRECISION'],
    ['nothing', { value: '0.00' }, 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['a value that is no number', { value: '1,000.00' }, 400, 'INVALID_PARAMETER_SYNTAX'],
    [
      'parts that do not add up',
      { value: '24.50', breakdown: { itemTotal: '20.00', taxTotal: '4.49' } },
      422,
      'AMOUNT_MISMATCH',
    ],
  ])('refuses %s', async (_what, options, status, issue) => {
    expect(await issueOf(create(options))).toEqual([status, issue]);
  });

  it('takes parts that add up, discounts taken off, and whole yen', async () => {
    const breakdown = { itemTotal: '25.00', taxTotal: '0.75', shipping: '1.00', discount: '2.25' };
    expect((await create({ value: '24.50', breakdown })).statusCode).toBe(201);
    expect((await create({ currency: 'JPY', value: '4300' })).statusCode).toBe(201);
  });

  it('asks for a request id where a payment source is given', async () => {
    const { body } = {
      body: {
        intent: CheckoutPaymentIntent.Capture,
        purchaseUnits: [{ amount: { currencyCode: 'USD', value: '1.00' } }],
        paymentSource: { paypal: {} },
      },
    };
    expect(await issueOf(orders.createOrder({ body }))).toEqual([400, 'PAYPAL_REQUEST_ID_REQUIRED']);
  });

  it('refuses wrong credentials and unknown orders', async () => {
    const stranger = new OrdersController(paypalClient(running.url, 'not the secret'));
    await expect(stranger.getOrder({ id: 'X' })).rejects.toMatchObject({ statusCode: 401 });
    expect(await issueOf(orders.getOrder({ id: 'X' }))).toEqual([404, 'INVALID_RESOURCE_ID']);
    const response = await fetch(`${running.url}/paypal/v2/checkout/orders/X`, {
      headers: { authorization: 'Bearer no' },
    });
    expect([response.status, await response.json()]).toEqual([
      401,
      expect.objectContaining({ name: 'AUTHENTICATION_FAILURE' }),
    ]);
  });
});

describe('capture', () => {
  it('is refused before the buyer approved', async () => {
    const { result } = await create();
    expect(await issueOf(capture(result.id!))).toEqual([422, 'ORDER_NOT_APPROVED']);
  });

  it('happens once: the same request id gets the answer again, another is told so', async () => {
    const id = await approved();
    const first = await capture(id, 'capture-once');
    const again = await capture(id, 'capture-once');
    expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(again.result.purchaseUnits![0]!.payments).toEqual(first.result.purchaseUnits![0]!.payments);
    expect(await issueOf(capture(id))).toEqual([422, 'ORDER_ALREADY_CAPTURED']);
  });

  it('is refused while another of the order is running', async () => {
    const id = await approved();
    await running.fail({ provider: 'paypal', call: 'order.capture', kind: 'slow', ms: 300 });
    const outcomes = await Promise.allSettled([capture(id), capture(id)]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')!;
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await issueOf(Promise.reject(failed.reason))).toEqual([422, 'ORDER_COMPLETION_IN_PROGRESS']);
  });

  it('is refused for an invoice that was captured before', async () => {
    await captured({ invoiceId: 'INV-1' });
    expect(await issueOf(capture(await approved({ invoiceId: 'INV-1' })))).toEqual([422, 'DUPLICATE_INVOICE_ID']);
  });

  it('is refused for a declined instrument, and works after another approval', async () => {
    const id = await approved({}, 'declined');
    const error = (await capture(id).catch((reason: unknown) => reason)) as CustomError;
    expect(error.result).toMatchObject({
      details: [{ issue: 'INSTRUMENT_DECLINED' }],
      links: expect.arrayContaining([
        expect.objectContaining({ rel: 'redirect', href: `${running.url}/paypal/checkoutnow?token=${id}` }),
      ]),
    });
    await approve(id);
    expect((await capture(id)).result.status).toBe('COMPLETED');
  });

  it('answers 201 with a pending capture, which completes or is denied later', async () => {
    const states = [];
    for (const settleTo of ['completed', 'failed'] as const) {
      await running.fail({
        provider: 'paypal',
        call: 'order.capture',
        kind: 'pending',
        settleAfterMs: 60_000,
        settleTo,
      });
      const { result, statusCode } = await capture(await approved());
      const [pending] = result.purchaseUnits![0]!.payments!.captures!;
      expect([statusCode, pending!.status, pending!.statusDetails?.reason]).toEqual([201, 'PENDING', 'ECHECK']);
      await running.control('POST', '/time', { advanceMs: 61_000 });
      states.push((await payments.getCapturedPayment({ captureId: pending!.id! })).result.status);
    }
    expect(states).toEqual(['COMPLETED', 'DECLINED']);
    expect(running.shop.events()).toEqual(
      expect.arrayContaining(['PAYMENT.CAPTURE.PENDING', 'PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.DENIED']),
    );
  });

  it('can hold a declined capture in its 201', async () => {
    await running.fail({ provider: 'paypal', call: 'order.capture', kind: 'capture-declined' });
    const { result } = await capture(await approved());
    expect(result.purchaseUnits![0]!.payments!.captures![0]!.status).toBe('DECLINED');
    expect((await running.control('GET', '/ledger')).paypal).toEqual({});
  });

  it("fails as PayPal's own header for negative testing asks", async () => {
    const id = await approved();
    const paypalMockResponse = JSON.stringify({ mock_application_codes: 'TRANSACTION_REFUSED' });
    expect(await issueOf(orders.captureOrder({ id, paypalMockResponse }))).toEqual([422, 'TRANSACTION_REFUSED']);
  });

  it('is refused once the approval was taken back', async () => {
    const id = await approved();
    await running.control('POST', `/paypal/orders/${id}/reverse-approval`);
    expect(await issueOf(capture(id))).toEqual([422, 'ORDER_NOT_APPROVED']);
    await running.sandbox.webhooks.settle();
    expect(running.shop.events()).toContain('CHECKOUT.PAYMENT-APPROVAL.REVERSED');
  });
});

describe('refunds', () => {
  const refund = (captureId: string, value?: string, paypalRequestId?: string, currencyCode = 'USD') =>
    payments.refundCapturedPayment({
      captureId,
      paypalRequestId,
      prefer: REPRESENTATION,
      body: value === undefined ? undefined : { amount: { currencyCode, value } },
    });

  it('refunds in parts, each once per request id, and never more than was captured', async () => {
    const { id } = await captured();
    const first = await refund(id!, '4.50', 'refund-1');
    const again = await refund(id!, '4.50', 'refund-1');
    expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(again.result.id).toBe(first.result.id);
    expect(first.result).toMatchObject({ status: 'COMPLETED', amount: { value: '4.50' } });
    expect((await payments.getCapturedPayment({ captureId: id! })).result.status).toBe('PARTIALLY_REFUNDED');
    expect(await issueOf(refund(id!, '20.01'))).toEqual([422, 'REFUND_AMOUNT_EXCEEDED']);
    expect(await issueOf(refund(id!, '1.00', undefined, 'EUR'))).toEqual([422, 'REFUND_CAPTURE_CURRENCY_MISMATCH']);
    const rest = await refund(id!);
    expect(rest.result.amount?.value).toBe('20.00');
    expect(await issueOf(refund(id!, '1.00'))).toEqual([422, 'CAPTURE_FULLY_REFUNDED']);
    expect((await payments.getRefund({ refundId: rest.result.id! })).result.id).toBe(rest.result.id);
    expect((await running.control('GET', '/ledger')).paypal.USD).toMatchObject({ captured: 2450, refunded: 2450 });
  });

  it('answers only id, status and links where the whole was not asked for', async () => {
    const { id } = await captured();
    const { result } = await payments.refundCapturedPayment({ captureId: id! });
    expect([result.status, result.amount, result.links?.length]).toEqual(['COMPLETED', undefined, 2]);
  });

  it('refuses a refund of a pending capture, and after 180 days', async () => {
    const { result } = await capture(await approved({}, 'echeck'));
    const pending = result.purchaseUnits![0]!.payments!.captures![0]!;
    expect(await issueOf(refund(pending.id!))).toEqual([422, 'PENDING_CAPTURE']);
    await running.control('POST', `/paypal/captures/${pending.id}`, { status: 'COMPLETED' });
    await running.control('POST', '/time', { advanceMs: 181 * 86_400_000 });
    expect(await issueOf(refund(pending.id!))).toEqual([422, 'REFUND_TIME_LIMIT_EXCEEDED']);
  });

  it('is pending, or fails days later, when asked', async () => {
    const { id } = await captured();
    await running.fail({ provider: 'paypal', call: 'capture.refund', kind: 'pending', settleAfterMs: 1000 });
    const pending = await refund(id!, '1.00');
    expect(pending.result.status).toBe('PENDING');
    await running.fail({ provider: 'paypal', call: 'capture.refund', kind: 'fails-later' });
    const failing = await refund(id!, '2.00');
    await running.control('POST', '/time', { advanceMs: 4 * 86_400_000 });
    const status = async (refundId: string) => (await payments.getRefund({ refundId })).result.status;
    expect([await status(pending.result.id!), await status(failing.result.id!)]).toEqual(['COMPLETED', 'FAILED']);
    expect((await running.control('GET', '/ledger')).paypal.USD.refunded).toBe(100);
  });

  it('made in the dashboard, and disputes, reach the shop as webhooks', async () => {
    const { id } = await captured();
    await running.control('POST', `/paypal/captures/${id}/refund`, { amount: { currency_code: 'USD', value: '5.00' } });
    const dispute = await running.control('POST', `/paypal/captures/${id}/dispute`, {});
    await running.control('POST', `/paypal/disputes/${dispute.id}`, { inBuyersFavour: true });
    await running.sandbox.webhooks.settle();
    expect(running.shop.events()).toEqual(
      expect.arrayContaining([
        'PAYMENT.CAPTURE.REFUNDED',
        'CUSTOMER.DISPUTE.CREATED',
        'CUSTOMER.DISPUTE.RESOLVED',
        'PAYMENT.CAPTURE.REVERSED',
      ]),
    );
    expect((await running.control('GET', '/ledger')).paypal.USD.lostInDisputes).toBe(2450);
  });
});

/** For calls that the SDK lacks. */
async function token(): Promise<string> {
  const response = await fetch(`${running.url}/paypal/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${KEYS.paypal.clientId}:${KEYS.paypal.clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

describe('disputes', () => {
  interface Page {
    items: { dispute_id: string }[];
    links: { rel: string }[];
  }
  async function ask(path: string) {
    const headers = { authorization: `Bearer ${await token()}` };
    const response = await fetch(`${running.url}/paypal/v1/customer/disputes${path}`, { headers });
    return { status: response.status, body: (await response.json()) as Page };
  }
  const dispute = async () => {
    const { id: captureId } = await captured();
    const { id } = await running.control('POST', `/paypal/captures/${captureId}/dispute`, {});
    return { id: id as string, captureId };
  };

  it('are listed in short by their last change and by payment, page by page, and shown whole by id', async () => {
    const [first, second] = [await dispute(), await dispute()];
    const { items } = (await ask('')).body;
    expect(items.map(({ dispute_id }) => dispute_id)).toEqual([second.id, first.id]);
    expect(items[0]).toMatchObject({ status: 'OPEN', dispute_amount: { currency_code: 'USD', value: '24.50' } });
    expect(items[0]).not.toHaveProperty('disputed_transactions');

    const page = (await ask('?page_size=1')).body;
    expect(page.items.map(({ dispute_id }) => dispute_id)).toEqual([second.id]);
    expect(page.links).toContainEqual({ href: expect.stringContaining('page=2'), rel: 'next', method: 'GET' });
    const last = (await ask('?page_size=1&page=2')).body;
    expect(last.links.map(({ rel }) => rel)).not.toContain('next');

    const between = (await running.control('POST', '/time', { advanceMs: 60_000 })).now as string;
    await running.control('POST', '/time', { advanceMs: 60_000 });
    await running.control('POST', `/paypal/disputes/${first.id}`, { inBuyersFavour: true });
    const moved = (await ask(`?update_time_after=${encodeURIComponent(between)}`)).body.items;
    expect(moved).toEqual([expect.objectContaining({ dispute_id: first.id, status: 'RESOLVED' })]);
    expect((await ask(`?disputed_transaction_id=${second.captureId}`)).body.items).toHaveLength(1);
    expect((await ask(`/${first.id}`)).body).toMatchObject({
      dispute_id: first.id,
      disputed_transactions: [{ seller_transaction_id: first.captureId }],
      dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' },
    });
  });

  it('are listed without a time also while the clock moves on during the call', async () => {
    const { id } = await dispute();
    let nowMs = running.sandbox.clock.now();
    const now = jest.spyOn(running.sandbox.clock, 'now').mockImplementation(() => (nowMs += 1));
    try {
      expect((await ask('')).body.items).toMatchObject([{ dispute_id: id }]);
    } finally {
      now.mockRestore();
    }
  });

  it('are refused with a time that is none or too long ago, and with an id of nothing', async () => {
    expect((await ask('?update_time_after=yesterday')).status).toBe(400);
    expect((await ask('?update_time_after=2020-01-01T00:00:00.000Z')).status).toBe(400);
    expect((await ask('?page_size=51')).status).toBe(400);
    expect((await ask('/PP-R-NONE')).status).toBe(404);
  });
});

describe('webhooks', () => {
  const verify = async ({ headers }: Received, event: string, webhookId = KEYS.paypal.webhookId) => {
    const head = JSON.stringify({
      auth_algo: headers['paypal-auth-algo'],
      cert_url: headers['paypal-cert-url'],
      transmission_id: headers['paypal-transmission-id'],
      transmission_sig: headers['paypal-transmission-sig'],
      transmission_time: headers['paypal-transmission-time'],
      webhook_id: webhookId,
    });
    const response = await fetch(`${running.url}/paypal/v1/notifications/verify-webhook-signature`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      body: `${head.slice(0, -1)},"webhook_event":${event}}`,
    });
    return ((await response.json()) as { verification_status: string }).verification_status;
  };

  it('are verified by their raw body only', async () => {
    await captured({ invoiceId: 'INV-7' });
    await running.sandbox.webhooks.settle();
    const completed = running.shop.received.find(({ event }) => event === 'PAYMENT.CAPTURE.COMPLETED')!;
    expect(completed.path).toBe('/webhooks/paypal');
    expect(JSON.parse(completed.body)).toMatchObject({
      id: expect.stringMatching(/^WH-/),
      resource_type: 'capture',
      event_version: '1.0',
      resource: {
        status: 'COMPLETED',
        invoice_id: 'INV-7',
        custom_id: 'checkout-1',
        supplementary_data: { related_ids: { order_id: expect.any(String) } },
      },
    });
    expect(await verify(completed, completed.body)).toBe('SUCCESS');
    expect(await verify(completed, JSON.stringify(JSON.parse(completed.body)))).toBe('FAILURE');
    expect(await verify(completed, completed.body.replace('24.50', '0.01'))).toBe('FAILURE');
    expect(await verify(completed, completed.body, 'WH-OTHER')).toBe('FAILURE');
  });

  it('can be forged on request', async () => {
    await running.fail({ provider: 'paypal', call: 'webhook', kind: 'webhook-wrong-signature' });
    await approved();
    await running.sandbox.webhooks.settle();
    expect(await verify(running.shop.received[0]!, running.shop.received[0]!.body)).toBe('FAILURE');
  });

  it('find the raw text of a member whatever stands around it', () => {
    expect(rawMember('{"a":{"event":1},"event": {"x":[1,"}"],"y":"\\"{"} ,"b":2}', 'event')).toBe(
      '{"x":[1,"}"],"y":"\\"{"}',
    );
    expect(rawMember('{"event":"a,b"}', 'event')).toBe('"a,b"');
    expect(rawMember('{"x":"event"}', 'event')).toBeUndefined();
  });
});

describe('the approval page', () => {
  const decide = (body: Record<string, string>, origin = running.url) =>
    fetch(`${running.url}/paypal/checkoutnow`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin },
      body: new URLSearchParams(body),
    });

  it('sends the buyer back to the shop, approved or not', async () => {
    const { result } = await create();
    const page = await fetch(`${running.url}/paypal/checkoutnow?token=${result.id}`);
    expect(await page.text()).toContain('Pay USD');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://shop.example");

    const cancelled = await decide({ token: result.id!, decision: 'cancel' });
    expect(cancelled.headers.get('location')).toBe(`http://shop.example/cancel?token=${result.id}`);
    expect((await orders.getOrder({ id: result.id! })).result.status).toBe('PAYER_ACTION_REQUIRED');

    const agreed = await decide({ token: result.id!, decision: 'approve', funding: 'balance' });
    expect([agreed.status, agreed.headers.get('location')]).toEqual([
      303,
      `http://shop.example/return?token=${result.id}&PayerID=QYR5Z8XDVJNXQ`,
    ]);
    expect((await orders.getOrder({ id: result.id! })).result.status).toBe('APPROVED');
  });

  it('does not approve for another site', async () => {
    const { result } = await create();
    const response = await decide({ token: result.id!, decision: 'approve' }, 'https://evil.example');
    expect(response.status).toBe(403);
    expect((await orders.getOrder({ id: result.id! })).result.status).toBe('PAYER_ACTION_REQUIRED');
  });
});
