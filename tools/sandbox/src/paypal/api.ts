import crypto from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Faults } from '../core/faults.ts';
import { addCalls, type Answer, Refusal } from '../core/http.ts';
import { sameText, upperId } from '../core/ids.ts';
import { answerOf, bodyOf, isIssue, type Issue, refuse } from './errors.ts';
import type { OrderRequest, PayPal, RefundRequest } from './paypal.ts';
import type { PayPalEvents } from './signing.ts';

const TOKEN_SECONDS = 32_400;

/** PayPal's REST API: `/paypal/v1/…` and `/paypal/v2/…`, OAuth, JSON. */
export function addPayPalApi(
  app: FastifyInstance,
  config: Config['paypal'],
  paypal: PayPal,
  events: PayPalEvents,
  faults: Faults,
): void {
  const sign = (text: string) => crypto.createHmac('sha256', config.clientSecret).update(text).digest('base64url');
  // Stateless, so that tokens survive a restart. On machine time, because the SDK computes their expiry.
  const newToken = () => {
    const claims = `${Math.floor(Date.now() / 1000) + TOKEN_SECONDS}.${upperId(8)}`;
    return `A21AA${Buffer.from(claims).toString('base64url')}.${sign(claims)}`;
  };
  const isValid = (token: string) => {
    const [claims = '', signature = ''] = token.slice('A21AA'.length).split('.');
    const text = Buffer.from(claims, 'base64url').toString();
    return sameText(signature, sign(text)) && Number(text.split('.')[0]) * 1000 > Date.now();
  };
  const authorized = (handle: (request: FastifyRequest) => Answer) => (request: FastifyRequest) => {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
    if (scheme !== 'Bearer' || !isValid(token)) return { status: 401, body: bodyOf(401) };
    return handle(request);
  };
  const provider = {
    name: 'paypal' as const,
    serverError: (status: number) => (status === 500 ? answerOf('INTERNAL_SERVER_ERROR').body : { ...bodyOf(status) }),
  };

  addCalls(app, provider, faults, [
    {
      method: 'POST',
      url: '/v1/oauth2/token',
      name: 'token',
      handle: (request) => {
        const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
        const given = Buffer.from(credentials, 'base64').toString();
        if (scheme !== 'Basic' || !sameText(given, `${config.clientId}:${config.clientSecret}`)) {
          const body = { error: 'invalid_client', error_description: 'Client Authentication failed' };
          return { status: 401, body };
        }
        if ((request.body as { grant_type?: string } | undefined)?.grant_type !== 'client_credentials') {
          const body = { error: 'unsupported_grant_type', error_description: 'Grant Type is not supported' };
          return { status: 400, body };
        }
        return {
          status: 200,
          body: {
            scope: 'https://uri.paypal.com/services/checkout/one-click-with-merchant-issued-token',
            access_token: newToken(),
            token_type: 'Bearer',
            app_id: 'APP-80W284485P519543T',
            expires_in: TOKEN_SECONDS,
            nonce: `${new Date().toISOString()}${upperId(20)}`,
          },
        };
      },
    },
    {
      method: 'POST',
      url: '/v2/checkout/orders',
      name: 'order.create',
      handle: authorized((request) => {
        const { order, created } = paypal.createOrder(objectBody(request) as OrderRequest, requestId(request));
        return { status: created ? 201 : 200, body: paypal.orderEntity(order, wantsRepresentation(request)) };
      }),
      lock: { key: requestId, busy: answerOf('PREVIOUS_REQUEST_IN_PROGRESS') },
    },
    {
      method: 'GET',
      url: '/v2/checkout/orders/:id',
      name: 'order.fetch',
      handle: authorized((request) => ({
        status: 200,
        body: paypal.orderEntity(paypal.order(id(request)), true),
      })),
    },
    {
      method: 'POST',
      url: '/v2/checkout/orders/:id/capture',
      name: 'order.capture',
      handle: authorized((request) => {
        const { order, created } = paypal.capture(id(request), requestId(request), mockIssue(request));
        return { status: created ? 201 : 200, body: paypal.orderEntity(order, wantsRepresentation(request)) };
      }),
      lock: { key: id, busy: answerOf('ORDER_COMPLETION_IN_PROGRESS') },
    },
    {
      method: 'GET',
      url: '/v2/payments/captures/:id',
      name: 'capture.fetch',
      handle: authorized((request) => ({
        status: 200,
        body: paypal.captureEntity(paypal.captureOf(id(request))),
      })),
    },
    {
      method: 'POST',
      url: '/v2/payments/captures/:id/refund',
      name: 'capture.refund',
      handle: authorized((request) => {
        const body = objectBody(request) as RefundRequest;
        const mock = mockIssue(request);
        if (mock) throw refuse(mock);
        const { refund, created } = paypal.refund(id(request), body, requestId(request));
        return { status: created ? 201 : 200, body: paypal.refundEntity(refund, wantsRepresentation(request)) };
      }),
      lock: { key: id, busy: answerOf('PREVIOUS_REQUEST_IN_PROGRESS') },
    },
    {
      method: 'GET',
      url: '/v2/payments/refunds/:id',
      name: 'refund.fetch',
      handle: authorized((request) => ({
        status: 200,
        body: paypal.refundEntity(paypal.refundOf(id(request)), true),
      })),
    },
    {
      method: 'GET',
      url: '/v1/customer/disputes',
      name: 'dispute.list',
      handle: authorized((request) => {
        const query = request.query as Record<string, string | undefined>;
        const [page, size] = [integerParameter(query, 'page', 1), integerParameter(query, 'page_size', 10)];
        const updatedAfter = query['update_time_after'];
        if (updatedAfter !== undefined && Number.isNaN(Date.parse(updatedAfter))) {
          throw refuse('INVALID_PARAMETER_SYNTAX', { field: 'update_time_after', value: updatedAfter });
        }
        const captureId = query['disputed_transaction_id'];
        const { items, hasMore } = paypal.disputeSummaries({ updatedAfter, captureId, page, size });
        const at = new URL(`${paypal.baseUrl}/v1/customer/disputes`);
        for (const [name, value = ''] of Object.entries(query)) at.searchParams.set(name, value);
        const links = [{ href: at.href, rel: 'self', method: 'GET' }];
        at.searchParams.set('page', String(page + 1));
        if (hasMore) links.push({ href: at.href, rel: 'next', method: 'GET' });
        return { status: 200, body: { items, links } };
      }),
    },
    {
      method: 'GET',
      url: '/v1/customer/disputes/:id',
      name: 'dispute.fetch',
      handle: authorized((request) => ({ status: 200, body: paypal.disputeEntity(paypal.dispute(id(request))) })),
    },
    {
      method: 'POST',
      url: '/v1/notifications/verify-webhook-signature',
      name: 'webhook.verify',
      handle: authorized((request) => {
        const genuine = events.verify(objectBody(request), request.rawBody);
        return { status: 200, body: { verification_status: genuine ? 'SUCCESS' : 'FAILURE' } };
      }),
    },
    {
      method: 'GET',
      url: '/v1/notifications/certs/:name',
      name: 'certificate',
      handle: () => ({ status: 200, body: events.publicKey, headers: { 'content-type': 'application/x-pem-file' } }),
    },
  ]);

  app.setNotFoundHandler((_request, reply) => reply.status(404).send(bodyOf(404)));
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (error instanceof Refusal) return reply.status(error.answer.status).send(error.answer.body);
    if (status === 400) return reply.status(400).send(answerOf('MALFORMED_REQUEST_JSON').body);
    if (status >= 500) console.error(error);
    return reply.status(status).send(bodyOf(status));
  });
}

function requestId(request: FastifyRequest): string | undefined {
  const key = request.headers['paypal-request-id']?.toString();
  if (key !== undefined && (key.length === 0 || key.length > 108)) {
    throw refuse('INVALID_STRING_LENGTH', { field: 'PayPal-Request-Id', value: key });
  }
  return key;
}

/** The refusal requested through PayPal's header for negative testing. */
function mockIssue(request: FastifyRequest): Issue | undefined {
  const header = request.headers['paypal-mock-response']?.toString();
  if (!header) return undefined;
  try {
    const { mock_application_codes: code } = JSON.parse(header) as { mock_application_codes?: unknown };
    const [name] = [code].flat();
    if (typeof name === 'string' && isIssue(name)) return name;
  } catch {
    // Not JSON: refused below like an unknown code.
  }
  throw refuse('INVALID_PARAMETER_SYNTAX', { field: 'PayPal-Mock-Response', value: header });
}

function objectBody(request: FastifyRequest): Record<string, unknown> {
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) throw refuse('MALFORMED_REQUEST_JSON');
  return body as Record<string, unknown>;
}

/** An integer from 1 to 50. */
function integerParameter(query: Record<string, string | undefined>, field: string, unset: number): number {
  const value = query[field] ?? String(unset);
  if (!/^([1-9]|[1-4]\d|50)$/.test(value)) throw refuse('INVALID_PARAMETER_VALUE', { field, value });
  return Number(value);
}

const id = (request: FastifyRequest) => (request.params as { id: string }).id;
const wantsRepresentation = (request: FastifyRequest) => request.headers.prefer === 'return=representation';
