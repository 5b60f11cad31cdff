import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import { faultRequest } from '../core/faults.ts';
import { refuseForeignOrigins, Refusal } from '../core/http.ts';
import type { Delivery } from '../core/webhooks.ts';
import { publicOf } from '../razorpay/razorpay.ts';
import { ledger, ledgerEntries } from './ledger.ts';
import { controlPage } from './page.ts';

const ms = z.int().min(0);
const YEAR_MS = 366 * 24 * 3600 * 1000;

const schemas = {
  time: z.strictObject({ advanceMs: ms.max(YEAR_MS) }),
  razorpayPay: z.strictObject({
    order_id: z.string(),
    method: z.enum(['card', 'upi', 'netbanking']).default('upi'),
    outcome: z.enum(['success', 'failure', 'late-authorization', 'abandoned']).default('success'),
    /** Delay of the late authorisation. */
    lateAfterMs: ms.default(600_000),
    email: z.string().default('buyer@example.com'),
    contact: z.string().default('+919000090000'),
  }),
  capture: z.strictObject({ capture: z.enum(['automatic', 'manual']) }),
  amount: z.strictObject({ amount: z.int().min(1).optional() }),
  razorpayCapture: z.strictObject({ again: z.boolean().default(false) }),
  razorpayDispute: z.strictObject({
    amount: z.int().min(1).optional(),
    reason_code: z.string().default('goods_or_services_not_received'),
  }),
  razorpayDisputeStatus: z.strictObject({ status: z.enum(['under_review', 'won', 'lost', 'closed']) }),
  razorpayRefundStatus: z.strictObject({ status: z.enum(['processed', 'failed']) }),
  secret: z.strictObject({ secret: z.string().min(8) }),
  approve: z.strictObject({
    order_id: z.string(),
    funding: z.enum(['balance', 'declined', 'echeck']).default('balance'),
  }),
  captureStatus: z.strictObject({ status: z.enum(['COMPLETED', 'DECLINED']) }),
  paypalRefund: z.strictObject({ amount: z.strictObject({ currency_code: z.string(), value: z.string() }).optional() }),
  paypalDispute: z.strictObject({
    amount: z.strictObject({ currency_code: z.string(), value: z.string() }).optional(),
    reason: z.string().default('MERCHANDISE_OR_SERVICE_NOT_RECEIVED'),
  }),
  paypalDisputeOutcome: z.strictObject({ inBuyersFavour: z.boolean() }),
  paypalRefundStatus: z.strictObject({ status: z.enum(['COMPLETED', 'FAILED']) }),
  rates: z.strictObject({ rupees: z.record(z.string().regex(/^[A-Z]{3}$/), z.number().positive().nullable()) }),
};

type WithId = { Params: { id: string } };

/** `/control`: failures, time, and all actions of people and banks at the providers. See README.md. */
export function addControl(app: FastifyInstance, sandbox: Sandbox): void {
  const { faults, webhooks, razorpay, paypal, clock } = sandbox;
  refuseForeignOrigins(app);
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof z.ZodError) return reply.status(400).send({ error: z.prettifyError(error) });
    if (error instanceof Refusal) return reply.status(error.answer.status).send(error.answer.body);
    if ((error.statusCode ?? 500) >= 500) console.error(error);
    return reply.status(error.statusCode ?? 500).send({ error: error.message });
  });
  app.setNotFoundHandler((_request, reply) => reply.status(404).send({ error: 'Unknown control call.' }));

  app.get('/', async (_request, reply) => controlPage(reply, sandbox));

  app.post('/failures', async (request, reply) =>
    reply.status(201).send(faults.add(faultRequest.parse(request.body ?? {}))),
  );
  app.get('/failures', async () => ({ failures: faults.list() }));
  app.delete('/failures', async (_request, reply) => {
    faults.clear();
    return reply.status(204).send();
  });
  app.delete<WithId>('/failures/:id', async (request, reply) =>
    reply.status(faults.remove(request.params.id) ? 204 : 404).send(),
  );

  const time = () => ({ now: new Date(clock.now()).toISOString(), offsetMs: clock.offsetMs });
  app.get('/time', async () => time());
  app.post('/time', async (request) => {
    await sandbox.advance(schemas.time.parse(request.body ?? {}).advanceMs);
    return time();
  });
  app.post('/reset', async (_request, reply) => {
    sandbox.reset();
    return reply.status(204).send();
  });

  app.get('/ledger', async () => ledger(razorpay, paypal));
  app.get('/ledger/entries', async (request) => {
    const { provider = 'razorpay', limit, skip } = request.query as Record<string, string | undefined>;
    const most = Math.min(Number(limit) || 1000, 10_000);
    return { entries: ledgerEntries(razorpay, paypal, provider, most, Number(skip) || 0) };
  });

  app.get('/webhooks', async (request) => {
    const { limit, skip, ...query } = request.query as Record<string, string | undefined>;
    const match = Object.fromEntries(
      (['provider', 'event', 'state', 'subject'] as const).flatMap((field) =>
        query[field] ? [[field, query[field]]] : [],
      ),
    ) as Partial<Delivery>;
    return { webhooks: webhooks.find(match, Math.min(Number(limit) || 100, 1000), Number(skip) || 0) };
  });
  app.post('/webhooks/flush', async (_request, reply) => {
    webhooks.flush();
    await webhooks.settle();
    return reply.status(204).send();
  });
  app.post<WithId>('/webhooks/:id/resend', async (request, reply) => {
    const delivery = webhooks.resend(request.params.id);
    return delivery ?? reply.status(404).send({ error: 'There is no such webhook.' });
  });

  app.post('/rates', async (request, reply) => {
    sandbox.rates.set(schemas.rates.parse(request.body ?? {}).rupees);
    return reply.status(204).send();
  });

  addRazorpayControl(app, sandbox);
  addPayPalControl(app, sandbox);
}

function addRazorpayControl(app: FastifyInstance, { razorpay, razorpayEvents }: Sandbox): void {
  app.post('/razorpay/pay', async (request) => {
    const {
      order_id: orderId,
      method,
      outcome,
      lateAfterMs,
      email,
      contact,
    } = schemas.razorpayPay.parse(request.body ?? {});
    const instrument = {
      method,
      card: method === 'card' ? { name: 'Test Customer', number: '4111111111111111' } : undefined,
      vpa: method === 'upi' ? 'buyer@sandbox' : undefined,
      bank: method === 'netbanking' ? 'HDFC' : undefined,
    };
    const payment = razorpay.startPayment(orderId, instrument, { email, contact }, null);
    if (outcome === 'abandoned') return publicOf(payment);
    return razorpay.finishPayment(payment.id, outcome, lateAfterMs);
  });
  app.post('/razorpay/settings', async (request, reply) => {
    razorpay.setDefaultCapture(schemas.capture.parse(request.body ?? {}).capture);
    return reply.status(204).send();
  });
  app.post('/razorpay/webhook-secret', async (request, reply) => {
    razorpayEvents.rotateSecret(schemas.secret.parse(request.body ?? {}).secret);
    return reply.status(204).send();
  });
  app.post<WithId>('/razorpay/payments/:id/authorize', async (request) => {
    razorpay.authorizeLate(request.params.id);
    return publicOf(razorpay.payment(request.params.id));
  });
  app.post<WithId>('/razorpay/payments/:id/capture', async (request) => {
    const { id, amount, currency } = razorpay.payment(request.params.id);
    return publicOf(razorpay.capture(id, amount, currency, schemas.razorpayCapture.parse(request.body ?? {})));
  });
  app.post<WithId>('/razorpay/payments/:id/refund', async (request) => {
    const { amount } = schemas.amount.parse(request.body ?? {});
    return razorpay.refund(request.params.id, { amount, speed: 'normal', notes: [], receipt: null });
  });
  app.post<WithId>('/razorpay/refunds/:id', async (request) => {
    razorpay.settleRefund(request.params.id, schemas.razorpayRefundStatus.parse(request.body ?? {}).status);
    return razorpay.refundOf(request.params.id);
  });
  app.post<WithId>('/razorpay/payments/:id/dispute', async (request) => {
    const { amount, reason_code: reason } = schemas.razorpayDispute.parse(request.body ?? {});
    return razorpay.openDispute(request.params.id, amount, reason);
  });
  app.post<WithId>('/razorpay/disputes/:id', async (request) =>
    razorpay.settleDispute(request.params.id, schemas.razorpayDisputeStatus.parse(request.body ?? {}).status),
  );
}

function addPayPalControl(app: FastifyInstance, { paypal }: Sandbox): void {
  app.post('/paypal/approve', async (request) => {
    const { order_id: orderId, funding } = schemas.approve.parse(request.body ?? {});
    return paypal.orderEntity(paypal.approve(orderId, funding), true);
  });
  app.post<WithId>('/paypal/orders/:id/reverse-approval', async (request) =>
    paypal.orderEntity(paypal.reverseApproval(request.params.id), true),
  );
  app.post<WithId>('/paypal/captures/:id', async (request) => {
    const { status } = schemas.captureStatus.parse(request.body ?? {});
    paypal.settleCapture(request.params.id, status === 'COMPLETED');
    return paypal.captureEntity(paypal.captureOf(request.params.id));
  });
  app.post<WithId>('/paypal/captures/:id/refund', async (request) => {
    const { refund } = paypal.refund(request.params.id, schemas.paypalRefund.parse(request.body ?? {}));
    return paypal.refundEntity(refund, true);
  });
  app.post<WithId>('/paypal/refunds/:id', async (request) => {
    paypal.settleRefund(request.params.id, schemas.paypalRefundStatus.parse(request.body ?? {}).status);
    return paypal.refundEntity(paypal.refundOf(request.params.id), true);
  });
  app.post<WithId>('/paypal/captures/:id/dispute', async (request) => {
    const { amount, reason } = schemas.paypalDispute.parse(request.body ?? {});
    return paypal.openDispute(request.params.id, amount, reason);
  });
  app.post<WithId>('/paypal/disputes/:id', async (request) =>
    paypal.settleDispute(request.params.id, schemas.paypalDisputeOutcome.parse(request.body ?? {}).inBuyersFavour),
  );
}
