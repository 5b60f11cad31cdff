import type { IncomingHttpHeaders } from 'node:http';
import type { AnyCall } from '@shop/contracts';

/** What of a client's request goes on to a service. Everything else, `x-service-token` for one, stays outside. */
const FORWARDED = [
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

/** Signatures of outside parties. */
const OF_PROVIDERS = /^(?:x-razorpay-|paypal-)/;

export interface Visitor {
  requestId: string;
  /** Of the client itself, behind the edge. */
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

function about({ requestId, address }: Visitor, shop: URL): Record<string, string> {
  return {
    'x-request-id': requestId,
    'x-correlation-id': requestId,
    'x-forwarded-host': shop.host,
    'x-forwarded-proto': shop.protocol.slice(0, -1),
    ...(address === undefined ? {} : { 'x-forwarded-for': address }),
  };
}

/** Headers for a request on behalf of one visitor. */
export function headersToService(
  call: AnyCall,
  headers: IncomingHttpHeaders,
  visitor: Visitor,
  shop: URL,
): Record<string, string> {
  const sent = { ...pick(headers, FORWARDED), ...about(visitor, shop) };
  if (call.access === 'provider') {
    Object.assign(
      sent,
      pick(
        headers,
        Object.keys(headers).filter((name) => OF_PROVIDERS.test(name)),
      ),
    );
  }
  return sent;
}

/** Headers for a request whose answer is for everybody: nothing in them tells one visitor from another. */
export const headersForAll = (requestId: string, shop: URL): Record<string, string> =>
  about({ requestId, address: undefined }, shop);

/** What a service says about its answer, and the client gets to hear. */
export const RETURNED = new Set([
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
 * The headers of a service's answer as the client gets them. A service knows best what its own pictures need, so a
 * content security policy of its own takes the place of the gateway's.
 */
export function headersToClient(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const returned: Record<string, string | string[]> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && (RETURNED.has(name) || name === 'content-security-policy')) returned[name] = value;
  }
  return returned;
}
