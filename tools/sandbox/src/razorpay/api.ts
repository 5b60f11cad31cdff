import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Faults } from '../core/faults.ts';
import { addCalls, type Answer, Refusal } from '../core/http.ts';
import { sameText } from '../core/ids.ts';
import type { Page } from '../core/store.ts';
import type { CaptureMode, Notes, Payment } from './entities.ts';
import { badRequest, REFUND_IN_PROGRESS, serverError } from './errors.ts';
import { publicOf, type Razorpay, type RefundRequest } from './razorpay.ts';

type Body = Record<string, unknown>;

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{10,}$/;

/** Razorpay's API for merchants: `/razorpay/v1/…`, Basic auth, JSON. */
export function addRazorpayApi(app: FastifyInstance, config: Config['razorpay'], razorpay: Razorpay, faults: Faults) {
  const merchant = (request: FastifyRequest) => {
    const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
    const given = Buffer.from(credentials, 'base64').toString();
    if (scheme !== 'Basic' || !sameText(given, `${config.keyId}:${config.keySecret}`)) {
      throw badRequest('Authentication failed.', { status: 401, source: 'NA', step: 'NA', reason: 'NA' });
    }
  };
  const asMerchant = (handle: (request: FastifyRequest) => unknown) => (request: FastifyRequest) => {
    merchant(request);
    return { status: 200, body: handle(request) } satisfies Answer;
  };

  addCalls(app, { name: 'razorpay', serverError }, faults, [
    {
      method: 'POST',
      url: '/v1/orders',
      name: 'order.create',
      handle: asMerchant((request) => publicOf(razorpay.createOrder(orderRequest(bodyOf(request))))),
    },
    {
      method: 'GET',
      url: '/v1/orders',
      name: 'order.list',
      handle: asMerchant((request) => {
        const { receipt } = request.query as { receipt?: string };
        return collection(razorpay.orders.find(receipt ? { receipt } : {}, page(request)).map(publicOf));
      }),
    },
    {
      method: 'GET',
      url: '/v1/orders/:id',
      name: 'order.fetch',
      handle: asMerchant((request) => publicOf(razorpay.order(id(request)))),
    },
    {
      method: 'GET',
      url: '/v1/orders/:id/payments',
      name: 'order.payments',
      handle: asMerchant((request) => collection(razorpay.paymentsOf(id(request)).map(publicOf))),
    },
    {
      method: 'GET',
      url: '/v1/payments',
      name: 'payment.list',
      handle: asMerchant((request) => collection(razorpay.payments.find({}, page(request)).map(publicOf))),
    },
    {
      method: 'GET',
      url: '/v1/payments/:id',
      name: 'payment.fetch',
      handle: asMerchant((request) => shown(razorpay.payment(id(request)), request)),
    },
    {
      method: 'POST',
      url: '/v1/payments/:id/capture',
      name: 'payment.capture',
      handle: asMerchant((request) => {
        const body = bodyOf(request);
        const amount = integer(body, 'amount');
        return publicOf(razorpay.capture(id(request), amount, text(body, 'currency')));
      }),
    },
    {
      method: 'POST',
      url: '/v1/payments/:id/refund',
      name: 'payment.refund',
      handle: asMerchant((request) =>
        razorpay.refund(id(request), refundRequest(bodyOf(request)), idempotencyKey(request)),
      ),
      lock: { key: (request) => request.headers['x-refund-idempotency']?.toString(), busy: REFUND_IN_PROGRESS },
    },
    {
      method: 'GET',
      url: '/v1/payments/:id/refunds',
      name: 'payment.refunds',
      handle: asMerchant((request) =>
        collection(razorpay.refunds.find({ payment_id: razorpay.payment(id(request)).id }, page(request))),
      ),
    },
    {
      method: 'GET',
      url: '/v1/payments/:id/refunds/:refundId',
      name: 'refund.fetch',
      handle: asMerchant((request) =>
        razorpay.refundOf((request.params as { refundId: string }).refundId, id(request)),
      ),
    },
    {
      method: 'GET',
      url: '/v1/refunds',
      name: 'refund.list',
      handle: asMerchant((request) => collection(razorpay.refunds.find({}, page(request)))),
    },
    {
      method: 'GET',
      url: '/v1/refunds/:id',
      name: 'refund.fetch',
      handle: asMerchant((request) => razorpay.refundOf(id(request))),
    },
    {
      method: 'GET',
      url: '/v1/disputes',
      name: 'dispute.list',
      handle: asMerchant((request) => collection(razorpay.disputes.find({}, page(request)))),
    },
    {
      method: 'GET',
      url: '/v1/disputes/:id',
      name: 'dispute.fetch',
      handle: asMerchant((request) => razorpay.dispute(id(request))),
    },
  ]);

  app.setNotFoundHandler(() => {
    throw badRequest('The requested URL was not found on the server.', { status: 404 });
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const refusal =
      error instanceof Refusal
        ? error.answer
        : { status: error.statusCode ?? 500, body: serverError(error.statusCode ?? 500) };
    if (!(error instanceof Refusal) && refusal.status >= 500) console.error(error);
    return reply.status(refusal.status).send(refusal.body);
  });
}

function orderRequest(body: Body) {
  const known = ['amount', 'currency', 'receipt', 'notes', 'payment_capture', 'payment', 'partial_payment'];
  const unknown = Object.keys(body).filter((field) => !known.includes(field));
  if (unknown.length > 0) throw badRequest(`${unknown.join(', ')} is/are not required and should not be sent`);
  return {
    amount: money(body),
    currency: currency(body),
    receipt: receipt(body),
    notes: notes(body),
    capture: captureMode(body),
  };
}

function captureMode({ payment_capture: flag, payment }: Body): CaptureMode | undefined {
  const mode = (payment as Body | undefined)?.capture;
  if (mode === 'automatic' || mode === 'manual') return mode;
  if (flag === undefined) return undefined;
  return flag === true || flag === 1 || flag === '1' ? 'automatic' : 'manual';
}

function refundRequest(body: Body): RefundRequest {
  const speed = body.speed ?? 'normal';
  if (speed !== 'normal' && speed !== 'optimum') throw badRequest('The speed is invalid.', { field: 'speed' });
  return {
    amount: body.amount === undefined ? undefined : money(body),
    speed,
    notes: notes(body),
    receipt: receipt(body),
  };
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['x-refund-idempotency']?.toString();
  if (key !== undefined && !IDEMPOTENCY_KEY.test(key)) {
    throw badRequest('The idempotency key must be at least 10 characters of letters, digits, hyphen and underscore.');
  }
  return key;
}

/** An amount in paise, at least one rupee. */
function money(body: Body): number {
  const amount = integer(body, 'amount');
  if (amount < 100) throw badRequest('The amount must be at least INR 1.00', { field: 'amount' });
  return amount;
}

function integer(body: Body, field: string): number {
  if (body[field] === undefined || body[field] === null) throw missing(field);
  const value = typeof body[field] === 'string' ? Number(body[field]) : body[field];
  if (!Number.isSafeInteger(value)) throw badRequest(`The ${field} must be an integer.`, { field });
  return value as number;
}

function text(body: Body, field: string): string {
  if (typeof body[field] !== 'string' || body[field] === '') throw missing(field);
  return body[field];
}

const missing = (field: string) => badRequest(`The ${field} field is required.`, { field });

function currency(body: Body): string {
  const code = text(body, 'currency');
  if (!CURRENCIES.has(code)) throw badRequest('Currency is not supported', { field: 'currency' });
  return code;
}

function receipt({ receipt: value }: Body): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw badRequest('The receipt must be a string.', { field: 'receipt' });
  if (value.length > 40) {
    throw badRequest('The receipt may not be greater than 40 characters.', { field: 'receipt' });
  }
  return value;
}

function notes({ notes: value }: Body): Notes {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') throw badRequest('The notes must be an array.', { field: 'notes' });
  const entries = Object.entries(value);
  if (entries.length > 15) {
    throw badRequest('Number of fields in notes should be less than or equal to 15', { field: 'notes' });
  }
  for (const [key, note] of entries) {
    if (String(note).length > 256) {
      throw badRequest(`notes.${key} exceeds the maximum length of 256 characters.`, { field: 'notes' });
    }
  }
  return entries.length === 0 ? [] : Object.fromEntries(entries.map(([key, note]) => [key, String(note)]));
}

/** The payment, with its card if the caller expands it. */
function shown(payment: Payment, request: FastifyRequest) {
  const expand = (request.query as Record<string, string | string[]>)['expand[]'] ?? [];
  const card = [expand].flat().includes('card') ? payment.sandbox.card : undefined;
  return card ? { ...publicOf(payment), card } : publicOf(payment);
}

const collection = (items: unknown[]) => ({ entity: 'collection', count: items.length, items });

function page(request: FastifyRequest): Page {
  const { count, skip } = request.query as { count?: string; skip?: string };
  return { limit: Math.min(Number(count) || 10, 100), skip: Number(skip) || 0 };
}

const id = (request: FastifyRequest) => (request.params as { id: string }).id;
const bodyOf = (request: FastifyRequest) => (request.body ?? {}) as Body;
