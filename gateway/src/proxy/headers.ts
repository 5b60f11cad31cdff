import type { IncomingHttpHeaders } from 'node:http';
import { type AnyCall, payment } from '@shop/contracts';

/** Request headers that are forwarded to a service; all others are dropped, such as `x-service-token`. */
const FORWARDED_HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'cookie',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'sec-fetch-site',
  'user-agent',
] as const;

/** Beginnings of the headers by which webhooks are verified. */
const PROVIDER_HEADERS = payment.PROVIDERS.flatMap(({ webhookHeaders }) => webhookHeaders);

export interface Visitor {
  requestId: string;
  /** Of the client, not of the edge. */
  address: string | undefined;
}

const pick = (headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> => {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') picked[name] = value;
  }
  return picked;
};

function visitorHeaders({ requestId, address }: Visitor, shop: URL): Record<string, string> {
  return {
    'x-request-id': requestId,
    'x-correlation-id': requestId,
    'x-forwarded-host': shop.host,
    'x-forwarded-proto': shop.protocol.slice(0, -1),
    ...(address === undefined ? {} : { 'x-forwarded-for': address }),
  };
}

/** Headers of a request on behalf of one visitor. */
export function headersToService(
  call: AnyCall,
  headers: IncomingHttpHeaders,
  visitor: Visitor,
  shop: URL,
): Record<string, string> {
  const sent = { ...pick(headers, FORWARDED_HEADERS), ...visitorHeaders(visitor, shop) };
  if (call.access === 'provider') {
    Object.assign(
      sent,
      pick(
        headers,
        Object.keys(headers).filter((name) => PROVIDER_HEADERS.some((beginning) => name.startsWith(beginning))),
      ),
    );
  }
  return sent;
}

/** Headers of a request for a public answer: nothing in them depends on the visitor. */
export const publicHeaders = (requestId: string, shop: URL): Record<string, string> =>
  visitorHeaders({ requestId, address: undefined }, shop);

/** Response headers of a service that are forwarded to the client. */
export const RETURNED_HEADERS = new Set([
  'accept-ranges',
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'location',
  'retry-after',
  'set-cookie',
  'vary',
]);

/**
 * The response headers that are forwarded to the client. A service's content security policy replaces the gateway's, because
 * its pictures may need another one.
 */
export function headersToClient(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const returned: Record<string, string | string[]> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && (RETURNED_HEADERS.has(name) || name === 'content-security-policy'))
      returned[name] = value;
  }
  return returned;
}
